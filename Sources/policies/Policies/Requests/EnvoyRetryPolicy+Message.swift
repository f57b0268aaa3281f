internal import Records
internal import Source

extension EnvoyRetryPolicy {

  /// A policy as it is written (`config.route.v3.RetryPolicy`). What is not named has its default: policies are not merged.
  init?(_ value: PolicyValue) {
    guard let policy = value.mapping("a retry policy") else { return nil }
    source = value
    retries = value.setting(1)
    if let count = policy.take("num_retries") {
      retries = count.integer(0...Int64(UInt32.max)) ?? count.setting(1)
    }
    readConditions(policy)
    for field in ["per_try_timeout", "per_try_idle_timeout"] {
      guard let limit = policy.duration(field, ProtobufDuration()) else { continue }
      if limit.value.microseconds > 0, limit.value < tryTimeout?.value ?? .longest { tryTimeout = limit }
      limit.source.tryTimeoutLost()
    }
    if let backoff = policy.take("retry_back_off") { readBackoff(backoff) }
    policy.take("rate_limited_retry_back_off")?.lost(
      "After such a header Envoy waits up to 1.5 times the header's delay, or its usual backoff if that is too long; a rule waits at least the record's “retryAfter”."
    )
  }

  private mutating func readConditions(_ policy: PolicyMapping) {
    func headers(_ key: String, of side: EnvoyHeaderMatcher.Side) -> [HeaderCondition] {
      policy.list(key).compactMap { EnvoyHeaderMatcher.condition($0, of: side) }
    }
    let words = policy.take("retry_on")
    if let words, words.string != nil {
      conditions.add(words: words)
    } else {
      (words ?? policy.value).doubt(
        "Without “retry_on” Envoy tries nothing again, unless the request's header x-envoy-retry-on asks for it."
      )
    }
    conditions.add(statusCodes: policy.list("retriable_status_codes"))
    conditions.add(headers: headers("retriable_headers", of: .response))
    conditions.reportHalves(
      statusCodes: policy.value["retriable_status_codes"], headers: policy.value["retriable_headers"])
    requestHeaders = headers("retriable_request_headers", of: .request)
  }

  private mutating func readBackoff(_ value: PolicyValue) {
    guard let backoff = value.mapping("a retry back-off") else { return }
    func interval(_ field: String) -> Setting<TimeSpan>? {
      let span = backoff.duration(field, ProtobufDuration())
      guard let span, span.value.microseconds == 0 else { return span }
      span.source.fault("“\(field)” must be longer than zero. Envoy rejects the config.")
      return nil
    }
    if value["base_interval"] == nil { value.fault("“base_interval” is missing. Envoy rejects the config.") }
    baseInterval = interval("base_interval")
    maxInterval = interval("max_interval")
    if let base = baseInterval, let longest = maxInterval,
      longest.value.wholeMilliseconds < base.value.wholeMilliseconds
    {
      longest.source.fault("“max_interval” is shorter than “base_interval”. Envoy rejects the config.")
    }
  }
}
