internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

// The errors to which a retry is granted.
extension Walker {
  func granted(_ policy: RetryPolicy, _ clause: Int, _ button: Int, _ form: ErrorForm) -> Formula {
    let name = "\(identity(of: clause))/\(button)/\(form.identity)"
    let retry = AskedRetry(policy, form, translator, name: name)
    var parts = [retry.isTryLeft]
    if let most = policy.retryAfter.mostGranted { parts.append(retry.asks(upTo: most.microseconds)) }
    if let deadline = policy.deadline { parts.append(retry.isInTime(deadline.microseconds)) }
    if let quota = policy.quota { parts.append(retry.isWithin(quota)) }
    return .conjunction(parts)
  }
}

/// A retry for which an error asks: its tries, deadline and quota, in the order in which the evaluator asks them.
private struct AskedRetry {
  /// The delay, rounded to milliseconds as a resolution shows it, of the errors that satisfy a condition; in microseconds.
  private struct Delay {
    let condition: Formula
    let range: ClosedRange<Int64>
  }

  private let policy: RetryPolicy
  private let form: ErrorForm
  private let translator: Translator
  private let name: String
  private let hasKey: Formula

  /// The tries whose delays are told apart; for more, the shortest and the longest delay count.
  private static let mostDelays = 16
  private static let millisecond: Int64 = 1_000

  init(_ policy: RetryPolicy, _ form: ErrorForm, _ translator: Translator, name: String) {
    self.policy = policy
    self.form = form
    self.translator = translator
    self.name = name
    hasKey = .conjunction(
      policy.per.map { translator.formula(.compare($0, .exists(true), Walker.nowhere), of: form) })
  }

  private func isAttempt(_ range: NumberRange) -> Formula {
    translator.formula(.compare(.field(.attempt), .number([range]), Walker.nowhere), of: form)
  }

  private var isRecorded: Formula { isAttempt(NumberRange(from: .integer(1), to: nil)) }
  private var isPerOperation: Bool { policy.per == [.field(.operation)] }

  /// Whether its tries are counted by key.
  private var isCounted: Formula {
    isPerOperation ? .conjunction([hasKey, isRecorded.negation]) : hasKey
  }

  var isTryLeft: Formula {
    guard policy.maxAttempts > 1 else { return .no }
    let isLow = isAttempt(NumberRange(from: .integer(1), to: .integer(Int64(policy.maxAttempts - 1))))
    let isCountedLow = translator.open("tries \(name)", fresh: true)
    if isPerOperation {
      let counted = Formula.disjunction([hasKey.negation, isCountedLow])
      return .disjunction([isLow, .conjunction([isRecorded.negation, counted])])
    }
    return .disjunction([
      .conjunction([hasKey, isCountedLow]),
      .conjunction([hasKey.negation, .disjunction([isLow, isRecorded.negation])]),
    ])
  }

  // Quota

  /// Whether the quota has a retry, or a token, left: for the first error of a stream it is known.
  func isWithin(_ quota: RetryPolicy.Quota) -> Formula {
    switch quota {
    // A quota of one try leaves the first error none, unless the window ends during the delay.
    case .retries(1, _, _, .tries): translator.open("quota \(name)", fresh: nil)
    case .retries(let most, _, _, _): most > 0 ? translator.open("quota \(name)", fresh: true) : .no
    case .tokens: translator.open("quota \(name)", fresh: true)
    case .shared(let shared, _): isWithin(sharedQuota: shared)
    }
  }

  /// Whether a quota that rules share has the tokens left. A full one has, unless one error asks for more retries than it has
  /// tokens for: all rules that match may run.
  private func isWithin(sharedQuota shared: String) -> Formula {
    let program = translator.program
    let tokens = program.quotas.first { $0.name.text == shared }?.tokens ?? 0
    let side = translator.errorSpace.agreesOnQuotas ? 0 : translator.side
    return translator.open(
      "quota \(name) of \(side)", fresh: program.mostCost(ofQuota: shared) <= tokens ? true : nil)
  }

  // Deadline

  /// Whether the delay ends within the deadline after the first failure: as recorded in `elapsed`; 0 for a first try; else as
  /// remembered for the key, of which nothing is known at first.
  func isInTime(_ deadline: Int64) -> Formula {
    let isFirst = isAttempt(NumberRange(.integer(1)))
    let isUnknown = translator.is_(.elapsed, .missing)
    let isEarly = translator.open("time \(name)", fresh: true)
    return .disjunction(
      delays.flatMap { delay -> [Formula] in
        let (shortest, longest) = (delay.range.lowerBound, delay.range.upperBound)
        let isRecorded = isWithin(
          elapsed(upTo: deadline - longest), elapsed(upTo: deadline - shortest), elapsed(upTo: deadline),
          askingFor: shortest - Self.millisecond, atMost: deadline)
        let isAtOnce = isWithin(
          longest <= deadline ? .yes : .no, shortest <= deadline ? .yes : .no, .yes,
          askingFor: deadline - Self.millisecond, atMost: deadline)
        return [
          .conjunction([delay.condition, isRecorded]),
          .conjunction([delay.condition, isUnknown, isFirst, isAtOnce]),
        ]
      } + [.conjunction([isUnknown, isFirst.negation, .disjunction([hasKey.negation, isEarly])])])
  }

  private func elapsed(upTo most: Int64) -> Formula {
    most < 0
      ? .no
      : translator.is_(
        .elapsed,
        ValueSet(numbers: NumberSet(NumberRange(from: .integer(0), to: .integer(most)))).wholeNumbers)
  }

  /// Whether it is in time: surely, unless the error asks for a longer delay than `least`; or else perhaps, as a random delay and
  /// the delay that the error asks for have it.
  ///
  /// - Parameter isNow: whether no delay at all would be in time.
  private func isWithin(
    _ isSure: Formula, _ isPossible: Formula, _ isNow: Formula, askingFor least: Int64, atMost deadline: Int64
  ) -> Formula {
    let isDrawn = translator.open("delay \(name)", fresh: nil)
    let (late, isBeyond) = deadline.addingReportingOverflow(Self.millisecond)
    guard policy.retryAfter.use != .replace else {
      // An asked delay may be shorter than the rule's own.
      let asksNothing = asks(.missing)
      return .disjunction([
        .conjunction([isSure, asksNothing]), .conjunction([isPossible, asksNothing, isDrawn]),
        .conjunction([isNow, asksNothing.negation, isDrawn]),
      ])
    }
    // Added to a delay that fits, a bounded one may fit too.
    let isAnyPossible = policy.retryAfter.maxOver != nil
    return .disjunction([
      .conjunction([isSure, asks(upTo: least)]),
      .conjunction([isPossible, isAnyPossible ? .yes : asks(upTo: isBeyond ? .max : late), isDrawn]),
    ])
  }

  /// The error asks for a delay up to `most`, as the rule takes it, or for none.
  func asks(upTo most: Int64) -> Formula {
    var set = ValueSet.missing
    if most >= 0 {
      set.numbers = NumberSet(NumberRange(from: .integer(0), to: .integer(most)))
    }
    return asks(set, most)
  }

  /// The error asks for none of the delays that count, or for one of a set; `most` is the longest of the set.
  private func asks(_ set: ValueSet, _ most: Int64 = -1) -> Formula {
    let wish = policy.retryAfter
    if wish.use == .ignore { return .yes }
    var set = set
    if let bound = wish.max?.microseconds, wish.above == .backoff || wish.above == .cap && bound <= most {
      var more = NumberRange(from: .integer(bound), to: nil)
      more.excludesLower = true
      set.numbers = set.numbers.union(NumberSet(more))
    }
    return translator.access(.field(.retryAfter), form, .whole, set)
  }

  /// The delays that the error may get, with disjoint conditions that cover all errors.
  private var delays: [Delay] {
    let most = max(1, policy.maxAttempts - 1)
    let ranges = policy.backoff.ranges(most).map { Self.shown($0) }
    guard let first = ranges.first, ranges.contains(where: { $0 != first }) else {
      return ranges.first.map { [Delay(condition: .yes, range: $0)] } ?? []
    }
    let told = min(most, Self.mostDelays)
    let isTold = Formula.conjunction([isRecorded, isCounted.negation])
    var delays: [Delay] = [
      Delay(condition: .conjunction([isRecorded.negation, isCounted.negation]), range: first)
    ]
    for attempt in 1...told {
      let isIt = isAttempt(NumberRange(.integer(Int64(attempt))))
      delays.append(Delay(condition: .conjunction([isTold, isIt]), range: ranges[attempt - 1]))
    }
    let isLater = isAttempt(NumberRange(from: .integer(Int64(told + 1)), to: nil))
    let others = Formula.disjunction([isCounted, .conjunction([isTold, isLater])])
    let all = ranges.reduce(first) {
      min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
    }
    return delays + [Delay(condition: others, range: all)]
  }

  /// The delays as a resolution shows them, in microseconds.
  private static func shown(_ delays: ClosedRange<Double>) -> ClosedRange<Int64> {
    func rounded(_ delay: Double) -> Int64 {
      let milliseconds = (delay / 1_000 + 0.5).rounded(.down)
      return milliseconds < Double(Int64.max / millisecond) ? Int64(milliseconds) * millisecond : .max
    }
    return rounded(delays.lowerBound)...max(rounded(delays.lowerBound), rounded(delays.upperBound))
  }
}

extension RetryPolicy.RetryAfter {
  /// The longest delay that an error may ask for and get a retry; nil for any.
  fileprivate var mostGranted: TimeSpan? { use != .ignore && above == .exhausted ? max : nil }
}

extension RuleProgram.Clause {
  /// Its verdict, or that of an action's failure, which takes tokens from a shared quota; nil for none.
  var sharingVerdict: Verdict? {
    ([verdict].compactMap { $0 } + failures).first { verdict in
      guard case .retry(let policy) = verdict, case .shared? = policy.quota else { return false }
      return true
    }
  }
}

extension RuleProgram {
  /// The cost of all retries that one error may be granted from a quota, in thousandths of a token.
  fileprivate func mostCost(ofQuota name: String) -> Int {
    clauses.reduce(0) { sum, clause in
      guard clause.isEnabled, let verdict = clause.sharingVerdict, case .retry(let policy) = verdict,
        case .shared(name, let cost)? = policy.quota
      else { return sum }
      return sum + cost
    }
  }
}
