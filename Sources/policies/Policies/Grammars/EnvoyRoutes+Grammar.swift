internal import RuleLanguage
internal import Source

/// The fields of `config.route.v3`: `route.proto` and `route_components.proto` of Envoy's API.
extension EnvoyRoutes {
  /// A bootstrap file is rejected for an unknown field, a discovery response is not.
  func grammar(of root: Node) -> PolicyGrammar {
    root["static_resources"] != nil || root["staticResources"] != nil ? Self.bootstrap : Self.response
  }

  package func lack(of root: Node) -> String {
    "It has neither “static_resources” nor “virtual_hosts”, a list of mappings with “domains”."
  }

  private static let bootstrap = grammar(.rejected(by: "Envoy"))
  private static let response = grammar(.ignored(by: "Envoy"))

  /// Whether a value says that it is of another type.
  private static func isOther(_ value: Node, than type: String) -> Bool {
    value["@type"]?.string.map { !$0.hasSuffix(".\(type)") } ?? false
  }

  private static func grammar(_ answer: PolicyAnswer) -> PolicyGrammar {
    PolicyGrammar(
      dialect: .protocolBuffers,
      kinds: [
        "root": { isConfiguration($0) ? "configuration" : nil },
        "configuration": { isOther($0, than: "RouteConfiguration") ? "other" : nil },
        "manager": { isOther($0, than: "HttpConnectionManager") ? "other" : nil },
      ],
      [
        "root": .init(
          "a configuration", answer, isOuter: true, "static_resources:resources virtual_hosts:host",
          "resources:configuration"),
        "resources": .init(
          "the static resources", answer, isOuter: true, "listeners:listener clusters:cluster secrets"),
        "listener": .init(
          "a listener", answer, isOuter: true, "filter_chains:chain default_filter_chain:chain"),
        "chain": .init("a filter chain", answer, isOuter: true, "filters:filter"),
        "filter": .init("a filter", answer, isOuter: true, "name typed_config:manager"),
        "manager": .init(
          "a filter's config", answer, isOuter: true, "stat_prefix route_config:configuration"),
        "cluster": .init(
          "a cluster", answer, isOuter: true, "name typed_extension_protocol_options:options"),
        "options": .init("the options of protocols", answer, "*:protocol"),
        "protocol": .init("the options of a protocol", answer, isOuter: true, "retry_policy:policy"),
        "configuration.other": .init("a resource", answer, isOuter: true),
        "manager.other": .init("a filter's config", answer, isOuter: true),
        "root.configuration": configuration(answer),
        "configuration": configuration(answer),
        "host": .init(
          "a virtual host", answer,
          "name domains routes:route matcher require_tls virtual_clusters rate_limits",
          "request_headers_to_add request_headers_to_remove response_headers_to_add",
          "response_headers_to_remove cors typed_per_filter_config include_request_attempt_count",
          "include_attempt_count_in_response retry_policy:policy retry_policy_typed_config hedge_policy",
          "include_is_timeout_retry_header per_request_buffer_limit_bytes request_body_buffer_limit",
          "request_mirror_policies metadata"),
        "route": .init(
          "a route", answer,
          "name match:match route:action redirect direct_response filter_action non_forwarding_action",
          "metadata decorator typed_per_filter_config request_headers_to_add request_headers_to_remove",
          "response_headers_to_add response_headers_to_remove tracing per_request_buffer_limit_bytes",
          "stat_prefix request_body_buffer_limit"),
        "action": .init(
          "a route's action", answer,
          "cluster cluster_header weighted_clusters cluster_specifier_plugin",
          "inline_cluster_specifier_plugin cluster_not_found_response_code metadata_match prefix_rewrite",
          "regex_rewrite path_rewrite_policy path_rewrite host_rewrite_literal auto_host_rewrite",
          "host_rewrite_header host_rewrite_path_regex host_rewrite append_x_forwarded_host timeout",
          "idle_timeout flush_timeout early_data_policy retry_policy:policy retry_policy_typed_config",
          "request_mirror_policies priority rate_limits include_vh_rate_limits hash_policy cors",
          "max_grpc_timeout grpc_timeout_offset upgrade_configs internal_redirect_policy",
          "internal_redirect_action max_internal_redirects hedge_policy max_stream_duration"),
        "match": .init(
          "a route's match", answer,
          "prefix path safe_regex connect_matcher path_separated_prefix path_match_policy case_sensitive",
          "runtime_fraction headers:header query_parameters cookies grpc tls_context dynamic_metadata",
          "filter_state"),
        "policy": .init(
          "a retry policy", answer,
          "retry_on num_retries per_try_timeout per_try_idle_timeout retry_priority retry_host_predicate",
          "retry_options_predicates host_selection_retry_max_attempts retriable_status_codes",
          "retry_back_off:backoff rate_limited_retry_back_off retriable_headers:header",
          "retriable_request_headers:header refresh_cluster_on_retry"),
        "backoff": .init("a retry back-off", answer, "base_interval max_interval"),
        "header": .init(
          "a header matcher", answer,
          "name exact_match safe_regex_match range_match present_match prefix_match suffix_match",
          "contains_match string_match:string invert_match treat_missing_header_as_empty"),
        "string": .init(
          "a string matcher", answer,
          "exact prefix suffix safe_regex contains custom ignore_case"),
      ])
  }

  private static func isConfiguration(_ root: Node) -> Bool {
    root["virtual_hosts"]?.elements != nil || root["virtualHosts"]?.elements != nil
  }

  private static func configuration(_ answer: PolicyAnswer) -> PolicyGrammar.Mapping {
    .init(
      "a route configuration", answer,
      "name virtual_hosts:host vhds internal_only_headers response_headers_to_add",
      "response_headers_to_remove request_headers_to_add request_headers_to_remove",
      "most_specific_header_mutations_wins validate_clusters max_direct_response_body_size_bytes",
      "cluster_specifier_plugins request_mirror_policies ignore_port_in_host_matching vhost_header",
      "ignore_path_parameters_in_path_matching typed_per_filter_config metadata @type")
  }
}
