internal import Source

/// A virtual host of Envoy's, for the requests to some domains.
struct EnvoyVirtualHost {
  private struct Domain {
    let text: String
    let place: SourceRange

    /// Exact ones first, then `*.example.com`, then `example.*`, each the longest first, and at last `*`.
    var rank: (Int, Int) {
      let length = text.utf8.count
      return text == "*" ? (3, 0) : text.hasPrefix("*") ? (1, -length) : isExact ? (0, 0) : (2, -length)
    }

    var isExact: Bool { !text.hasPrefix("*") && !text.hasSuffix("*") }

    /// A wildcard stands for one character at least.
    var glob: String { isExact ? text : text.replacing("*", with: "?*") }
  }

  let node: Node
  let name: String
  private let domains: [Domain]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard node.members != nil else {
      diagnostics.report(
        .policyFault("This must be a virtual host, a mapping. It is \(node.kindName).", at: node.range)
      )
      return nil
    }
    self.node = node
    name = node["name"]?.string ?? "host"
    domains = (node["domains"]?.elements ?? []).compactMap { domain in
      domain.string.map { Domain(text: $0.lowercased(), place: domain.range) }
    }
    if domains.isEmpty {
      diagnostics.report(
        .policyFault(
          "A virtual host needs “domains”, such as [\"*\"]. Envoy rejects the config.",
          at: node.range
        )
      )
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
          "This domain stands twice. Envoy rejects the config: delete one of them.",
          at: domain.place,
          related: [.init("the first one", at: place)]
        )
      )
    }
  }

  /// The order in which Envoy looks a host up, each with the operators on its name: nil for any.
  static func bySpecificity(_ hosts: [EnvoyVirtualHost]) -> [(host: EnvoyVirtualHost, condition: Node?)] {
    let entries = hosts.indices.flatMap { index in hosts[index].domains.map { (index, $0) } }
    // In the order of the file where the rank is the same: a sort need not keep it.
    let sorted = entries.enumerated().sorted {
      let (first, second) = ($0.element.1.rank, $1.element.1.rank)
      return first == second ? $0.offset < $1.offset : first < second
    }
    var groups: [(host: Int, domains: [Domain])] = []
    for (_, (host, domain)) in sorted {
      if groups.last?.host == host {
        groups[groups.count - 1].domains.append(domain)
      } else {
        groups.append((host, [domain]))
      }
    }
    return groups.map { (hosts[$0.host], condition(on: $0.domains)) }
  }

  private static func condition(on domains: [Domain]) -> Node? {
    if domains.contains(where: { $0.text == "*" }) { return nil }
    let place = domains[0].place
    let isExact = domains.allSatisfy { $0.isExact }
    let texts = domains.map { Node.text(isExact ? $0.text : $0.glob, at: $0.place) }
    return .mapping(
      [(isExact ? "equals" : "glob", .oneOf(texts, at: place)), ("ignoreCase", .boolean(true, at: place))],
      at: place
    )
  }
}
