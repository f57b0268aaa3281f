internal import Records
internal import RuleLanguage
internal import Source

/// Istio's virtual services: which requests are tried again.
///
/// The format: `networking.istio.io`, VirtualService. Istio makes routes of Envoy's of it: `pilot/pkg/networking/core/route/route.go`
/// and `retry/retry.go`; what it rejects: `pkg/config/validation`. The first route of `http` with a match decides.
struct IstioVirtualService: TypedPolicyFormat {
  let name = "istio"
  let noun = "VirtualService file"
  let summary = "Istio VirtualService: retries and timeouts of HTTP routes"

  func recognizes(_ root: Node) -> Bool {
    KubernetesResource.all(in: PolicyValue(root, PolicyFindings())).contains { $0.isVirtualService }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    // The API drops null.
    let root = root.reading(PolicyDialect(ignoresNull: true))
    let resources = KubernetesResource.all(in: root)
    let services = resources.filter { $0.isVirtualService }
    for resource in resources where resource.group == istioGroup && resource.kind == "DestinationRule" {
      Self.reportLosses(of: resource)
    }
    let hosts = services.map { Self.hosts(of: $0) }
    Self.reportGateways(of: services, hosts)
    var reader = IstioRouteReader()
    var rules: [ImportedRule] = []
    for (service, condition) in HostName.bySpecificity(hosts) {
      rules += reader.rules(of: services[service], condition)
    }
    // A service whose hosts do not stand together is read for each of them.
    root.findings.removeRepetitions()
    let responder = ImportedResponder(
      id: "mesh", rules: EnvoyRules.withoutLastFailures(rules), otherwise: .cancel, place: root.place)
    return EnvoyRules.file("Istio's routes", [responder], reader.matchers, at: root.place)
  }

  private static func hosts(of service: KubernetesResource) -> [HostName] {
    let hosts = service.value["spec"]?["hosts"]?.elements ?? []
    if hosts.isEmpty {
      service.value.lost(
        "Without “hosts” the routes are for the hosts of virtual services that delegate to this one; the rules take any host."
      )
      return [HostName("*", at: service.value.place)]
    }
    return hosts.compactMap { host in
      host.string.map { HostName($0, at: host.place, globs: globs(of: $0.lowercased())) }
    }
  }

  /// Virtual services for the same host may be for different gateways.
  private static func reportGateways(of services: [KubernetesResource], _ hosts: [[HostName]]) {
    var counts: [String: Int] = [:]
    for name in hosts.joined() { counts[name.text, default: 0] += 1 }
    for (service, hosts) in zip(services, hosts) where hosts.contains(where: { counts[$0.text] ?? 0 > 1 }) {
      service.value["spec"]?["gateways"]?.unseen()
    }
  }

  /// The names by which a request may call a host: services of Kubernetes have longer and shorter names, and any may have a port.
  private static func globs(of host: String) -> [String] {
    var names = [host]
    let parts = host.split(separator: ".")
    if parts.count == 1, host != "*" { return [host, "\(host):*", "\(host).*"] }
    if host.hasSuffix(".svc.cluster.local"), parts.count == 5, !host.hasPrefix("*") {
      names += ["\(parts[0]).\(parts[1]).svc", "\(parts[0]).\(parts[1])"]
    }
    return names.flatMap { [$0, "\($0):*"] }
  }

  private static func reportLosses(of rule: KubernetesResource) {
    let policies =
      [rule.value["spec"]?["trafficPolicy"]]
      + (rule.value["spec"]?["subsets"]?.elements ?? []).map { $0["trafficPolicy"] }
    for policy in policies {
      policy?["outlierDetection"]?.lost(
        "Hosts that fail are left out for a time. A rule does not choose hosts.")
      policy?["connectionPool"]?["http"]?["maxRetries"]?.lost(
        "Envoy limits how many retries of the cluster run at a time. A rule does not count those.")
    }
  }
}

private let istioGroup = "networking.istio.io"

extension KubernetesResource {
  fileprivate var isVirtualService: Bool { group == istioGroup && kind == "VirtualService" }
}

private struct IstioRouteReader {
  private(set) var matchers = EnvoyMatchers()
  private var ids = RuleIDs()

  mutating func rules(of service: KubernetesResource, _ host: Node?) -> [ImportedRule] {
    var request = RequestConditions()
    if let host { request.require("http.request.header.host", host) }
    var rules: [ImportedRule] = []
    var isComplete = false
    for (index, route) in (service.value["spec"]?["http"]?.elements ?? []).enumerated() {
      if isComplete {
        route.doubt("This route has no effect: one before it takes every request.")
        break
      }
      var routed = request
      rules += self.rules(ofRoute: route, "\(service.name).\(index)", &routed)
      isComplete = routed.count == request.count
    }
    let failed = { (id: String) in EnvoyRules.failed(id, request, at: service.value.place) }
    return rules + (isComplete ? [] : [failed(ids.id("\(service.name).failed"))])
  }

  private mutating func rules(
    ofRoute value: PolicyValue, _ defaultName: String, _ request: inout RequestConditions
  ) -> [ImportedRule] {
    guard let route = value.mapping("a route") else { return [] }
    let id = route.take("name")?.string ?? defaultName
    let matches = route.list("match").map { IstioMatch.read($0) }
    // Without any condition, a match takes every request.
    if !matches.isEmpty, matches.allSatisfy({ $0.count > 0 }) {
      request.require(anyOf: matches, at: value.place)
    }
    route.take("delegate")?.lost("The routes of another virtual service are not read.")
    let timeout = route.take("timeout")?.goDuration(allowsZero: true)
      .flatMap { $0.value.microseconds == 0 ? nil : $0 }
    let isForwarded = value["route"] != nil || value["redirect"] == nil && value["directResponse"] == nil
    let retries = route.take("retries").flatMap { $0.isNull ? nil : $0 }
    let policy = retries.map { EnvoyRetryPolicy(istio: $0) } ?? EnvoyRetryPolicy(istioDefaultAt: value)
    var rules: [ImportedRule] = []
    if isForwarded, let policy {
      policy.reportIdleTryTimeout(timeout?.value, "perTryTimeout")
      if let rule = policy.rule(ids.id(id), for: request, timeout: timeout, &matchers) {
        rules.append(rule)
        timeout?.source.timeoutLost(timeout?.value ?? .longest)
      }
    }
    return rules + [EnvoyRules.failed(ids.id("\(id).failed"), request, at: value.place)]
  }
}

// MARK: - Matches

private enum IstioMatch {
  /// Conditions that no record shows.
  private static let unseen = ["port", "sourceLabels", "gateways", "queryParams", "sourceNamespace"]

  static func read(_ value: PolicyValue) -> RequestConditions {
    var request = RequestConditions()
    guard let match = value.mapping("a match") else { return request }
    let ignoresCase = match.take("ignoreUriCase")?.isTrue ?? false
    for (key, attribute) in [
      ("uri", "url.path"), ("scheme", "url.scheme"), ("method", "http.request.method"),
      ("authority", "http.request.header.host"),
    ] {
      guard let value = match.take(key) else { continue }
      if key == "uri", value["prefix"]?.string == "/" { continue }
      if let operators = operators(value, ignoringCase: key == "uri" && ignoresCase) {
        request.require(attribute, operators)
      }
    }
    for member in match.take("headers")?.members ?? [] {
      guard let operators = operators(value.with(member.value)) else { continue }
      request.require(attribute(member.key), operators)
    }
    for member in match.take("withoutHeaders")?.members ?? [] {
      guard let operators = operators(value.with(member.value)) else { continue }
      let condition = Node.attribute(attribute(member.key), operators)
      request.require(Node(["not": .node(condition)], at: member.value.range))
    }
    for key in unseen { match.take(key)?.unseen() }
    return request
  }

  private static func attribute(_ header: String) -> String {
    switch header.lowercased() {
    case ":method": "http.request.method"
    case ":authority": "http.request.header.host"
    case ":scheme": "url.scheme"
    case let name: "http.request.header.\(name)"
    }
  }

  /// Nil, and reported, if it is faulty.
  private static func operators(_ value: PolicyValue, ignoringCase: Bool = false) -> Node? {
    if value.isNull || value.members?.isEmpty ?? false { return .exists(true, at: value.place) }
    guard let member = value.members?.first, value.members?.count == 1,
      let name = ["exact": "equals", "prefix": "hasPrefix", "regex": "matches"][member.key],
      let text = member.value.string
    else {
      value.fault("This must be one of { exact: … }, { prefix: … } and { regex: … }, with a string.")
      return nil
    }
    // Not an expression, but read as “any” since ever.
    if member.key == "regex", text == "*" { return .exists(true, at: value.place) }
    return .operators(name, text, ignoringCase: ignoringCase, at: member.value.range)
  }
}

// MARK: - Retries

extension EnvoyRetryPolicy {
  private static let defaultConditions: [EnvoyRetryConditions.Word] = [
    .connectFailure, .refusedStream, .unavailable, .cancelled, .statusCodes,
  ]

  /// Istio's policy where nothing is written.
  fileprivate init(istioDefaultAt value: PolicyValue) {
    source = value
    retries = value.setting(2)
    for word in Self.defaultConditions { conditions.add(word, at: value) }
  }

  fileprivate init?(istio value: PolicyValue) {
    guard let policy = value.mapping("a retry policy") else { return nil }
    source = value
    retries = policy.integer("attempts", 0...Int64(Int32.max)) ?? value.setting(0)
    if retries.value == 0,
      let other = ["perTryTimeout", "retryOn", "retryRemoteLocalities"].first(where: { value[$0] != nil })
    {
      retries.source.fault(
        "Without “attempts” there are no retries, and Istio rejects “\(other)” beside it. Write how many, such as attempts: 2."
      )
    }
    if let words = policy.take("retryOn") {
      readConditions(words)
    } else {
      for word in Self.defaultConditions { conditions.add(word, at: value) }
    }
    tryTimeout = policy.take("perTryTimeout")?.goDuration()
    tryTimeout?.source.tryTimeoutLost()
    baseInterval = policy.take("backoff")?.goDuration()
  }

  /// Words and statuses, with commas between them.
  private mutating func readConditions(_ value: PolicyValue) {
    guard value.node.isSingle, !value.text.isEmpty else {
      value.fault("“retryOn” must be a string. It is \(value.node.kindName).")
      return
    }
    var codes: [PolicyValue] = []
    for part in value.text.split(separator: ",", omittingEmptySubsequences: false) {
      if let status = Int64(part), Self.knownStatuses.contains(status) {
        codes.append(value.with(.integer(status, at: value.place)))
      } else if let word = EnvoyRetryConditions.Word(rawValue: String(part)) {
        conditions.add(word, at: value)
      } else {
        let names = EnvoyRetryConditions.Word.allCases.map { $0.rawValue }
        let trimmed = part.trimmed
        let advice =
          names.contains(trimmed) || Int64(trimmed) != nil
          ? " Write it without spaces around it." : Suggestion.question(for: trimmed, among: names)
        value.fault("“\(part)” is not a condition for retries. Istio rejects it.\(advice)")
      }
    }
    if !codes.isEmpty { conditions.add(.statusCodes, at: value) }
    conditions.add(statusCodes: codes)
    conditions.reportUnseen(at: value)
    conditions.reportHalves(statusCodes: codes.isEmpty ? nil : value, headers: nil)
  }

  /// The statuses for which Go's net/http has a text.
  private static let knownStatuses = Set<Int64>(
    [100, 101, 102, 103, 226, 426, 428, 429, 431, 451, 510, 511] + Array(200...208) + Array(300...305) + [
      307, 308,
    ]
      + Array(400...418) + Array(421...425) + Array(500...508)
  )
}
