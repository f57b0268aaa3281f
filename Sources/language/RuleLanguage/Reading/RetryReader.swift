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

  package static let keys = [
    Key(
      "maxAttempts", .integer(attempts), .default("3"),
      "The number of tries, the first included. With 1 there is no retry."),
    Key("per", .fields, .default("operation"), "Fields whose values group the errors that share the budget."),
    Key("within", .lastingDuration, .default("10m"), "How long tries are remembered."),
    Key("backoff", .mapping(backoffKeys), .absent("see its keys"), "The delays between tries."),
    Key(
      "retryAfter", .mapping(retryAfterKeys), .absent("“atLeast”, without bounds"),
      "The use of the delay that an error asks for; a word alone is its “use”."),
    Key(
      "deadline", .other("duration, not 0, or “none”"), .absent("“none”"),
      "No try is granted whose delay ends later than this after the first failure."),
    Key(
      "quota", .other("mapping, or “none”"), .absent("“none”"),
      "The limit of the retries of all errors together."),
    Key("exhausted", .verdicts(exhaustedWords), .default("continue"), "The verdict once no try is left."),
  ]
  package static let backoffKeys = [
    Key("initial", .duration, .default("200ms"), "The longest delay before the first retry."),
    Key("multiplier", .number(multipliers), .default("2"), "The factor by which each further delay grows."),
    Key(
      "delays", .other("list of durations"), .absent("“initial” and “multiplier”"),
      such: [#"["0s", "2s", "4s"]"#],
      "The delays in order, in place of “initial” and “multiplier”; the last one repeats."),
    Key(
      "max", .duration, .default("30s"),
      "The longest delay, before jitter; only “retryAfter”, and a share or an addition as “jitter”, may exceed it."
    ),
    Key(
      "jitter", .other("“none”, “full”, “equal”, 0–1, or { add: duration }"), .default("full"),
      "What part of the delay is random: none of it, all of it (“full”), or its second half (“equal”). A number is the share of the delay by which it may be longer or shorter, and “add” a time by which it may be longer."
    ),
    Key(
      "maxIncludesJitter", .flag, .default("false"),
      "Whether “max” cuts the delay after jitter, instead of being jittered."),
  ]
  package static let jitterWords = ["none", "full", "equal"]
  package static let jitterKeys = [
    Key(
      "add", .lastingDuration, .required, "The longest random time on top of the delay, also on top of “max”."
    )
  ]
  private static let shares: ClosedRange<Double> = 0...1
  private static let exhaustedWords = ["continue", "escalate", "proceed", "cancel", "abort"]
  private static let attempts: ClosedRange<Int64> = 1...1_000
  private static let multipliers: ClosedRange<Double> = 1...1_000

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
    policy.maxAttempts =
      section.integer(
        "maxAttempts", Self.attempts, "“maxAttempts” includes the first try.", in: &vocabulary.diagnostics)
      ?? policy.maxAttempts
    if section["per"] != nil {
      policy.per = section.per(advice: "Leave it out to count by operation.", vocabulary) ?? policy.per
    }
    policy.within =
      section.duration(
        "within", zero: "A window can't be zero. Write a length such as 10m.", in: &vocabulary.diagnostics)
      ?? policy.within
    if let value = section["backoff"] { readBackoff(value, into: &policy.backoff) }
    if let value = section["retryAfter"] { readRetryAfter(value, into: &policy.retryAfter) }
    if section["deadline"]?.string == "none" {
      policy.deadline = nil
    } else {
      policy.deadline =
        section.duration(
          "deadline", zero: "A deadline can't be zero. Write a length such as 30s, or none.",
          in: &vocabulary.diagnostics) ?? policy.deadline
    }
    if let member = section.member("quota") { readQuota(member, into: &policy) }
    if let value = section["exhausted"] { policy.exhausted = exhausted(value) ?? policy.exhausted }
    return vocabulary.diagnostics.all.count == before ? policy : nil
  }

  private func readBackoff(_ node: Node, into backoff: inout RetryPolicy.Backoff) {
    guard let section = Section(node, "backoff", keys: Self.backoffKeys, in: &vocabulary.diagnostics) else {
      return
    }
    backoff.initial = section.duration("initial", in: &vocabulary.diagnostics) ?? backoff.initial
    backoff.max = section.duration("max", in: &vocabulary.diagnostics) ?? backoff.max
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
    if let value = section["maxIncludesJitter"] {
      if case .bool(let flag) = value.content {
        backoff.maxIncludesJitter = flag
      } else {
        report(.wrongFlag(value))
      }
    }
    if let list = section.member("delays") {
      if let formula = section.member("initial") ?? section.member("multiplier") {
        report(
          Diagnostic(
            "wrong-value",
            "“delays” stands in place of a formula, so “\(formula.key)” can't stand beside it. Remove one of them.",
            at: formula.keyRange, related: [.init("the list", at: list.keyRange)]))
      }
      backoff.delays = delays(list) ?? backoff.delays
    } else if section["initial"] != nil || section["multiplier"] != nil {
      backoff.delays = []
    }
  }

  private func delays(_ member: Node.Member) -> [TimeSpan]? {
    guard let elements = member.value.elements else {
      report(.wrongType(member.value, expected: "a list of durations, such as [ 0s, 2s, 4s ]"))
      return nil
    }
    guard (1...Int(Self.attempts.upperBound)).contains(elements.count) else {
      report(
        .wrongValue(
          member.value,
          elements.isEmpty
            ? "This list has no delay. Write at least one, such as [ 2s ]."
            : "There can't be more delays than tries. Write at most \(Self.attempts.upperBound)."))
      return nil
    }
    let delays = elements.compactMap { element -> TimeSpan? in
      let delay = element.string.flatMap { TimeSpan($0) }
      if delay == nil { report(.wrongDuration(element)) }
      return delay
    }
    return delays.count == elements.count ? delays : nil
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
    if node.members != nil {
      guard let section = Section(node, "jitter", keys: Self.jitterKeys, in: &vocabulary.diagnostics) else {
        return nil
      }
      section.require(
        "add", "This jitter does not say how much it adds. Add “add”, such as add: 1s.", at: node.range,
        in: &vocabulary.diagnostics)
      return section.duration(
        "add", zero: "Nothing would be added. Write a length such as 1s, or jitter: none.",
        in: &vocabulary.diagnostics
      ).map { .add($0) }
    }
    switch node.string {
    case "none": return RetryPolicy.Jitter.none
    case "full": return .full
    case "equal": return .equal
    default:
      report(wrongJitter(node))
      return nil
    }
  }

  /// Such as `true`, `20%` and `"0.2"`, with the jitter that was probably meant.
  private func wrongJitter(_ node: Node) -> Diagnostic {
    let text = node.oneLine.filter { $0 != "\"" && $0 != "'" }
    let percent = text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : nil
    if let share = percent ?? Double(text), Self.shares.contains(share) {
      return .wrongValue(node, "“\(text)” is a text. Write the share as a number: jitter: \(share).")
    }
    switch node.content {
    case .bool(true):
      return .wrongValue(
        node, "“true” does not say how much is random. Write full, equal, or a share such as 0.2.")
    case .bool(false): return .wrongValue(node, "“false” is not a value of “jitter”. Write none.")
    default:
      let question = Suggestion.question(for: text, among: Self.jitterWords)
      let advice =
        question.isEmpty
        ? " Write none, full, equal, a share from 0 to 1 such as 0.2, or { add: 1s }." : question
      return .wrongValue(node, "“\(text)” is not a value of “jitter”.\(advice)")
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

  func report(_ diagnostic: Diagnostic) {
    vocabulary.diagnostics.report(diagnostic)
  }
}
