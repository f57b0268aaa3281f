internal import Source

/// A virtual host of Envoy's, for the requests to some domains.
struct EnvoyVirtualHost {
  let value: PolicyValue
  let name: String
  let domains: [HostName]

  init?(_ value: PolicyValue) {
    guard value.mapping("a virtual host") != nil else { return nil }
    self.value = value
    name = value["name"]?.string ?? "host"
    domains = (value["domains"]?.elements ?? []).compactMap { domain in
      domain.string.map { HostName($0, at: domain.place) }
    }
    if domains.isEmpty {
      value.fault("A virtual host needs “domains”, such as [\"*\"]. Envoy rejects the config.")
    }
  }

  static func reportRepetitions(in hosts: [EnvoyVirtualHost]) {
    var first: [String: SourceRange] = [:]
    for host in hosts {
      for domain in host.domains {
        guard let place = first[domain.text] else {
          first[domain.text] = domain.place
          continue
        }
        host.value.at(domain.place).fault(
          "This domain stands twice. Envoy rejects the config: delete one of them.",
          related: [.init("the first one", at: place)])
      }
    }
  }
}
