internal import Records
internal import RuleLanguage
internal import Source

/// Envoy's routes: which requests are tried again, by the policies of routes, virtual hosts and clusters.
///
/// The format: `config.route.v3.RouteConfiguration`, in a bootstrap file, in a discovery response or by itself. The first
/// virtual host with the request's domain decides, exact ones before wildcards, and in it the first route that matches.
/// What a policy means: ``EnvoyRetryPolicy``.
struct EnvoyRoutes: PolicyFormat {
  let name = "envoy"
  let summary = "Envoy: retry_policy of routes, virtual hosts and clusters"

  func recognizes(_ root: Node) -> Bool {
    guard root["apiVersion"] == nil else { return false }
    return root.field("static_resources")?.members != nil
      || root.messages(withList: "virtual_hosts").contains { configuration in
        configuration.field("virtual_hosts")?.elements?.contains { $0["domains"] != nil } ?? false
      }
  }

  func ruleFile(_ root: Node, in diagnostics: inout Diagnostics) -> Node {
    let place = root.range
    let isStatic = root.field("static_resources") != nil
    var reader = EnvoyRouteReader(
      root, isStatic ? .rejected(by: "Envoy") : .ignored(by: "Envoy"), in: &diagnostics)
    let configurations = root.messages(withList: "virtual_hosts").map { configuration in
      (configuration, reader.rules(of: configuration, in: &diagnostics))
    }
    .filter { !$0.1.isEmpty }
    var seen: Set<String> = []
    // Routes without a policy of their own share that of their virtual host.
    diagnostics.filter { seen.insert($0.description).inserted }
    let responders = Self.responders(configurations, at: place)
    return EnvoyRules.file("Envoy's routes", responders, reader.matchers, at: place)
  }

  /// One for all errors, or one for each of several configurations, whose name is the origin of their errors.
  private static func responders(_ configurations: [(node: Node, rules: [Node])], at place: SourceRange)
    -> [Node]
  {
    guard configurations.count > 1 else {
      let rules = Node.list(configurations.first?.rules ?? [], at: configurations.first?.node.range ?? place)
      return [EnvoyRules.responder("router", [("rules", rules)], at: place)]
    }
    var ids = RuleIDs()
    var responders = [EnvoyRules.responder(ids.id("envoy"), [], at: place)]
    var origins: Set<String> = []
    for (node, rules) in configurations {
      let name = node["name"]?.string ?? "routes"
      let id = ids.id(name)
      var members: [(String, Node)] = [("parent", .text("envoy", at: place))]
      if id != name, origins.insert(name).inserted {
        members.append(("origins", .list([.text(name, at: node.range)], at: node.range)))
      }
      members.append(("rules", .list(rules, at: node.range)))
      responders.append(EnvoyRules.responder(id, members, at: node.range))
    }
    return responders
  }
}

/// Reads route configurations one after the other.
private struct EnvoyRouteReader {
  private let consequence: LegacyMapping.Consequence
  /// By the name of the cluster: they replace those of routes.
  private var clusterPolicies: [String: EnvoyRetryPolicy] = [:]
  private(set) var matchers = EnvoyMatchers()
  private var ids = RuleIDs()
  private var saidTimeout = false

  private static let protocolOptions = "envoy.extensions.upstreams.http.v3.HttpProtocolOptions"
  private static let configurationFields = [
    "name", "virtual_hosts", "vhds", "internal_only_headers", "response_headers_to_add",
    "response_headers_to_remove", "request_headers_to_add", "request_headers_to_remove",
    "most_specific_header_mutations_wins", "validate_clusters", "max_direct_response_body_size_bytes",
    "cluster_specifier_plugins", "request_mirror_policies", "ignore_port_in_host_matching", "vhost_header",
    "ignore_path_parameters_in_path_matching", "typed_per_filter_config", "metadata", "@type",
  ]
  private static let hostFields = [
    "name", "domains", "routes", "matcher", "require_tls", "virtual_clusters", "rate_limits",
    "request_headers_to_add", "request_headers_to_remove", "response_headers_to_add",
    "response_headers_to_remove", "cors", "typed_per_filter_config", "include_request_attempt_count",
    "include_attempt_count_in_response", "retry_policy", "retry_policy_typed_config", "hedge_policy",
    "include_is_timeout_retry_header", "per_request_buffer_limit_bytes", "request_body_buffer_limit",
    "request_mirror_policies", "metadata",
  ]
  private static let routeFields = [
    "name", "match", "route", "redirect", "direct_response", "filter_action", "non_forwarding_action",
    "metadata", "decorator", "typed_per_filter_config", "request_headers_to_add", "request_headers_to_remove",
    "response_headers_to_add", "response_headers_to_remove", "tracing", "per_request_buffer_limit_bytes",
    "stat_prefix", "request_body_buffer_limit",
  ]
  private static let actionFields = [
    "cluster", "cluster_header", "weighted_clusters", "cluster_specifier_plugin",
    "inline_cluster_specifier_plugin", "cluster_not_found_response_code", "metadata_match", "prefix_rewrite",
    "regex_rewrite", "path_rewrite_policy", "path_rewrite", "host_rewrite_literal", "auto_host_rewrite",
    "host_rewrite_header", "host_rewrite_path_regex", "host_rewrite", "append_x_forwarded_host", "timeout",
    "idle_timeout", "flush_timeout", "early_data_policy", "retry_policy", "retry_policy_typed_config",
    "request_mirror_policies", "priority", "rate_limits", "include_vh_rate_limits", "hash_policy", "cors",
    "max_grpc_timeout", "grpc_timeout_offset", "upgrade_configs", "internal_redirect_policy",
    "internal_redirect_action", "max_internal_redirects", "hedge_policy", "max_stream_duration",
  ]

  init(_ root: Node, _ consequence: LegacyMapping.Consequence, in diagnostics: inout Diagnostics) {
    self.consequence = consequence
    for cluster in root.messages(withList: "clusters").flatMap({ $0["clusters"]?.elements ?? [] }) {
      let options = cluster.field("typed_extension_protocol_options")?[Self.protocolOptions]
      guard let name = cluster["name"]?.string, let policy = options?.field("retry_policy") else { continue }
      clusterPolicies[name] = EnvoyRetryPolicy(policy, consequence, in: &diagnostics)
    }
    for breaker in root.messages(withList: "thresholds") {
      for threshold in breaker["thresholds"]?.elements ?? [] {
        for field in ["max_retries", "retry_budget"] {
          guard let value = threshold.field(field) else { continue }
          diagnostics.report(
            .policyLoss(
              "Envoy limits how many retries of the cluster run at a time. A rule does not count those.",
              at: value.range))
        }
      }
    }
  }

  /// The rules of one route configuration, without those at the end that only cancel.
  mutating func rules(of node: Node, in diagnostics: inout Diagnostics) -> [Node] {
    guard var configuration = LegacyMapping(node, "a route configuration", in: &diagnostics) else {
      return []
    }
    let hosts = configuration.takeList(field: "virtual_hosts", in: &diagnostics).compactMap {
      EnvoyVirtualHost($0, in: &diagnostics)
    }
    let hostFields = ["ignore_port_in_host_matching", "vhost_header"].compactMap {
      configuration.take(field: $0)
    }
    configuration.rejectKeys(otherThan: Self.configurationFields, consequence, in: &diagnostics)
    EnvoyVirtualHost.reportRepetitions(in: hosts, in: &diagnostics)
    var rules: [EnvoyRules.Rule] = []
    let ordered = HostName.bySpecificity(hosts.map { $0.domains })
    for field in hostFields where ordered.contains(where: { $0.condition != nil }) {
      diagnostics.report(
        .policyLoss(
          "The rules compare the attribute “http.request.header.host”, as Envoy compares hosts without this.",
          at: field.range))
    }
    for (host, condition) in ordered {
      rules += self.rules(of: hosts[host], condition, in: &diagnostics)
    }
    return EnvoyRules.withoutLastFailures(rules)
  }

  private mutating func rules(
    of host: EnvoyVirtualHost, _ condition: Node?, in diagnostics: inout Diagnostics
  ) -> [EnvoyRules.Rule] {
    guard var mapping = LegacyMapping(host.node, "a virtual host", in: &diagnostics) else { return [] }
    let routes = mapping.takeList(field: "routes", in: &diagnostics)
    let policy = mapping.take(field: "retry_policy").flatMap {
      EnvoyRetryPolicy($0, consequence, in: &diagnostics)
    }
    reportUnreadable(&mapping, in: &diagnostics)
    if let matcher = mapping.take(field: "matcher") {
      diagnostics.report(.policyLoss("Routes that a match tree finds are not read.", at: matcher.range))
    }
    mapping.rejectKeys(otherThan: Self.hostFields, consequence, in: &diagnostics)
    var request = RequestConditions()
    if let condition { request.require("http.request.header.host", condition) }
    var rules: [EnvoyRules.Rule] = []
    var isComplete = false
    for route in routes {
      var routed = request
      rules += self.rules(ofRoute: route, host, &routed, policy, in: &diagnostics)
      isComplete = isComplete || routed.count == request.count
    }
    // A request without a route is answered with 404: no other virtual host is asked.
    return rules + (isComplete ? [] : [failed(host.name, request, at: host.node.range)])
  }

  private mutating func rules(
    ofRoute node: Node, _ host: EnvoyVirtualHost, _ request: inout RequestConditions,
    _ hostPolicy: EnvoyRetryPolicy?, in diagnostics: inout Diagnostics
  ) -> [EnvoyRules.Rule] {
    guard var route = LegacyMapping(node, "a route", in: &diagnostics) else { return [] }
    let path: String
    if let match = route.take("match") {
      path = EnvoyRouteMatch.read(match, into: &request, consequence, in: &diagnostics)
    } else {
      diagnostics.report(.policyFault("A route needs a “match”. Envoy rejects the config.", at: node.range))
      return []
    }
    let name = route.take("name")?.string
    let action = route.take("route").flatMap { LegacyMapping($0, "a route's action", in: &diagnostics) }
    route.rejectKeys(otherThan: Self.routeFields, consequence, in: &diagnostics)
    let id = name.flatMap { $0.isEmpty ? nil : $0 } ?? host.name + path.replacing("/", with: ".").trimmingDots
    var rules: [EnvoyRules.Rule] = []
    if let action, let retry = retry(action, id, request, hostPolicy, in: &diagnostics) {
      rules.append(.init(node: retry, isRetry: true))
    }
    return rules + [failed(id, request, at: node.range)]
  }

  /// The rule that keeps what a route does not try again from later ones.
  private mutating func failed(_ id: String, _ request: RequestConditions, at place: SourceRange)
    -> EnvoyRules.Rule
  {
    EnvoyRules.failed(ids.id("\(id).failed"), request, at: place)
  }

  private mutating func retry(
    _ action: LegacyMapping, _ id: String, _ request: RequestConditions, _ hostPolicy: EnvoyRetryPolicy?,
    in diagnostics: inout Diagnostics
  ) -> Node? {
    var action = action
    let cluster = action.take("cluster")?.string
    let own = action.take(field: "retry_policy").flatMap {
      EnvoyRetryPolicy($0, consequence, in: &diagnostics)
    }
    let policy = cluster.flatMap { clusterPolicies[$0] } ?? own ?? hostPolicy
    let written = action.take("timeout")
    let span = written.flatMap { $0.seconds("timeout", in: &diagnostics) }
    reportUnreadable(&action, in: &diagnostics)
    let duration = action.take(field: "max_stream_duration")
    action.rejectKeys(otherThan: Self.actionFields, consequence, in: &diagnostics)
    guard let policy else { return nil }
    let timeout = span ?? Self.defaultTimeout
    let limit = timeout.microseconds == 0 ? nil : (span: timeout, place: (written ?? action.node).range)
    policy.reportIdleTryTimeout(limit?.span, "per_try_timeout", in: &diagnostics)
    let rule = policy.rule(ids.id(id), for: request, timeout: limit, &matchers, in: &diagnostics)
    guard rule != nil else { return nil }
    if let limit, written != nil || !saidTimeout {
      diagnostics.report(.timeoutLoss(limit.span, at: written?.range ?? policy.place))
      saidTimeout = true
    }
    if let duration {
      diagnostics.report(
        .policyLoss("No rule ends a request after a time, its retries included.", at: duration.range))
    }
    return rule
  }

  private static let defaultTimeout = TimeSpan.seconds(15)

  private func reportUnreadable(_ mapping: inout LegacyMapping, in diagnostics: inout Diagnostics) {
    if let config = mapping.take(field: "retry_policy_typed_config") {
      diagnostics.report(.policyLoss("A retry policy that is an extension is not read.", at: config.range))
    }
    if let hedging = mapping.take(field: "hedge_policy"),
      EnvoyHeaderMatcher.isTrue(hedging.field("hedge_on_per_try_timeout"))
    {
      diagnostics.report(
        .policyLoss(
          "Hedging goes on with a try that is too slow, beside the next one. No rule can say that.",
          at: hedging.range))
    }
  }
}

extension String {
  /// Without dots at its end.
  fileprivate var trimmingDots: String {
    var text = self
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
