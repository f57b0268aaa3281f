internal import RuleLanguage
internal import Source

/// nginx's directives, “Alphabetical index of directives”. Those that are not listed pass: modules have more.
extension NginxConfiguration {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no block such as “server { listen 80; … }” or “upstream api { server 10.0.0.1; }”, or its name ends in .yaml, .yml or .json."
  }

  private static let answer = PolicyAnswer.notStarted("nginx")

  /// The directives of the modules that pass requests on.
  private static let passing = NginxRetryPolicy.modules.map { module in
    [
      "next_upstream", "next_upstream_tries", "next_upstream_timeout", "bind", "buffer_size",
      "connect_timeout", "read_timeout", "send_timeout",
    ]
    .map { "\(module)_\($0)" }.joined(separator: " ")
  }.joined(separator: " ")

  private static let passes = NginxRetryPolicy.modules.map { "\($0)_pass" }.joined(separator: " ")

  private static let table = PolicyGrammar([
    "root": .init("a configuration", answer, isOpen: true, "\(NginxParser.root):file"),
    // A file may be a part of another one, whatever block that includes it in.
    "file": .init(
      "a configuration", answer, isOuter: true,
      "http:http upstream:upstream server:server location:location events stream mail include user", passing),
    "http": .init(
      "http", answer, isOuter: true,
      "\(NginxParser.words) upstream:upstream server:server include map geo types", passing),
    "server": .init(
      "a server", answer, isOuter: true,
      "\(NginxParser.words) location:location listen server_name if:if include return root", passing),
    "location": .init(
      "a location", answer, isOuter: true,
      "\(NginxParser.words) location:location if:if limit_except:if include return root", passing, passes),
    "if": .init("a condition", answer, isOuter: true, "\(NginxParser.words) \(passes)"),
    "upstream": .init(
      "a group of servers", answer, isOuter: true,
      "\(NginxParser.words) server zone state hash ip_hash keepalive keepalive_requests keepalive_time",
      "keepalive_timeout ntlm least_conn least_time queue random resolver resolver_timeout sticky"),
  ])
}
