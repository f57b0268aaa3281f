internal import RuleLanguage
internal import Source

/// nginx's configuration: which failed requests go to the next server of a group.
///
/// The format: `ngx_http_proxy_module`, “proxy_next_upstream”, and its twins; `ngx_http_upstream_next` of
/// `src/http/ngx_http_upstream.c`. What it does is that of the programs 1.22.1 and 1.26.3, which do not differ. Records are those of
/// errctl's stream format `nginx-error`, one for each failed try.
struct NginxConfiguration: TypedPolicyFormat {
  let name = "nginx"
  let noun = "nginx configuration"
  let summary = "nginx: proxy_next_upstream and its twins, servers of upstreams"

  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    NginxParser.read(file, in: &diagnostics)
  }

  func recognizes(_ root: Node) -> Bool { root[NginxParser.root] != nil }

  func resembles(_ root: Node) -> Bool { false }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let file = NginxBlock(root)
    let outer = [file] + file.blocks(["http"])
    Self.report(file, outer)
    var reader = NginxReader(groups: outer.flatMap { $0.blocks(["upstream"]) })
    var ids = RuleIDs()
    let top = ids.id("http")
    ids.reserve([NginxReader.unnamed])
    var responders = [ImportedResponder(id: top, otherwise: .cancel, place: root.place)]
    var indices: [String: Int] = [:]
    for server in outer.flatMap({ $0.blocks(["server"]) }) {
      let name = server.directives("server_name").first?.words.first
      let origin = name.flatMap { $0.text.isEmpty ? nil : $0.text } ?? NginxReader.unnamed
      let rules = reader.rules(of: server, origin)
      guard !rules.isEmpty else { continue }
      // The same name on several ports.
      if let index = indices[origin] {
        responders[index].rules?.append(contentsOf: rules)
        continue
      }
      indices[origin] = responders.count
      let place = name ?? server.keyword
      let id = origin == NginxReader.unnamed ? origin : ids.id(origin)
      var responder = ImportedResponder(
        id: id, parent: top, rules: rules, otherwise: .cancel, place: server.keyword.place,
        namePlace: place.place)
      responder.parentPlace = root.place
      responder.origins = place.origins(origin)
      responders.append(responder)
    }
    for index in responders.indices {
      responders[index].rules = responders[index].rules.map { EnvoyRules.withoutLastFailures($0) }
    }
    root.findings.removeRepetitions()
    return ImportedRuleFile(
      name: "nginx", place: root.place,
      retry: ImportedRetry(
        per: ["attributes.connection", "attributes.request"], backoff: ImportedBackoff.none,
        exhausted: "cancel"),
      responder: .text(top), responders: responders)
  }

  // MARK: - Findings

  private static func report(_ file: NginxBlock, _ outer: [NginxBlock]) {
    // The modules for streams and mail have directives of the same names.
    for block in file.all
    where !(block.path + [block]).contains(where: { ["stream", "mail"].contains($0.name) }) {
      reportDirectives(block)
    }
    for group in outer.flatMap({ $0.blocks(["upstream"]) }) { NginxUpstream.report(group) }
  }

  private static func reportDirectives(_ block: NginxBlock) {
    for directive in block.directives {
      NginxRetryPolicy.report(directive, in: block)
      switch directive.name {
      case "include": if ["", "http", "server", "location"].contains(block.name) { reportInclude(directive) }
      case "proxy_request_buffering", "fastcgi_request_buffering", "uwsgi_request_buffering",
        "scgi_request_buffering":
        directive.words.first { $0.text == "off" }?.lost(
          "Without a buffer nginx sends no body twice. Records do not show it: the rules send any request again."
        )
      case "max_fails", "fail_timeout", "backup":
        directive.keyword.fault(
          "“\(directive.name)” is not a directive: nginx does not start. It stands behind the address of a server, such as “server 10.0.0.1 max_fails=3;”."
        )
      default:
        if ["if", "limit_except"].contains(block.name), directive.name.hasSuffix("_pass") {
          directive.keyword.lost("What is passed on inside “\(block.name)” is not read: no rule is about it.")
        }
      }
    }
  }

  /// Files that say nothing about servers.
  private static let plainFiles = ["mime.types", "_params", "fastcgi.conf", "modules-enabled/*.conf"]

  private static func reportInclude(_ directive: NginxBlock.Directive) {
    guard let name = directive.words.first, !plainFiles.contains(where: { name.text.hasSuffix($0) }) else {
      return
    }
    name.lost("This file is not followed: give it by itself. The rules know nothing of it.")
  }
}

/// Reads the rules of one server after the other.
private struct NginxReader {
  /// The origin that the stream format has for a server without a name.
  static let unnamed = "nginx"

  private var groups: [String: NginxUpstream] = [:]
  /// The ids of the rules of each server.
  private var ids: [String: RuleIDs] = [:]
  private var saysNames = false
  /// The places that already say why they compare texts, and why they ask again after a status such as 404.
  private var excusedTexts: Set<SourcePlace> = []
  private var excusedStatuses: Set<SourcePlace> = []

  init(groups blocks: [NginxBlock]) {
    for block in blocks {
      guard let name = block.words.first else { continue }
      groups[name.text] = NginxUpstream(block)
    }
    for group in groups.values where group.leavesOut {
      group.source.lost(
        "After failures nginx leaves a server out for a time (max_fails, fail_timeout), and answers 502 itself once none is left. The rules ask every server again."
      )
    }
  }

  mutating func rules(of server: NginxBlock, _ origin: String) -> [ImportedRule] {
    var rules: [ImportedRule] = []
    for location in NginxLocation.all(in: server) {
      guard let module = location.module, let pass = location.pass, let target = location.target else {
        continue
      }
      let source = pass.words.first ?? pass.keyword
      if let path = location.unreadable {
        path.lost("No rule can say which requests reach this location: there is no rule for them.")
        continue
      }
      if target.contains("$") {
        source.lost("nginx knows the servers only when a request comes: the rules know no other one.")
        continue
      }
      let upstream = groups[target] ?? NginxUpstream(server: source)
      if !saysNames, let named = upstream.named {
        saysNames = true
        named.lost("nginx asks each address that a name has, and the rules count one for each name.")
      }
      let policy = NginxRetryPolicy(module, in: location.block, passing: source)
      let request = location.request
      let id = ids[origin, default: RuleIDs()].id(Self.id(location))
      if let retry = policy.retry(upstream) {
        policy.reportDeadline()
        rules += [rule(policy, retry, id, request)].compactMap { $0 }
      }
      let when = request.map { ImportedValue.mapping([("attributes", .mapping([("request", $0)]))]) }
      rules.append(
        ImportedRule(
          .text(ids[origin, default: RuleIDs()].id("\(id).failed")), when: when, then: .cancel,
          at: location.block.keyword.place))
    }
    return rules
  }

  private static func id(_ location: NginxLocation) -> String {
    let name = location.target ?? ""
    guard let path = location.path?.text, path != "/" else { return name }
    return "\(name).\(path.filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })"
  }

  /// The rule of a location: one for all failures, since they share their tries.
  private mutating func rule(
    _ policy: NginxRetryPolicy, _ retry: ImportedRetry, _ id: String, _ request: ImportedValue?
  ) -> ImportedRule? {
    let clauses = policy.clauses
    guard !clauses.isEmpty else { return nil }
    let place = policy.place.place
    var members: [(key: String, value: ImportedValue)] = []
    if let request { members.append(("attributes", .mapping([("request", request)]))) }
    members.append(("any", .list(clauses)))
    var rule = ImportedRule(
      .text(id), when: .mapping(members), then: .retry(retry), at: place)
    // What is found at a place is told once.
    if policy.comparesTexts, excusedTexts.insert(SourcePlace(place)).inserted {
      rule.suppressed.append(("localised-text", "nginx writes its log in English."))
    }
    if policy.statuses.contains(where: { $0 < 429 }), excusedStatuses.insert(SourcePlace(place)).inserted {
      rule.suppressed.append(("vain-retry", "Another server is asked."))
    }
    return rule
  }
}
