internal import Records
internal import Source

/// When Envoy tries a request again, how often and after which delays. Istio's and the Gateway API's routes mean it, too.
///
/// Conditions: `source/common/router/retry_state_impl.cc`; delays: `source/common/common/backoff_strategy.cc`.
struct EnvoyRetryPolicy {
  /// The policy, or what stands for it.
  let source: PolicyValue
  var conditions = EnvoyRetryConditions()
  /// One of them must hold for the request.
  var requestHeaders: [HeaderCondition] = []
  var retries: Setting<Int64>
  /// The time after which a try ends.
  var tryTimeout: Setting<TimeSpan>?
  /// The longest first delay.
  var baseInterval: Setting<TimeSpan>?
  var maxInterval: Setting<TimeSpan>?

  /// The delay before each try, in place of Envoy's.
  var fixedDelay: Setting<TimeSpan>?

  static let defaultBaseInterval = TimeSpan.milliseconds(25)

  /// The rule, or nil if nothing is ever tried again.
  ///
  /// - Parameter timeout: the time after which the request ends, its retries included.
  func rule(
    _ id: String, for request: RequestConditions, timeout: Setting<TimeSpan>?, _ matchers: inout EnvoyMatchers
  ) -> ImportedRule? {
    // Envoy ignores a limit for each try that is no shorter than that for all of them.
    let triesEnd = tryTimeout.map { $0.value < timeout?.value ?? .longest } ?? false
    let clauses = conditions.clauses(triesEnd: triesEnd, &matchers)
    guard retries.value > 0, !clauses.isEmpty else { return nil }
    var request = request
    request.require(anyOf: requestHeaders, at: source.place)
    let when = Node.mapping(request.members(clauses, at: source.place), at: source.place)
    let retry = ImportedRetry(
      maxAttempts: retries.source.tries(retries.value + 1), backoff: backoff,
      deadline: timeout.map { .text($0.value.shortText).at($0.place) })
    return ImportedRule(.text(id), when: .node(when), then: .retry(retry), at: source.place)
  }

  /// Reports a limit for each try that is no shorter than that for all of them.
  func reportIdleTryTimeout(_ timeout: TimeSpan?, _ key: String) {
    guard let timeout, let tryTimeout, tryTimeout.value >= timeout else { return }
    tryTimeout.source.doubt(
      "“\(key)” has no effect: the timeout of the whole request is no longer (\(timeout.shortText)).")
  }

  /// Fully jittered: a whole number of milliseconds from 0 to the delay, which doubles up to the greatest one.
  private var backoff: ImportedBackoff {
    if let fixedDelay {
      let delay = ImportedValue.delay(fixedDelay.value.wholeMilliseconds)
      return .constant(delay, max: delay).at(fixedDelay.place)
    }
    let initial = baseInterval?.value.wholeMilliseconds ?? Self.defaultBaseInterval
    let longest = maxInterval?.value.wholeMilliseconds ?? TimeSpan(microseconds: initial.microseconds * 10)
    let place = baseInterval?.place ?? source.place
    return ImportedBackoff(
      initial: .delay(initial).at(place), multiplier: 2, max: .delay(longest).at(maxInterval?.place ?? place),
      jitter: "full")
  }
}

extension TimeSpan {
  /// Long enough for every policy.
  static let longest = TimeSpan(microseconds: .max)

  /// The delay as Envoy counts it: at least one millisecond, with the rest cut off, and no longer than a rule's may
  /// be.
  var wholeMilliseconds: TimeSpan {
    .milliseconds(min(max(microseconds / 1_000, 1), ImportedValue.longestDelayInDays * 86_400_000))
  }
}

/// The named matchers that rules for Envoy's retries ask for.
struct EnvoyMatchers {
  private var response: SourceRange?
  private var reset: SourceRange?

  /// Envoy's flags of a request whose connection or stream ended before there was a response.
  static let resets = ["UF", "UC", "UR", "LR", "UPE", "OM"]
  static let rateLimited = "http.response.header.x-envoy-ratelimited"

  mutating func response(at place: SourceRange) -> (key: String, value: Node) {
    response = response ?? place
    return ("matcher", .text("response", at: place))
  }

  mutating func reset(at place: SourceRange) -> (key: String, value: Node) {
    reset = reset ?? place
    return ("matcher", .text("reset", at: place))
  }

  /// The matchers that were asked for, as a rule file has them under `matchers`.
  var all: [(key: String, value: ImportedValue)] {
    var all: [(key: String, value: ImportedValue)] = []
    if let response {
      let missing: ImportedValue = ["exists": false]
      let attributes = ImportedValue.mapping([(Self.rateLimited, missing)])
      all.append(("response", .placed(["code": missing, "attributes": attributes], response)))
    }
    if let reset { all.append(("reset", .placed(["code": .texts(Self.resets)], reset))) }
    return all
  }

  /// Where the first of them is asked for.
  var place: SourceRange? { response ?? reset }
}
