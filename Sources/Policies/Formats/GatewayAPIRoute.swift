internal import Records
internal import RuleLanguage
internal import Source

/// HTTP routes of Kubernetes' Gateway API: which requests are tried again.
///
/// The format: `gateway.networking.k8s.io`, HTTPRoute, `apis/v1/httproute_types.go` and GEP-1731. Of all matches for a host the most
/// specific one decides. A gateway tries again after the codes, and after connections that fail or end and tries that take too long.
struct GatewayAPIRoute: PolicyFormat {
  let name = "gateway-api"
  let summary = "Kubernetes Gateway API HTTPRoute: retry and timeouts"

  func recognizes(_ root: Node) -> Bool {
    KubernetesResource.all(in: root).contains { $0.isHTTPRoute }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let resources = KubernetesResource.all(in: root)
    for resource in resources { Self.reportBudget(of: resource, in: &diagnostics) }
    // Of equal matches, the route that comes first in the alphabet decides; none of a file is the older one.
    let routes = resources.filter { $0.isHTTPRoute }.sorted { $0.fullName < $1.fullName }
    var reader = GatewayRouteReader()
    let matches = routes.map { reader.matches(of: $0, in: &diagnostics) }
    let hosts = routes.map { route in
      let names = (route.node["spec"]?["hostnames"]?.elements ?? []).compactMap { name in
        name.string.map { HostName($0, at: name.range, globs: [$0.lowercased(), "\($0.lowercased()):*"]) }
      }
      return names.isEmpty ? [HostName("*", at: route.node.range)] : names
    }
    var rules: [EnvoyRules.Rule] = []
    // Routes with the same names compete with one another.
    for group in HostName.sharedNames(hosts) {
      let sorted = group.owners.flatMap { matches[$0] }.enumerated().sorted {
        $0.element.rank == $1.element.rank ? $0.offset < $1.offset : $0.element.rank < $1.element.rank
      }
      for (_, match) in sorted { rules += reader.rules(of: match, group.condition, in: &diagnostics) }
      if let condition = group.condition {
        var request = RequestConditions()
        request.require("http.request.header.host", condition)
        rules.append(reader.failed(group.name, request, at: condition.range))
      }
    }
    var seen: Set<String> = []
    // A route with several host names is read for each of them.
    diagnostics.filter { seen.insert($0.description).inserted }
    let list = Node.list(EnvoyRules.withoutLastFailures(rules), at: root.range)
    let responder = EnvoyRules.responder("gateway", [("rules", list)], at: root.range)
    return EnvoyRules.file("routes of the Gateway API", [responder], reader.matchers, at: root.range)
  }

  private static func reportBudget(of resource: KubernetesResource, in diagnostics: inout Diagnostics) {
    guard resource.kind == "XBackendTrafficPolicy" || resource.kind == "BackendTrafficPolicy" else { return }
    if let constraint = resource.node["spec"]?["retryConstraint"] {
      diagnostics.report(
        .policyLoss(
          "A budget is a share of all requests to a backend, those that succeed included. A rule does not count those.",
          at: constraint.range))
    }
    if let retry = resource.node["spec"]?["retry"] {
      diagnostics.report(
        .policyLoss("The retries of this policy for a backend's traffic are not read.", at: retry.range))
    }
  }
}

extension KubernetesResource {
  fileprivate var isHTTPRoute: Bool { group == "gateway.networking.k8s.io" && kind == "HTTPRoute" }

  fileprivate var fullName: String { "\(namespace ?? "default")/\(name)" }
}

/// One match of a rule, with what the rule says about retries.
private struct GatewayMatch {
  let id: String
  let request: RequestConditions
  /// The more specific match comes first.
  let rank: Rank
  let place: SourceRange
  let policy: EnvoyRetryPolicy?
  let timeout: (span: TimeSpan, place: SourceRange)?

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

  private static let ruleFields = [
    "name", "matches", "filters", "backendRefs", "timeouts", "retry", "sessionPersistence",
  ]
  private static let matchFields = ["path", "headers", "queryParams", "method"]

  mutating func failed(_ name: String, _ request: RequestConditions, at place: SourceRange) -> EnvoyRules.Rule
  {
    EnvoyRules.failed(ids.id("\(name).failed"), request, at: place)
  }

  mutating func rules(of match: GatewayMatch, _ host: Node?, in diagnostics: inout Diagnostics) -> [EnvoyRules
    .Rule]
  {
    var request = RequestConditions()
    if let host { request.require("http.request.header.host", host) }
    request.require(anyOf: [match.request], at: match.place)
    var rules: [EnvoyRules.Rule] = []
    if let policy = match.policy {
      let rule = policy.rule(
        ids.id(match.id), for: request, timeout: match.timeout, &matchers, in: &diagnostics)
      if let rule { rules.append(.init(node: rule, isRetry: true)) }
    }
    return rules + [failed(match.id, request, at: match.place)]
  }

  mutating func matches(of route: KubernetesResource, in diagnostics: inout Diagnostics) -> [GatewayMatch] {
    (route.node["spec"]?["rules"]?.elements ?? []).enumerated().flatMap { index, node in
      matches(ofRule: node, "\(route.name).\(index)", in: &diagnostics)
    }
  }

  private mutating func matches(ofRule node: Node, _ defaultName: String, in diagnostics: inout Diagnostics)
    -> [GatewayMatch]
  {
    guard var rule = LegacyMapping(node, "a rule of a route", in: &diagnostics) else { return [] }
    let id = rule.take("name")?.string ?? defaultName
    let limits = rule.take("timeouts")
    let timeout = limits?["request"].flatMap { limit($0, "request", in: &diagnostics) }
    let tryTimeout = limits?["backendRequest"].flatMap { limit($0, "backendRequest", in: &diagnostics) }
    var policy: EnvoyRetryPolicy?
    if let retry = rule.take("retry"), !retry.isNull {
      policy = EnvoyRetryPolicy(gateway: retry, tryTimeout: tryTimeout, in: &diagnostics)
      policy?.reportIdleTryTimeout(timeout?.span, "backendRequest", in: &diagnostics)
      if let timeout { diagnostics.report(.timeoutLoss(timeout.span, at: timeout.place)) }
    }
    let matches = rule.takeList("matches", in: &diagnostics)
    rule.rejectKeys(otherThan: Self.ruleFields, .ignored(by: "Kubernetes"), in: &diagnostics)
    let read =
      matches.isEmpty
      ? [(RequestConditions(), GatewayMatch.Rank(length: 1))]
      : matches.map { self.match($0, in: &diagnostics) }
    return read.map { request, rank in
      GatewayMatch(id: id, request: request, rank: rank, place: node.range, policy: policy, timeout: timeout)
    }
  }

  private func limit(_ node: Node, _ key: String, in diagnostics: inout Diagnostics) -> (
    span: TimeSpan, place: SourceRange
  )? {
    guard let span = node.goDuration(key, allowsZero: true, in: &diagnostics), span.microseconds > 0 else {
      return nil
    }
    return (span, node.range)
  }

  private func match(_ node: Node, in diagnostics: inout Diagnostics) -> (
    RequestConditions, GatewayMatch.Rank
  ) {
    var (request, rank) = (RequestConditions(), GatewayMatch.Rank(length: 1))
    guard var match = LegacyMapping(node, "a match", in: &diagnostics) else { return (request, rank) }
    if let path = match.take("path"), !path.isNull { read(path, &request, &rank, in: &diagnostics) }
    if let method = match.take("method"), let name = method.string {
      rank.hasMethod = true
      request.require("http.request.method", .operators("equals", name, at: method.range))
    }
    for header in match.takeList("headers", in: &diagnostics) {
      rank.headers += 1
      guard let name = header["name"]?.string, let value = header["value"], let text = value.string else {
        diagnostics.report(
          .policyFault("A header needs a “name” and a “value”, both strings.", at: header.range))
        continue
      }
      let isExpression = header["type"]?.string == "RegularExpression"
      request.require(
        "http.request.header.\(name.lowercased())",
        .operators(isExpression ? "matches" : "equals", text, at: value.range))
    }
    if let parameters = match.take("queryParams") {
      rank.parameters = parameters.elements?.count ?? 0
      diagnostics.report(.unseenCondition("queryParams", at: parameters.range))
    }
    match.rejectKeys(otherThan: Self.matchFields, .ignored(by: "Kubernetes"), in: &diagnostics)
    return (request, rank)
  }

  private func read(
    _ path: Node, _ request: inout RequestConditions, _ rank: inout GatewayMatch.Rank,
    in diagnostics: inout Diagnostics
  ) {
    let text = path["value"]?.string ?? "/"
    let place = path["value"]?.range ?? path.range
    rank.length = text.count
    switch path["type"]?.string ?? "PathPrefix" {
    case "Exact":
      rank.path = 0
      request.require("url.path", .operators("equals", text, at: place))
    case "RegularExpression":
      rank.path = 1
      request.require("url.path", .operators("matches", text, at: place))
    case "PathPrefix":
      // By whole elements: “/foo” is not the beginning of “/foobar”.
      let prefix = text.hasSuffix("/") ? String(text.dropLast()) : text
      if !prefix.isEmpty { request.require("url.path", .pathPrefix(prefix, at: place)) }
    case let type:
      let question = Suggestion.question(for: type, among: ["Exact", "PathPrefix", "RegularExpression"])
      diagnostics.report(
        .policyFault("“\(type)” is no type of a path's match. Kubernetes rejects it.\(question)", at: place))
    }
  }
}

extension EnvoyRetryPolicy {
  private static let fields = ["codes", "attempts", "backoff"]

  fileprivate init?(
    gateway node: Node, tryTimeout: (span: TimeSpan, place: SourceRange)?, in diagnostics: inout Diagnostics
  ) {
    guard var retry = LegacyMapping(node, "a retry", in: &diagnostics) else { return nil }
    place = node.range
    retries = (2, node.range)
    self.tryTimeout = tryTimeout
    if let tryTimeout { diagnostics.report(.tryTimeoutLoss(at: tryTimeout.place)) }
    if let attempts = retry.take("attempts"), !attempts.isNull {
      if case .integer(let count) = attempts.content, (1...Int64(Int32.max)).contains(count) {
        retries = (count, attempts.range)
      } else {
        diagnostics.report(
          .policyFault(
            "“attempts” must be an integer of at least 1. It does not include the first try.",
            at: attempts.range))
      }
    }
    conditions.add(.reset, at: node.range)
    let codes = retry.takeList("codes", in: &diagnostics)
    for code in codes {
      guard case .integer(let status) = code.content, (400...599).contains(status) else {
        diagnostics.report(
          .policyFault("A code must be an integer from 400 to 599. Kubernetes rejects it.", at: code.range))
        continue
      }
      conditions.add(.statusCodes, at: code.range)
      conditions.add(statusCodes: [code], in: &diagnostics)
    }
    if node["attempts"] == nil {
      diagnostics.report(
        .policyLoss(
          "Without “attempts” a gateway chooses how often it tries again. The rule says twice, as Istio and Envoy Gateway do.",
          at: node.range))
    }
    if let value = retry.take("backoff"), !value.isNull {
      fixedDelay = value.goDuration("backoff", in: &diagnostics).map { ($0, value.range) }
      diagnostics.report(
        .policyLoss(
          "A gateway waits at least so long, and may wait longer. The rule does not.", at: value.range))
    } else {
      diagnostics.report(
        .policyLoss("Without “backoff” a gateway chooses its delays. The rule has Envoy's.", at: node.range))
    }
    retry.rejectKeys(otherThan: Self.fields, .ignored(by: "Kubernetes"), in: &diagnostics)
  }
}
