internal import Records
internal import RuleLanguage
internal import Source

/// Istio's virtual services: which requests are tried again.
///
/// The format: `networking.istio.io`, VirtualService. Istio makes routes of Envoy's of it: `pilot/pkg/networking/core/route/route.go`
/// and `retry/retry.go`; what it rejects: `pkg/config/validation`. The first route of `http` with a match decides.
struct IstioVirtualService: PolicyFormat {
  let name = "istio"
  let summary = "Istio VirtualService: retries and timeouts of HTTP routes"

  func recognizes(_ root: Node) -> Bool {
    KubernetesResource.all(in: root).contains { $0.isVirtualService }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let resources = KubernetesResource.all(in: root)
    let services = resources.filter { $0.isVirtualService }
    for resource in resources where resource.group == istioGroup && resource.kind == "DestinationRule" {
      Self.reportLosses(of: resource, in: &diagnostics)
    }
    let hosts = services.map { Self.hosts(of: $0, in: &diagnostics) }
    Self.reportGateways(of: services, hosts, in: &diagnostics)
    var reader = IstioRouteReader()
    var rules: [EnvoyRules.Rule] = []
    for (service, condition) in HostName.bySpecificity(hosts) {
      rules += reader.rules(of: services[service], condition, in: &diagnostics)
    }
    var seen: Set<String> = []
    // A service whose hosts do not stand together is read for each of them.
    diagnostics.filter { seen.insert($0.description).inserted }
    let list = Node.list(EnvoyRules.withoutLastFailures(rules), at: root.range)
    let responder = EnvoyRules.responder("mesh", [("rules", list)], at: root.range)
    return EnvoyRules.file("Istio's routes", [responder], reader.matchers, at: root.range)
  }

  private static func hosts(of service: KubernetesResource, in diagnostics: inout Diagnostics) -> [HostName] {
    let hosts = service.node["spec"]?["hosts"]?.elements ?? []
    if hosts.isEmpty {
      diagnostics.report(
        .policyLoss(
          "Without “hosts” the routes are for the hosts of virtual services that delegate to this one; the rules take any host.",
          at: service.node.range))
      return [HostName("*", at: service.node.range)]
    }
    return hosts.compactMap { host in
      host.string.map { HostName($0, at: host.range, globs: globs(of: $0.lowercased())) }
    }
  }

  /// Virtual services for the same host may be for different gateways.
  private static func reportGateways(
    of services: [KubernetesResource], _ hosts: [[HostName]], in diagnostics: inout Diagnostics
  ) {
    var counts: [String: Int] = [:]
    for name in hosts.joined() { counts[name.text, default: 0] += 1 }
    for (service, hosts) in zip(services, hosts) where hosts.contains(where: { counts[$0.text] ?? 0 > 1 }) {
      guard let gateways = service.node["spec"]?["gateways"] else { continue }
      diagnostics.report(.unseenCondition("gateways", at: gateways.range))
    }
  }

  /// What a request may call a host: services of Kubernetes have longer and shorter names, and any may have a port.
  private static func globs(of host: String) -> [String] {
    var names = [host]
    let parts = host.split(separator: ".")
    if parts.count == 1, host != "*" { return [host, "\(host):*", "\(host).*"] }
    if host.hasSuffix(".svc.cluster.local"), parts.count == 5, !host.hasPrefix("*") {
      names += ["\(parts[0]).\(parts[1]).svc", "\(parts[0]).\(parts[1])"]
    }
    return names.flatMap { [$0, "\($0):*"] }
  }

  private static func reportLosses(of rule: KubernetesResource, in diagnostics: inout Diagnostics) {
    let policies =
      [rule.node["spec"]?["trafficPolicy"]]
      + (rule.node["spec"]?["subsets"]?.elements ?? []).map { $0["trafficPolicy"] }
    for policy in policies.compactMap({ $0 }) {
      if let detection = policy["outlierDetection"] {
        diagnostics.report(
          .policyLoss(
            "Hosts that fail are left out for a time. A rule does not choose hosts.", at: detection.range))
      }
      if let retries = policy["connectionPool"]?["http"]?["maxRetries"] {
        diagnostics.report(
          .policyLoss(
            "Envoy limits how many retries of the cluster run at a time. A rule does not count those.",
            at: retries.range))
      }
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

  private static let routeFields = [
    "name", "match", "route", "redirect", "directResponse", "delegate", "rewrite", "timeout", "retries",
    "fault",
    "mirror", "mirrors", "mirrorPercent", "mirror_percent", "mirrorPercentage", "corsPolicy", "headers",
  ]

  mutating func rules(of service: KubernetesResource, _ host: Node?, in diagnostics: inout Diagnostics)
    -> [EnvoyRules.Rule]
  {
    var request = RequestConditions()
    if let host { request.require("http.request.header.host", host) }
    var rules: [EnvoyRules.Rule] = []
    var isComplete = false
    for (index, route) in (service.node["spec"]?["http"]?.elements ?? []).enumerated() {
      if isComplete {
        diagnostics.report(
          .policyDoubt("This route has no effect: one before it takes every request.", at: route.range))
        break
      }
      var routed = request
      rules += self.rules(ofRoute: route, "\(service.name).\(index)", &routed, in: &diagnostics)
      isComplete = routed.count == request.count
    }
    return rules
      + (isComplete
        ? [] : [EnvoyRules.failed(ids.id("\(service.name).failed"), request, at: service.node.range)])
  }

  private mutating func rules(
    ofRoute node: Node, _ defaultName: String, _ request: inout RequestConditions,
    in diagnostics: inout Diagnostics
  ) -> [EnvoyRules.Rule] {
    guard var route = LegacyMapping(node, "a route", in: &diagnostics) else { return [] }
    let id = route.take("name")?.string ?? defaultName
    let matches = route.takeList("match", in: &diagnostics).map { IstioMatch.read($0, in: &diagnostics) }
    // Without any condition, a match takes every request.
    if !matches.isEmpty, matches.allSatisfy({ $0.count > 0 }) {
      request.require(anyOf: matches, at: node.range)
    }
    if let delegate = route.take("delegate") {
      diagnostics.report(
        .policyLoss("The routes of another virtual service are not read.", at: delegate.range))
    }
    let timeout = route.take("timeout").flatMap { value in
      value.goDuration("timeout", allowsZero: true, in: &diagnostics).map { (span: $0, place: value.range) }
    }
    .flatMap { $0.span.microseconds == 0 ? nil : $0 }
    let isForwarded = node["route"] != nil || node["redirect"] == nil && node["directResponse"] == nil
    let policy =
      if let retries = route.take("retries"), !retries.isNull {
        EnvoyRetryPolicy(istio: retries, in: &diagnostics)
      } else {
        EnvoyRetryPolicy(istioDefaultAt: node.range)
      }
    route.rejectKeys(otherThan: Self.routeFields, .ignored(by: "Kubernetes"), in: &diagnostics)
    var rules: [EnvoyRules.Rule] = []
    if isForwarded, let policy {
      policy.reportIdleTryTimeout(timeout?.span, "perTryTimeout", in: &diagnostics)
      let rule = policy.rule(ids.id(id), for: request, timeout: timeout, &matchers, in: &diagnostics)
      if let rule {
        rules.append(.init(node: rule, isRetry: true))
        if let timeout { diagnostics.report(.timeoutLoss(timeout.span, at: timeout.place)) }
      }
    }
    return rules + [EnvoyRules.failed(ids.id("\(id).failed"), request, at: node.range)]
  }
}

// MARK: - Matches

private enum IstioMatch {
  private static let fields = [
    "name", "uri", "scheme", "method", "authority", "headers", "port", "sourceLabels", "gateways",
    "queryParams",
    "ignoreUriCase", "withoutHeaders", "sourceNamespace", "statPrefix",
  ]
  /// What no record shows.
  private static let unseen = ["port", "sourceLabels", "gateways", "queryParams", "sourceNamespace"]

  static func read(_ node: Node, in diagnostics: inout Diagnostics) -> RequestConditions {
    var request = RequestConditions()
    guard var match = LegacyMapping(node, "a match", in: &diagnostics) else { return request }
    let ignoresCase = EnvoyHeaderMatcher.isTrue(match.take("ignoreUriCase"))
    for (key, attribute) in [
      ("uri", "url.path"), ("scheme", "url.scheme"), ("method", "http.request.method"),
      ("authority", "http.request.header.host"),
    ] {
      guard let value = match.take(key) else { continue }
      if key == "uri", value["prefix"]?.string == "/" { continue }
      if let operators = operators(value, ignoringCase: key == "uri" && ignoresCase, in: &diagnostics) {
        request.require(attribute, operators)
      }
    }
    for member in match.take("headers")?.members ?? [] {
      guard let operators = operators(member.value, in: &diagnostics) else { continue }
      request.require(attribute(member.key), operators)
    }
    for member in match.take("withoutHeaders")?.members ?? [] {
      guard let operators = operators(member.value, in: &diagnostics) else { continue }
      request.require(
        .mapping([("not", .attribute(attribute(member.key), operators))], at: member.value.range))
    }
    for key in unseen {
      guard let value = match.take(key) else { continue }
      diagnostics.report(.unseenCondition(key, at: value.range))
    }
    match.rejectKeys(otherThan: fields, .ignored(by: "Kubernetes"), in: &diagnostics)
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
  private static func operators(_ node: Node, ignoringCase: Bool = false, in diagnostics: inout Diagnostics)
    -> Node?
  {
    if node.isNull || node.members?.isEmpty ?? false { return .exists(true, at: node.range) }
    guard let member = node.members?.first, node.members?.count == 1,
      let name = ["exact": "equals", "prefix": "hasPrefix", "regex": "matches"][member.key],
      let text = member.value.string
    else {
      diagnostics.report(
        .policyFault(
          "This must be one of { exact: … }, { prefix: … } and { regex: … }, with a string.", at: node.range))
      return nil
    }
    // Not an expression, but read as “any” since ever.
    if member.key == "regex", text == "*" { return .exists(true, at: node.range) }
    return .operators(name, text, ignoringCase: ignoringCase, at: member.value.range)
  }
}

// MARK: - Retries

extension EnvoyRetryPolicy {
  private static let defaultConditions: [EnvoyRetryConditions.Word] = [
    .connectFailure, .refusedStream, .unavailable, .cancelled, .statusCodes,
  ]
  private static let fields = [
    "attempts", "perTryTimeout", "retryOn", "retryRemoteLocalities", "retryIgnorePreviousHosts", "backoff",
  ]

  /// What Istio does where nothing is written.
  fileprivate init(istioDefaultAt place: SourceRange) {
    self.place = place
    retries = (2, place)
    for word in Self.defaultConditions { conditions.add(word, at: place) }
  }

  fileprivate init?(istio node: Node, in diagnostics: inout Diagnostics) {
    guard var policy = LegacyMapping(node, "a retry policy", in: &diagnostics) else { return nil }
    place = node.range
    retries = (0, node.range)
    if let attempts = policy.take("attempts") {
      if case .integer(let count) = attempts.content, (0...Int64(Int32.max)).contains(count) {
        retries = (count, attempts.range)
      } else {
        diagnostics.report(.policyFault("“attempts” must be an integer of at least 0.", at: attempts.range))
      }
    }
    if retries.count == 0,
      let other = ["perTryTimeout", "retryOn", "retryRemoteLocalities"].first(where: { node[$0] != nil })
    {
      diagnostics.report(
        .policyFault(
          "Without “attempts” there are no retries, and Istio rejects “\(other)” beside it. Write how many, such as attempts: 2.",
          at: retries.place))
    }
    if let words = policy.take("retryOn") {
      readConditions(words, in: &diagnostics)
    } else {
      for word in Self.defaultConditions { conditions.add(word, at: node.range) }
    }
    if let value = policy.take("perTryTimeout"),
      let span = value.goDuration("perTryTimeout", in: &diagnostics)
    {
      tryTimeout = (span, value.range)
      diagnostics.report(.tryTimeoutLoss(at: value.range))
    }
    if let value = policy.take("backoff"), let span = value.goDuration("backoff", in: &diagnostics) {
      baseInterval = (span, value.range)
    }
    policy.rejectKeys(otherThan: Self.fields, .ignored(by: "Kubernetes"), in: &diagnostics)
  }

  /// Words and statuses, with commas between them.
  private mutating func readConditions(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let text = node.string ?? (node.isSingle ? node.text : nil), !text.isEmpty else {
      diagnostics.report(.policyFault("“retryOn” must be a string. It is \(node.kindName).", at: node.range))
      return
    }
    var codes: [Node] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let status = Int64(part), Self.knownStatuses.contains(status) {
        codes.append(.integer(status, at: node.range))
      } else if let word = EnvoyRetryConditions.Word(rawValue: String(part)) {
        conditions.add(word, at: node.range)
      } else {
        let names = EnvoyRetryConditions.Word.allCases.map { $0.rawValue }
        let trimmed = part.trimmed
        let advice =
          names.contains(trimmed) || Int64(trimmed) != nil
          ? " Write it without spaces around it." : Suggestion.question(for: trimmed, among: names)
        diagnostics.report(
          .policyFault("“\(part)” is no condition for retries. Istio rejects it.\(advice)", at: node.range))
      }
    }
    if !codes.isEmpty { conditions.add(.statusCodes, at: node.range) }
    conditions.add(statusCodes: codes, in: &diagnostics)
    conditions.reportWhatNoRecordShows(at: node.range, in: &diagnostics)
    conditions.reportHalves(statusCodes: codes.isEmpty ? nil : node, headers: nil, in: &diagnostics)
  }

  /// Those that Go's net/http has a text for.
  private static let knownStatuses = Set<Int64>(
    [100, 101, 102, 103, 226, 426, 428, 429, 431, 451, 510, 511] + Array(200...208) + Array(300...305) + [
      307, 308,
    ]
      + Array(400...418) + Array(421...425) + Array(500...508)
  )
}
