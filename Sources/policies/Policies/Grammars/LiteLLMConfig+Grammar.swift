internal import RuleLanguage
internal import Source

/// The keys of `config.yaml` that decide about retries, with the arguments of LiteLLM 1.110's `Router`.
extension LiteLLMConfig {
  func grammar(of root: Node) -> PolicyGrammar { Self.table }

  package func lack(of root: Node) -> String {
    "It has no “router_settings”, nor a “model_list” of entries with “model_name” and “litellm_params”."
  }

  private static let answer = PolicyAnswer.ignored(by: "LiteLLM")

  private static let table = PolicyGrammar([
    "root": .init(
      "the config", answer, isOpen: true,
      "model_list:deployment router_settings:router litellm_settings:process general_settings environment_variables"
    ),
    "deployment": .init(
      "a deployment", answer, isOpen: true, "model_name litellm_params:parameters model_info:info"),
    "parameters": .init("“litellm_params”", answer, isOpen: true, "model num_retries cooldown_time"),
    "info": .init(
      "“model_info”", answer, isOpen: true, "id allowed_fails allowed_fails_policy:allowed cooldown_time"),
    "process": .init(
      "“litellm_settings”", answer, isOpen: true,
      "num_retries allowed_fails request_timeout fallbacks default_fallbacks context_window_fallbacks content_policy_fallbacks"
    ),
    "router": .init(
      "“router_settings”", answer,
      "redis_url redis_host redis_port redis_password redis_db cache_responses cache_kwargs caching_groups client_ttl",
      "polling_interval default_priority num_retries max_fallbacks timeout stream_timeout default_litellm_params",
      "default_max_parallel_requests set_verbose debug_level default_fallbacks fallbacks context_window_fallbacks",
      "content_policy_fallbacks model_group_alias enable_pre_call_checks enable_tag_filtering tag_filtering_match_any",
      "tag_routing_prefix plugins retry_after retry_policy:policy model_group_retry_policy:policies allowed_fails",
      "allowed_fails_policy:allowed cooldown_time disable_cooldowns fallback_on_unsupported_params routing_strategy",
      "optional_pre_call_checks routing_strategy_args routing_groups provider_budget_config alerting_config",
      "deployment_affinity_ttl_seconds model_group_affinity_config enable_health_check_routing",
      "health_check_staleness_threshold health_check_ignore_transient_errors background_health_check_model_groups",
      "enable_weighted_failover enable_mid_stream_fallback_continuation session_affinity_repin_on_failover"),
    "policies": .init("“model_group_retry_policy”", answer, isOuter: true, "*:policy"),
    "policy": .init(
      "a retry policy", answer,
      "BadRequestErrorRetries AuthenticationErrorRetries TimeoutErrorRetries RateLimitErrorRetries",
      "ContentPolicyViolationErrorRetries InternalServerErrorRetries ServiceUnavailableErrorRetries NotFoundErrorRetries",
      "DefaultRetries"),
    "allowed": .init(
      "“allowed_fails_policy”", answer,
      "BadRequestErrorAllowedFails AuthenticationErrorAllowedFails TimeoutErrorAllowedFails RateLimitErrorAllowedFails",
      "ContentPolicyViolationErrorAllowedFails InternalServerErrorAllowedFails ServiceUnavailableErrorAllowedFails",
      "BadGatewayErrorAllowedFails NotFoundErrorAllowedFails"),
  ])
}
