internal import Records
internal import RuleLanguage

// The errors to which a retry is granted.
extension Walker {
  func granted(_ policy: RetryPolicy, _ clause: Int, _ button: Int, _ form: ErrorForm) -> Formula {
    let name = "\(identity(of: clause))/\(button)/\(form.identity)"
    let retry = AskedRetry(policy, form, translator, name: name)
    var parts = [retry.isTryLeft]
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
    case .retries(let most, _, _): most > 0 ? translator.open("quota \(name)", fresh: true) : .no
    case .tokens: translator.open("quota \(name)", fresh: true)
    }
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
          elapsed(upTo: deadline - longest), elapsed(upTo: deadline - shortest),
          askingFor: shortest - Self.millisecond, atMost: deadline)
        let isAtOnce = isWithin(
          longest <= deadline ? .yes : .no, shortest <= deadline ? .yes : .no,
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
  private func isWithin(
    _ isSure: Formula, _ isPossible: Formula, askingFor least: Int64, atMost deadline: Int64
  ) -> Formula {
    func asks(upTo most: Int64) -> Formula {
      var set = ValueSet.missing
      if most >= 0 {
        set.numbers = NumberSet(NumberRange(from: .integer(0), to: .integer(most)))
      }
      return translator.access(.field(.retryAfter), form, .whole, set)
    }
    let isDrawn = translator.open("delay \(name)", fresh: nil)
    let (late, isBeyond) = deadline.addingReportingOverflow(Self.millisecond)
    return .disjunction([
      .conjunction([isSure, asks(upTo: least)]),
      .conjunction([isPossible, asks(upTo: isBeyond ? .max : late), isDrawn]),
    ])
  }

  /// The delays that the error may get, with disjoint conditions that cover all errors.
  private var delays: [Delay] {
    let most = max(1, policy.maxAttempts - 1)
    // A delay is at least as long as the one before.
    let (first, last) = (delay(after: 1), delay(after: most))
    guard first != last else { return [Delay(condition: .yes, range: first)] }
    let told = min(most, Self.mostDelays)
    let isTold = Formula.conjunction([isRecorded, isCounted.negation])
    var delays: [Delay] = [
      Delay(condition: .conjunction([isRecorded.negation, isCounted.negation]), range: first)
    ]
    for attempt in 1...told {
      let isIt = isAttempt(NumberRange(.integer(Int64(attempt))))
      delays.append(Delay(condition: .conjunction([isTold, isIt]), range: delay(after: attempt)))
    }
    let isLater = isAttempt(NumberRange(from: .integer(Int64(told + 1)), to: nil))
    let others = Formula.disjunction([isCounted, .conjunction([isTold, isLater])])
    return delays + [Delay(condition: others, range: first.lowerBound...last.upperBound)]
  }

  private func delay(after attempt: Int) -> ClosedRange<Int64> {
    var base = Double(policy.backoff.initial.microseconds)
    let longest = Double(policy.backoff.max.microseconds)
    var left = attempt - 1
    while left > 0, base < longest, policy.backoff.multiplier != 1 {
      base *= policy.backoff.multiplier
      left -= 1
    }
    base = min(longest, base)
    func rounded(_ share: Double) -> Int64 {
      let milliseconds = Int64((base * share / 1_000 + 0.5).rounded(.down))
      let (microseconds, isLong) = milliseconds.multipliedReportingOverflow(by: Self.millisecond)
      return isLong ? .max : microseconds
    }
    let shares = policy.backoff.jitter.range
    return rounded(shares.lowerBound)...max(rounded(shares.lowerBound), rounded(shares.upperBound))
  }
}
