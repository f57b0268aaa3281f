internal import RuleEngine

/// A place that tries again by itself: a rule, an `otherwise`, with its budget.
struct RetryRule {
  let responder: RuleProgram.Responder
  let station: RuleProgram.Station
  let policy: RetryPolicy
  let then: Node.Member

  /// How it is named in messages.
  var name: String { "\(responder.id.text)/\(station.name)" }

  /// Whether its tries are the record's own `attempt`.
  var isPerOperation: Bool { policy.per == [.field(.operation)] }

  /// The longest delay before each of its tries from the second on.
  func longestDelay(before attempt: Int) -> TimeSpan {
    var delay = Double(policy.backoff.initial.microseconds)
    for _ in 2..<max(2, attempt) where delay < Double(policy.backoff.max.microseconds) {
      delay *= policy.backoff.multiplier
    }
    return TimeSpan(microseconds: Int64(min(delay, Double(policy.backoff.max.microseconds))))
  }

  /// What a key of the verdict says, as written here, else in `defaults`.
  func stated(_ key: String, _ program: RuleProgram) -> Node? {
    then.value["retry"]?[key] ?? program.roots.first?["defaults"]?["retry"]?[key]
  }
}

extension RuleProgram {
  /// Every enabled place that tries again by itself, responder by responder in the order of asking.
  var retryRules: [RetryRule] {
    responders.filter { $0.isEnabled }.flatMap { retryRules(of: $0) }
  }

  func retryRules(of responder: Responder) -> [RetryRule] {
    (responder.askedRules + [responder.otherwise].compactMap { $0 }).compactMap { station in
      guard case .retry(let policy)? = station.verdict, let then = station.then else { return nil }
      return RetryRule(responder: responder, station: station, policy: policy, then: then)
    }
  }
}
