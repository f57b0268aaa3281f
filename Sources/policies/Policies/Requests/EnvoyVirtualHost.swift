internal import Source

/// A virtual host of Envoy's, for the requests to some domains.
struct EnvoyVirtualHost {
  let node: Node
  let name: String
  let domains: [HostName]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard node.members != nil else {
      diagnostics.report(
        .policyFault("This must be a virtual host, a mapping. It is \(node.kindName).", at: node.range))
      return nil
    }
    self.node = node
    name = node["name"]?.string ?? "host"
    domains = (node["domains"]?.elements ?? []).compactMap { domain in
      domain.string.map { HostName($0, at: domain.range) }
    }
    if domains.isEmpty {
      diagnostics.report(
        .policyFault(
          "A virtual host needs “domains”, such as [\"*\"]. Envoy rejects the config.", at: node.range))
    }
  }

  static func reportRepetitions(in hosts: [EnvoyVirtualHost], in diagnostics: inout Diagnostics) {
    var first: [String: SourceRange] = [:]
    for domain in hosts.flatMap({ $0.domains }) {
      guard let place = first[domain.text] else {
        first[domain.text] = domain.place
        continue
      }
      diagnostics.report(
        .policyFault(
          "This domain stands twice. Envoy rejects the config: delete one of them.", at: domain.place,
          related: [.init("the first one", at: place)]))
    }
  }
}
