internal import Records
internal import RuleLanguage
internal import Source

/// A group of servers, or one server that is named without a group.
struct NginxUpstream {
  /// Where it is named.
  let source: PolicyValue
  /// The servers that are asked.
  let servers: [PolicyValue]
  /// Whether a failed server is left out for a time.
  let leavesOut: Bool

  /// A single server.
  init(server: PolicyValue) { (source, servers, leavesOut) = (server, [server], false) }

  init(_ block: NginxBlock) {
    source = block.words.first ?? block.keyword
    let lines = block.directives("server")
    func has(_ line: NginxBlock.Directive, _ parameter: String) -> Bool {
      line.words.dropFirst().contains { $0.text == parameter }
    }
    servers = lines.filter { !has($0, "down") }.compactMap { $0.words.first }
    leavesOut = servers.count > 1 && !lines.allSatisfy { has($0, "max_fails=0") }
  }

  /// The first server whose name may have several addresses, each of which is tried.
  var named: PolicyValue? {
    servers.first { server in
      !server.text.hasPrefix("unix:") && !server.text.hasPrefix("[")
        && server.text.contains { $0.isLetter }
    }
  }

  // MARK: - Findings

  private static let parameters = [
    "weight", "max_conns", "max_fails", "fail_timeout", "backup", "down", "resolve", "service", "route",
    "drain", "slow_start",
  ]
  private static let balancesWithoutBackup: Set = ["ip_hash", "hash", "random"]

  static func report(_ block: NginxBlock) {
    let lines = block.directives("server")
    let balance = block.directives.firstIndex { balancesWithoutBackup.contains($0.name) }
    for (index, directive) in block.directives.enumerated() where directive.name == "server" {
      for parameter in directive.words.dropFirst() {
        let parts = parameter.text.split(separator: "=", maxSplits: 1).map { String($0) }
        let name = parts.first ?? ""
        let value = parts.count > 1 ? parts[1] : nil
        let isFlag = ["backup", "down", "resolve", "drain"].contains(name)
        if !parameters.contains(name) || isFlag != (value == nil) {
          let advice =
            parameters.contains(name) && !isFlag
            ? " Write “\(name)=” and its value without spaces."
            : Suggestion.question(for: name, among: parameters)
          parameter.fault(
            "“\(parameter.text)” is not a parameter of a server. nginx does not start.\(advice)")
        } else if ["max_fails", "max_conns", "weight"].contains(name), value.flatMap({ Int64($0) }) ?? -1 < 0
        {
          parameter.fault("“\(name)” must be a whole number. nginx does not start.")
        } else if name == "fail_timeout",
          ProxyDuration.nginx.span(of: .text(value ?? "", at: parameter.place)) == nil
        {
          parameter.fault("“\(name)” must be \(ProxyDuration.nginx.wanted). nginx does not start.")
        } else if ["drain", "route", "slow_start"].contains(name) {
          parameter.doubt("Only NGINX Plus knows “\(name)”: the free nginx does not start.")
        } else if lines.count == 1, name == "max_fails" || name == "fail_timeout" {
          parameter.doubt("“\(name)” has no effect: nginx never leaves out the only server of a group.")
        } else if name == "backup", let balance, balance < index {
          parameter.fault(
            "“\(block.directives[balance].name)” has no backup servers. nginx does not start.")
        }
      }
    }
  }
}
