internal import Records
package import Source

/// Over the defaults, key by key.
package struct RetryReader {
  let vocabulary: Vocabulary
  let defaults: RetryPolicy

  package init(vocabulary: Vocabulary, defaults: RetryPolicy) {
    self.vocabulary = vocabulary
    self.defaults = defaults
  }

  package static let keys = ["maxAttempts", "per", "within", "backoff", "deadline", "quota", "exhausted"]
  package static let backoffKeys = ["initial", "multiplier", "max", "jitter"]
  package static let jitterWords = ["none", "full", "equal"]
  package static let shares: ClosedRange<Double> = 0...1
  package static let exhaustedWords = ["continue", "escalate", "proceed", "cancel", "abort"]
  package static let attempts: ClosedRange<Int64> = 1...1_000
  package static let multipliers: ClosedRange<Double> = 1...1_000

  package func policy(_ node: Node) -> RetryPolicy? {
    let before = vocabulary.diagnostics.all.count
    if case .integer(let attempts) = node.content {
      let written = Self.attempts.contains(attempts) ? attempts : 3
      report(
        Diagnostic(
          "wrong-type",
          "The budget of a retry must be a mapping. Write { maxAttempts: \(written) } for \(written) tries, the first included.",
          at: node.range))
      return nil
    }
    guard let section = Section(node, "retry", keys: Self.keys, in: &vocabulary.diagnostics) else {
      return nil
    }
    var policy = defaults
    if let value = section["maxAttempts"] {
      if case .integer(let attempts) = value.content {
        if Self.attempts.contains(attempts) {
          policy.maxAttempts = Int(attempts)
        } else {
          report(.wrongValue(value, "“maxAttempts” includes the first try. Write a number from 1 to 1000."))
        }
      } else {
        report(.wrongType(value, expected: "an integer from 1 to 1000"))
      }
    }
    if let member = section.member("per") {
      let reader = KeyPathReader(vocabulary: vocabulary)
      policy.per = reader.subjects(member, advice: "Leave it out to count by operation.") ?? policy.per
    }
    if let value = section["within"] {
      policy.within = span(value) ?? policy.within
      if policy.within.microseconds == 0 {
        report(.wrongValue(value, "A window can't be zero. Write a length such as 10m."))
      }
    }
    if let value = section["backoff"] { readBackoff(value, into: &policy.backoff) }
    if let value = section["deadline"] { readDeadline(value, into: &policy) }
    if let member = section.member("quota") { readQuota(member, into: &policy) }
    if let value = section["exhausted"] { policy.exhausted = exhausted(value) ?? policy.exhausted }
    return vocabulary.diagnostics.all.count == before ? policy : nil
  }

  private func readBackoff(_ node: Node, into backoff: inout RetryPolicy.Backoff) {
    guard let section = Section(node, "backoff", keys: Self.backoffKeys, in: &vocabulary.diagnostics) else {
      return
    }
    if let value = section["initial"] { backoff.initial = span(value) ?? backoff.initial }
    if let value = section["max"] { backoff.max = span(value) ?? backoff.max }
    if let value = section["multiplier"] {
      if let multiplier = value.number?.double {
        if Self.multipliers.contains(multiplier) {
          backoff.multiplier = multiplier
        } else {
          report(.wrongValue(value, "Delays can't shrink. Write a multiplier from 1 to 1000."))
        }
      } else {
        report(.wrongType(value, expected: "a number from 1 to 1000"))
      }
    }
    if let value = section["jitter"] { backoff.jitter = jitter(value) ?? backoff.jitter }
  }

  private func jitter(_ node: Node) -> RetryPolicy.Jitter? {
    if let share = node.number?.double {
      if Self.shares.contains(share) { return .share(share) }
      report(
        .wrongValue(
          node,
          "The jitter is the share of a delay that it may be longer or shorter. Write a number from 0 to 1."))
      return nil
    }
    switch node.string {
    case "none": return RetryPolicy.Jitter.none
    case "full": return .full
    case "equal": return .equal
    default:
      report(.wrongWord(node, for: "jitter", of: Self.jitterWords))
      return nil
    }
  }

  private func exhausted(_ node: Node) -> RetryPolicy.Exhausted? {
    switch node.string {
    case "continue": return .continue
    case "escalate": return .escalate
    case "proceed": return .evaluation(.proceed)
    case "cancel": return .evaluation(.cancel)
    case "abort": return .evaluation(.abort)
    default:
      report(.wrongWord(node, for: "exhausted", of: Self.exhaustedWords))
      return nil
    }
  }

  func span(_ node: Node) -> TimeSpan? {
    guard let text = node.string, let span = TimeSpan(text) else {
      report(.wrongDuration(node))
      return nil
    }
    return span
  }

  func report(_ diagnostic: Diagnostic) {
    vocabulary.diagnostics.report(diagnostic)
  }
}
