internal import Records
internal import Source

extension EnvoyRetryPolicy {
  private static let fields = [
    "retry_on", "num_retries", "per_try_timeout", "per_try_idle_timeout", "retry_priority",
    "retry_host_predicate", "retry_options_predicates", "host_selection_retry_max_attempts",
    "retriable_status_codes", "retry_back_off", "rate_limited_retry_back_off", "retriable_headers",
    "retriable_request_headers", "refresh_cluster_on_retry",
  ]

  /// A policy as it is written (`config.route.v3.RetryPolicy`). What is not named has its default: policies are not merged.
  init?(_ node: Node, _ consequence: LegacyMapping.Consequence, in diagnostics: inout Diagnostics) {
    guard var policy = LegacyMapping(node, "a retry policy", in: &diagnostics) else { return nil }
    place = node.range
    retries = (1, node.range)
    if let count = policy.take(field: "num_retries") {
      retries = (count.unsigned("num_retries", in: &diagnostics) ?? 1, count.range)
    }
    readConditions(&policy, consequence, in: &diagnostics)
    for field in ["per_try_timeout", "per_try_idle_timeout"] {
      guard let value = policy.take(field: field), let span = value.seconds(field, in: &diagnostics) else {
        continue
      }
      if span.microseconds > 0, span < tryTimeout?.span ?? TimeSpan(microseconds: .max) {
        tryTimeout = (span, value.range)
      }
      diagnostics.report(.tryTimeoutLoss(at: value.range))
    }
    if let backoff = policy.take(field: "retry_back_off") {
      readBackoff(backoff, consequence, in: &diagnostics)
    }
    if let backoff = policy.take(field: "rate_limited_retry_back_off") {
      diagnostics.report(
        .policyLoss(
          "After such a header Envoy waits up to half longer than it says, or as ever if that is too long; a rule waits at least the record's “retryAfter”.",
          at: backoff.range))
    }
    policy.rejectKeys(otherThan: Self.fields, consequence, in: &diagnostics)
  }

  private mutating func readConditions(
    _ policy: inout LegacyMapping, _ consequence: LegacyMapping.Consequence, in diagnostics: inout Diagnostics
  ) {
    func conditions(_ list: [Node], of side: EnvoyHeaderMatcher.Side) -> [HeaderCondition] {
      list.compactMap { EnvoyHeaderMatcher.condition($0, of: side, consequence, in: &diagnostics) }
    }
    let text = policy.take(field: "retry_on")
    if let text, let words = text.string {
      self.conditions.add(words: words, at: text.range, in: &diagnostics)
    } else {
      diagnostics.report(
        .policyDoubt(
          "Without “retry_on” Envoy tries nothing again, unless the request's header x-envoy-retry-on asks for it.",
          at: text?.range ?? policy.node.range))
    }
    let codes = policy.node.field("retriable_status_codes")
    let headers = policy.node.field("retriable_headers")
    self.conditions.add(
      statusCodes: policy.takeList(field: "retriable_status_codes", in: &diagnostics), in: &diagnostics)
    self.conditions.add(
      headers: conditions(policy.takeList(field: "retriable_headers", in: &diagnostics), of: .response))
    self.conditions.reportHalves(statusCodes: codes, headers: headers, in: &diagnostics)
    requestHeaders = conditions(
      policy.takeList(field: "retriable_request_headers", in: &diagnostics), of: .request)
  }

  private mutating func readBackoff(
    _ node: Node, _ consequence: LegacyMapping.Consequence, in diagnostics: inout Diagnostics
  ) {
    guard var backoff = LegacyMapping(node, "a retry back-off", in: &diagnostics) else { return }
    func interval(_ field: String) -> (span: TimeSpan, place: SourceRange)? {
      guard let value = backoff.take(field: field), let span = value.seconds(field, in: &diagnostics) else {
        return nil
      }
      if span.microseconds == 0 {
        diagnostics.report(
          .policyFault("“\(field)” must be longer than zero. Envoy rejects the config.", at: value.range))
        return nil
      }
      return (span, value.range)
    }
    if node.field("base_interval") == nil {
      diagnostics.report(
        .policyFault("“base_interval” is missing. Envoy rejects the config.", at: node.range))
    }
    baseInterval = interval("base_interval")
    maxInterval = interval("max_interval")
    if let base = baseInterval, let longest = maxInterval,
      longest.span.wholeMilliseconds < base.span.wholeMilliseconds
    {
      diagnostics.report(
        .policyFault(
          "“max_interval” is shorter than “base_interval”. Envoy rejects the config.", at: longest.place))
    }
    backoff.rejectKeys(otherThan: ["base_interval", "max_interval"], consequence, in: &diagnostics)
  }
}
