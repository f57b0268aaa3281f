internal import Records
internal import Source

/// When Envoy tries a request again, how often and after which delays. Istio's and the Gateway API's routes mean it, too.
///
/// Conditions: `source/common/router/retry_state_impl.cc`; delays: `source/common/common/backoff_strategy.cc`.
struct EnvoyRetryPolicy {
  /// The policy, or what stands for it.
  let place: SourceRange
  var conditions = EnvoyRetryConditions()
  /// One of them must hold for the request.
  var requestHeaders: [HeaderCondition] = []
  var retries: (count: Int64, place: SourceRange)
  /// The time after which a try ends.
  var tryTimeout: (span: TimeSpan, place: SourceRange)?
  /// The longest first delay.
  var baseInterval: (span: TimeSpan, place: SourceRange)?
  var maxInterval: (span: TimeSpan, place: SourceRange)?

  /// The delay before each try, in place of Envoy's.
  var fixedDelay: (span: TimeSpan, place: SourceRange)?

  static let defaultBaseInterval = TimeSpan.milliseconds(25)

  /// The rule, or nil if nothing is ever tried again.
  ///
  /// - Parameter timeout: the time after which the request ends, its retries included.
  func rule(
    _ id: String, for request: RequestConditions, timeout: (span: TimeSpan, place: SourceRange)?,
    _ matchers: inout EnvoyMatchers, in diagnostics: inout Diagnostics
  ) -> Node? {
    // Envoy ignores a limit for each try that is no shorter than that for all of them.
    let triesEnd = tryTimeout.map { $0.span < timeout?.span ?? .longest } ?? false
    let clauses = conditions.clauses(triesEnd: triesEnd, &matchers)
    guard retries.count > 0, !clauses.isEmpty else { return nil }
    var request = request
    request.require(anyOf: requestHeaders, at: place)
    let attempts = Node.tries(retries.count + 1, at: retries.place, in: &diagnostics)
    var retry: [(String, Node)] = [("maxAttempts", attempts), ("backoff", backoff)]
    if let timeout { retry.append(("deadline", .text(timeout.span.shortText, at: timeout.place))) }
    return .mapping(
      [
        ("id", .text(id, at: place)), ("when", .mapping(request.members(clauses, at: place), at: place)),
        ("then", .mapping([("retry", .mapping(retry, at: place))], at: place)),
      ],
      at: place
    )
  }

  /// Reports a limit for each try that is no shorter than that for all of them.
  func reportIdleTryTimeout(_ timeout: TimeSpan?, _ key: String, in diagnostics: inout Diagnostics) {
    guard let timeout, let tryTimeout, tryTimeout.span >= timeout else { return }
    diagnostics.report(
      .policyDoubt(
        "“\(key)” has no effect: the timeout of the whole request is no longer (\(timeout.shortText)).",
        at: tryTimeout.place))
  }

  /// Fully jittered: a whole number of milliseconds from 0 to the delay, which doubles up to the greatest one.
  private var backoff: Node {
    if let fixedDelay {
      let delay = Node.text(fixedDelay.span.wholeMilliseconds.shortText, at: fixedDelay.place)
      return .mapping(
        [
          ("initial", delay), ("multiplier", .integer(1, at: fixedDelay.place)), ("max", delay),
          ("jitter", .text("none", at: fixedDelay.place)),
        ],
        at: fixedDelay.place
      )
    }
    let initial = baseInterval?.span.wholeMilliseconds ?? Self.defaultBaseInterval
    let longest = maxInterval?.span.wholeMilliseconds ?? TimeSpan(microseconds: initial.microseconds * 10)
    return .mapping(
      [
        ("initial", .text(initial.shortText, at: baseInterval?.place ?? place)),
        ("multiplier", .integer(2, at: place)),
        ("max", .text(longest.shortText, at: maxInterval?.place ?? baseInterval?.place ?? place)),
        ("jitter", .text("full", at: place)),
      ],
      at: place
    )
  }
}

extension TimeSpan {
  /// Long enough for every policy.
  fileprivate static let longest = TimeSpan(microseconds: .max)

  /// As Envoy counts: at least one, and what is left is cut off. No delay is longer than a rule's may be.
  var wholeMilliseconds: TimeSpan {
    .milliseconds(min(max(microseconds / 1_000, 1), Node.longestDelayInDays * 86_400_000))
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

  /// Those that were asked for, as a rule file's `matchers`.
  var node: Node? {
    var members: [(String, Node)] = []
    if let response {
      members.append(
        (
          "response",
          .mapping(
            [
              ("code", .exists(false, at: response)),
              ("attributes", .mapping([(Self.rateLimited, .exists(false, at: response))], at: response)),
            ],
            at: response
          )
        )
      )
    }
    if let reset {
      let codes = Node.list(Self.resets.map { .text($0, at: reset) }, at: reset)
      members.append(("reset", .mapping([("code", codes)], at: reset)))
    }
    guard let place = response ?? reset else { return nil }
    return .mapping(members, at: place)
  }
}
