internal import Records
internal import RuleLanguage
internal import Source

/// Envoy's routes: which requests are tried again, by the policies of routes, virtual hosts and clusters.
///
/// The format: `config.route.v3.RouteConfiguration`, in a bootstrap file, in a discovery response or by itself. The first
/// virtual host with the request's domain decides, exact ones before wildcards, and in it the first route that matches.
/// What a policy means: ``EnvoyRetryPolicy``.
struct EnvoyRoutes: TypedPolicyFormat {
  let name = "envoy"
  let noun = "Envoy configuration"
  let summary = "Envoy: retry_policy of routes, virtual hosts and clusters"

  func recognizes(_ root: Node) -> Bool {
    guard root["apiVersion"] == nil else { return false }
    let root = PolicyValue(root, PolicyFindings(), .protocolBuffers)
    return root["static_resources"]?.members != nil
      || root.messages(withList: "virtual_hosts").contains { configuration in
        configuration["virtual_hosts"]?.elements?.contains { $0["domains"] != nil || $0["routes"] != nil }
          ?? false
      }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    let root = root.reading(.protocolBuffers)
    var reader = EnvoyRouteReader(root)
    let messages = root.messages(withList: "virtual_hosts")
    // They may stand in extensions, whose fields the grammar does not have.
    for message in messages { grammar(of: root.node).report(in: message, as: "configuration") }
    let configurations = messages.map { ($0, reader.rules(of: $0)) }
      .filter { !$0.1.isEmpty }
    // Routes without a policy of their own share that of their virtual host.
    root.findings.removeRepetitions()
    let responders = Self.responders(configurations, at: root.place)
    return EnvoyRules.file("Envoy's routes", responders, reader.matchers, at: root.place)
  }

  /// One for all errors, or one for each of several configurations, whose name is the origin of their errors.
  private static func responders(
    _ configurations: [(value: PolicyValue, rules: [ImportedRule])], at place: SourceRange
  ) -> [ImportedResponder] {
    guard configurations.count > 1 else {
      let only = configurations.first
      return [
        ImportedResponder(
          id: "router", rules: only?.rules ?? [], otherwise: .cancel, place: place,
          rulesPlace: only?.value.place)
      ]
    }
    var ids = RuleIDs()
    var responders = [ImportedResponder(id: ids.id("envoy"), otherwise: .cancel, place: place)]
    var origins: Set<String> = []
    for (value, rules) in configurations {
      let name = value["name"]?.string ?? "routes"
      var responder = ImportedResponder(
        id: ids.id(name), parent: "envoy", rules: rules, otherwise: .cancel, place: value.place)
      responder.parentPlace = place
      if responder.id != name, origins.insert(name).inserted { responder.origins = [.text(name)] }
      responders.append(responder)
    }
    return responders
  }
}

/// Reads route configurations one after the other.
private struct EnvoyRouteReader {
  /// The policies of clusters by name, which replace those of routes.
  private var clusterPolicies: [String: EnvoyRetryPolicy] = [:]
  private(set) var matchers = EnvoyMatchers()
  private var ids = RuleIDs()
  private var saidTimeout = false

  private static let protocolOptions = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"

  init(_ root: PolicyValue) {
    for cluster in root.messages(withList: "clusters").flatMap({ $0["clusters"]?.elements ?? [] }) {
      let options = cluster["typed_extension_protocol_options"]?[Self.protocolOptions]
      guard let name = cluster["name"]?.string, let policy = options?["retry_policy"] else { continue }
      clusterPolicies[name] = EnvoyRetryPolicy(policy)
    }
    for threshold in root.messages(withList: "thresholds").flatMap({ $0["thresholds"]?.elements ?? [] }) {
      for field in ["max_retries", "retry_budget"] {
        threshold[field]?.lost(
          "Envoy limits how many retries of the cluster run at a time. A rule does not count those.")
      }
    }
  }

  /// The rules of one route configuration, without those at the end that only cancel.
  mutating func rules(of value: PolicyValue) -> [ImportedRule] {
    guard let configuration = value.mapping("a route configuration") else { return [] }
    let hosts = configuration.list("virtual_hosts").compactMap { EnvoyVirtualHost($0) }
    let hostFields = ["ignore_port_in_host_matching", "vhost_header"].compactMap { configuration.take($0) }
    EnvoyVirtualHost.reportRepetitions(in: hosts)
    let ordered = HostName.bySpecificity(hosts.map { $0.domains })
    for field in hostFields where ordered.contains(where: { $0.condition != nil }) {
      field.lost(
        "The rules compare the attribute “http.request.header.host”, as Envoy compares hosts without this.")
    }
    var rules: [ImportedRule] = []
    for (host, condition) in ordered { rules += self.rules(of: hosts[host], condition) }
    return EnvoyRules.withoutLastFailures(rules)
  }

  private mutating func rules(of host: EnvoyVirtualHost, _ condition: Node?) -> [ImportedRule] {
    guard let mapping = host.value.mapping("a virtual host") else { return [] }
    let routes = mapping.list("routes")
    let policy = mapping.take("retry_policy").flatMap { EnvoyRetryPolicy($0) }
    reportUnreadable(mapping)
    mapping.take("matcher")?.lost("Routes that a match tree finds are not read.")
    var request = RequestConditions()
    if let condition { request.require("http.request.header.host", condition) }
    var rules: [ImportedRule] = []
    var isComplete = false
    for route in routes {
      var routed = request
      rules += self.rules(ofRoute: route, host, &routed, policy)
      isComplete = isComplete || routed.count == request.count
    }
    // A request without a route is answered with 404: no other virtual host is asked.
    return rules + (isComplete ? [] : [failed(host.name, request, at: host.value.place)])
  }

  private mutating func rules(
    ofRoute value: PolicyValue, _ host: EnvoyVirtualHost, _ request: inout RequestConditions,
    _ hostPolicy: EnvoyRetryPolicy?
  ) -> [ImportedRule] {
    guard let route = value.mapping("a route") else { return [] }
    guard let match = route.takeWritten("match") else {
      value.fault("A route needs a “match”. Envoy rejects the config.")
      return []
    }
    let path = EnvoyRouteMatch.read(match, into: &request)
    let name = route.takeWritten("name")?.string
    let action = route.takeWritten("route")?.mapping("a route's action")
    let id = name.flatMap { $0.isEmpty ? nil : $0 } ?? host.name + path.replacing("/", with: ".").trimmingDots
    let retry = action.flatMap { self.retry($0, id, request, hostPolicy) }
    return (retry.map { [$0] } ?? []) + [failed(id, request, at: value.place)]
  }

  /// The rule that keeps what a route does not try again from later ones.
  private mutating func failed(_ id: String, _ request: RequestConditions, at place: SourceRange)
    -> ImportedRule
  {
    EnvoyRules.failed(ids.id("\(id).failed"), request, at: place)
  }

  private mutating func retry(
    _ action: PolicyMapping, _ id: String, _ request: RequestConditions, _ hostPolicy: EnvoyRetryPolicy?
  ) -> ImportedRule? {
    let cluster = action.takeWritten("cluster")?.string
    let own = action.take("retry_policy").flatMap { EnvoyRetryPolicy($0) }
    let policy = cluster.flatMap { clusterPolicies[$0] } ?? own ?? hostPolicy
    let written = action.takeWritten("timeout")
    let span = written?.duration(ProtobufDuration())?.value ?? Self.defaultTimeout
    reportUnreadable(action)
    let duration = action.take("max_stream_duration")
    guard let policy else { return nil }
    let timeout = span.microseconds == 0 ? nil : (written ?? action.value).setting(span)
    policy.reportIdleTryTimeout(timeout?.value, "per_try_timeout")
    guard let rule = policy.rule(ids.id(id), for: request, timeout: timeout, &matchers) else { return nil }
    if let timeout, written != nil || !saidTimeout {
      (written ?? policy.source).timeoutLost(timeout.value)
      saidTimeout = true
    }
    duration?.lost("No rule ends a request after a time, its retries included.")
    return rule
  }

  private static let defaultTimeout = TimeSpan.seconds(15)

  private func reportUnreadable(_ mapping: PolicyMapping) {
    mapping.take("retry_policy_typed_config")?.lost("A retry policy that is an extension is not read.")
    if let hedging = mapping.take("hedge_policy"), hedging["hedge_on_per_try_timeout"]?.isTrue == true {
      hedging.lost("Hedging goes on with a try that is too slow, beside the next one. No rule can say that.")
    }
  }
}

extension PolicyValue {
  /// The mappings that have a list in this field, wherever they stand, but not those within one another.
  fileprivate func messages(withList field: String) -> [PolicyValue] {
    if self[field]?.elements != nil { return [self] }
    let inner = elements ?? members?.map { with($0.value) } ?? []
    return inner.flatMap { $0.messages(withList: field) }
  }
}

extension String {
  /// The text without the dots at its end.
  fileprivate var trimmingDots: String {
    var text = self
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
