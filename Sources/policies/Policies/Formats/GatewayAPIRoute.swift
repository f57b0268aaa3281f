internal import Records
internal import RuleLanguage
internal import Source

/// HTTP routes of Kubernetes' Gateway API: which requests are tried again.
///
/// The format: `gateway.networking.k8s.io`, HTTPRoute, `apis/v1/httproute_types.go` and GEP-1731. Of all matches for a host the most
/// specific one decides. A gateway tries again after the codes, and after connections that fail or end and tries that take too long.
struct GatewayAPIRoute: TypedPolicyFormat {
  let name = "gateway-api"
  let noun = "HTTPRoute file"
  let summary = "Kubernetes Gateway API HTTPRoute: retry and timeouts"

  func recognizes(_ root: Node) -> Bool {
    KubernetesResource.all(in: PolicyValue(root, PolicyFindings())).contains { $0.isHTTPRoute }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let resources = KubernetesResource.all(in: root)
    for resource in resources { Self.reportBudget(of: resource) }
    // Of equal matches, the route that comes first in the alphabet decides; none of a file is the older one.
    let routes = resources.filter { $0.isHTTPRoute }.sorted { $0.fullName < $1.fullName }
    var reader = GatewayRouteReader()
    let matches = routes.map { reader.matches(of: $0) }
    let hosts = routes.map { route in
      let names = (route.value["spec"]?["hostnames"]?.elements ?? []).compactMap { name in
        name.string.map { HostName($0, at: name.place, globs: [$0.lowercased(), "\($0.lowercased()):*"]) }
      }
      return names.isEmpty ? [HostName("*", at: route.value.place)] : names
    }
    var rules: [ImportedRule] = []
    // Routes with the same names compete with one another.
    for group in HostName.sharedNames(hosts) {
      let sorted = group.owners.flatMap { matches[$0] }.enumerated().sorted {
        $0.element.rank == $1.element.rank ? $0.offset < $1.offset : $0.element.rank < $1.element.rank
      }
      for (_, match) in sorted { rules += reader.rules(of: match, group.condition) }
      if let condition = group.condition {
        var request = RequestConditions()
        request.require("http.request.header.host", condition)
        rules.append(reader.failed(group.name, request, at: condition.range))
      }
    }
    // A route with several host names is read for each of them.
    root.findings.removeRepetitions()
    let responder = ImportedResponder(
      id: "gateway", rules: EnvoyRules.withoutLastFailures(rules), otherwise: .cancel, place: root.place)
    return EnvoyRules.file("routes of the Gateway API", [responder], reader.matchers, at: root.place)
  }

  private static func reportBudget(of resource: KubernetesResource) {
    guard resource.kind == "XBackendTrafficPolicy" || resource.kind == "BackendTrafficPolicy" else { return }
    resource.value["spec"]?["retryConstraint"]?.lost(
      "A budget is a share of all requests to a backend, those that succeed included. A rule does not count those."
    )
    resource.value["spec"]?["retry"]?.lost("The retries of this policy for a backend's traffic are not read.")
  }
}

extension KubernetesResource {
  fileprivate var isHTTPRoute: Bool { group == "gateway.networking.k8s.io" && kind == "HTTPRoute" }

  fileprivate var fullName: String { "\(namespace ?? "default")/\(name)" }
}

/// One match of a rule, with the retries of the rule.
private struct GatewayMatch {
  let id: String
  let request: RequestConditions
  /// The more specific match comes first.
  let rank: Rank
  let place: SourceRange
  let policy: EnvoyRetryPolicy?
  let timeout: Setting<TimeSpan>?

  /// Exact paths first, then expressions, then prefixes, the longer ones first; then by method, and by the number of headers and
  /// query parameters.
  struct Rank: Comparable {
    var path = 2
    var length = 0
    var hasMethod = false
    var headers = 0
    var parameters = 0

    private var parts: [Int] { [path, -length, hasMethod ? 0 : 1, -headers, -parameters] }

    static func < (first: Rank, second: Rank) -> Bool { first.parts.lexicographicallyPrecedes(second.parts) }
  }
}

private struct GatewayRouteReader {
  private(set) var matchers = EnvoyMatchers()
  private var ids = RuleIDs()

  mutating func failed(_ name: String, _ request: RequestConditions, at place: SourceRange) -> ImportedRule {
    EnvoyRules.failed(ids.id("\(name).failed"), request, at: place)
  }

  mutating func rules(of match: GatewayMatch, _ host: Node?) -> [ImportedRule] {
    var request = RequestConditions()
    if let host { request.require("http.request.header.host", host) }
    request.require(anyOf: [match.request], at: match.place)
    var rules: [ImportedRule] = []
    if let policy = match.policy,
      let rule = policy.rule(ids.id(match.id), for: request, timeout: match.timeout, &matchers)
    {
      rules.append(rule)
    }
    return rules + [failed(match.id, request, at: match.place)]
  }

  func matches(of route: KubernetesResource) -> [GatewayMatch] {
    (route.value["spec"]?["rules"]?.elements ?? []).enumerated().flatMap { index, rule in
      matches(ofRule: rule, "\(route.name).\(index)")
    }
  }

  private func matches(ofRule value: PolicyValue, _ defaultName: String) -> [GatewayMatch] {
    guard let rule = value.mapping("a rule of a route") else { return [] }
    let id = rule.take("name")?.string ?? defaultName
    let limits = rule.take("timeouts")
    func limit(_ key: String) -> Setting<TimeSpan>? {
      limits?[key]?.goDuration(allowsZero: true).flatMap { $0.value.microseconds > 0 ? $0 : nil }
    }
    let timeout = limit("request")
    let tryTimeout = limit("backendRequest")
    var policy: EnvoyRetryPolicy?
    if let retry = rule.take("retry"), !retry.isNull {
      policy = EnvoyRetryPolicy(gateway: retry, tryTimeout: tryTimeout)
      policy?.reportIdleTryTimeout(timeout?.value, "backendRequest")
      if let timeout { timeout.source.timeoutLost(timeout.value) }
    }
    let matches = rule.list("matches")
    let read =
      matches.isEmpty ? [(RequestConditions(), GatewayMatch.Rank(length: 1))] : matches.map { match($0) }
    return read.map { request, rank in
      GatewayMatch(id: id, request: request, rank: rank, place: value.place, policy: policy, timeout: timeout)
    }
  }

  private func match(_ value: PolicyValue) -> (RequestConditions, GatewayMatch.Rank) {
    var (request, rank) = (RequestConditions(), GatewayMatch.Rank(length: 1))
    guard let match = value.mapping("a match") else { return (request, rank) }
    if let path = match.take("path"), !path.isNull { read(path, &request, &rank) }
    if let method = match.take("method"), let name = method.string {
      rank.hasMethod = true
      request.require("http.request.method", .operators("equals", name, at: method.place))
    }
    for header in match.list("headers") {
      rank.headers += 1
      guard let name = header["name"]?.string, let value = header["value"], let text = value.string else {
        header.fault("A header needs a “name” and a “value”, both strings.")
        continue
      }
      let isExpression = header["type"]?.string == "RegularExpression"
      request.require(
        "http.request.header.\(name.lowercased())",
        .operators(isExpression ? "matches" : "equals", text, at: value.place))
    }
    if let parameters = match.take("queryParams") {
      rank.parameters = parameters.elements?.count ?? 0
      parameters.unseen()
    }
    return (request, rank)
  }

  private func read(_ path: PolicyValue, _ request: inout RequestConditions, _ rank: inout GatewayMatch.Rank)
  {
    let text = path["value"]?.string ?? "/"
    let value = path["value"] ?? path
    rank.length = text.count
    switch path["type"]?.string ?? "PathPrefix" {
    case "Exact":
      rank.path = 0
      request.require("url.path", .operators("equals", text, at: value.place))
    case "RegularExpression":
      rank.path = 1
      request.require("url.path", .operators("matches", text, at: value.place))
    case "PathPrefix":
      // By whole elements: “/foo” is not the beginning of “/foobar”.
      let prefix = text.hasSuffix("/") ? String(text.dropLast()) : text
      if !prefix.isEmpty { request.require("url.path", .pathPrefix(prefix, at: value.place)) }
    case let type:
      let question = Suggestion.question(for: type, among: ["Exact", "PathPrefix", "RegularExpression"])
      value.fault("“\(type)” is not a type of a path's match. Kubernetes rejects it.\(question)")
    }
  }
}

extension EnvoyRetryPolicy {
  fileprivate init?(gateway value: PolicyValue, tryTimeout: Setting<TimeSpan>?) {
    guard let retry = value.mapping("a retry") else { return nil }
    source = value
    retries = value.setting(2)
    self.tryTimeout = tryTimeout
    tryTimeout?.source.tryTimeoutLost()
    if let attempts = retry.take("attempts"), !attempts.isNull {
      let wanted = "an integer of at least 1. It does not include the first try"
      retries = attempts.integer(1...Int64(Int32.max), wanted) ?? retries
    }
    conditions.add(.reset, at: value)
    for code in retry.list("codes") {
      guard case .integer(let status) = code.node.content, (400...599).contains(status) else {
        code.fault("A code must be an integer from 400 to 599. Kubernetes rejects it.")
        continue
      }
      conditions.add(.statusCodes, at: code)
      conditions.add(statusCodes: [code])
    }
    if value["attempts"] == nil {
      value.lost(
        "Without “attempts” a gateway chooses how often it tries again. The rule says twice, as Istio and Envoy Gateway do."
      )
    }
    if let backoff = retry.take("backoff"), !backoff.isNull {
      fixedDelay = backoff.goDuration()
      backoff.lost("A gateway waits at least so long, and may wait longer. The rule does not.")
    } else {
      value.lost("Without “backoff” a gateway chooses its delays. The rule has Envoy's.")
    }
  }
}
