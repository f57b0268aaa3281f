internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

/// A rule or `otherwise` with an automatic retry.
struct RetryRule {
  let responder: RuleProgram.Responder
  let clause: RuleProgram.Clause
  let policy: RetryPolicy
  let then: Node.Member

  var name: String { "\(responder.id.text)/\(clause.name)" }

  var isPerOperation: Bool { policy.per == [.field(.operation)] }

  /// The longest delays before each try, from the second to the last.
  var longestDelays: [TimeSpan] { ranges.map { Self.shown($0.upperBound) } }

  /// The shortest ones, where a delay is random.
  var shortestDelays: [TimeSpan] { ranges.map { Self.shown($0.lowerBound) } }

  private var ranges: [ClosedRange<Double>] { policy.backoff.ranges(policy.maxAttempts - 1) }

  /// Half a millisecond is rounded up, as in resolutions.
  private static func shown(_ delay: Double) -> TimeSpan {
    let milliseconds = (delay / 1_000 + 0.5).rounded(.down)
    return milliseconds < Double(Int64.max / 1_000)
      ? .milliseconds(Int64(milliseconds)) : TimeSpan(microseconds: .max)
  }

  func stated(_ key: String, _ program: RuleProgram) -> Node? {
    then.value["retry"]?[key] ?? program.roots.first?["defaults"]?["retry"]?[key]
  }

  func statedBackoff(_ key: String, _ program: RuleProgram) -> Node? {
    then.value["retry"]?["backoff"]?[key] ?? program.roots.first?["defaults"]?["retry"]?["backoff"]?[key]
  }
}

extension RuleProgram {
  var retryRules: [RetryRule] {
    responders.filter { $0.isEnabled }.flatMap { retryRules(of: $0) }
  }

  func retryRules(of responder: Responder) -> [RetryRule] {
    (responder.enabledRules + [responder.otherwise].compactMap { $0 }).compactMap { clause in
      guard case .retry(let policy)? = clause.verdict, let then = clause.then else { return nil }
      return RetryRule(responder: responder, clause: clause, policy: policy, then: then)
    }
  }
}
