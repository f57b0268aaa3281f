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

  /// The longest delay before each of its tries, from the second on to the last.
  var longestDelays: [TimeSpan] {
    let longest = Double(policy.backoff.max.microseconds)
    var delay = min(Double(policy.backoff.initial.microseconds), longest)
    return (1..<max(1, policy.maxAttempts)).map { _ in
      defer { delay = min(delay * policy.backoff.multiplier, longest) }
      // Half a millisecond is rounded up, as resolutions have it.
      let milliseconds = (delay / 1_000 + 0.5).rounded(.down)
      return milliseconds < Double(Int64.max / 1_000)
        ? .milliseconds(Int64(milliseconds)) : TimeSpan(microseconds: .max)
    }
  }

  /// What a key of the verdict says, as written here, else in `defaults`.
  func stated(_ key: String, _ program: RuleProgram) -> Node? {
    then.value["retry"]?[key] ?? program.roots.first?["defaults"]?["retry"]?[key]
  }

  /// What a key of its backoff says, as written here, else in `defaults`.
  func statedBackoff(_ key: String, _ program: RuleProgram) -> Node? {
    then.value["retry"]?["backoff"]?[key] ?? program.roots.first?["defaults"]?["retry"]?["backoff"]?[key]
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
