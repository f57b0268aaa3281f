internal import RuleLanguage
internal import Reports
internal import Bytes
internal import Engine
internal import Records
internal import Source

/// Paragraphs beside the rule's name.
enum StepText {
  typealias Paragraph = ExplanationPart.Paragraph

  static func look(of step: Explanation.Step) -> (mark: String, style: TerminalStyle.Style) {
    switch step.result {
    case "not matched": ("✗", .dim)
    case "disabled": ("–", .dim)
    case "exhausted" where step.verdict == nil: ("✗", .yellow)
    case _ where step.overruledBy != nil: ("✓", .dim)
    case "ran" where step.verdict == nil: ("✓", .yellow)
    case "nothing inside": ("✗", .yellow)
    case "failed": ("✗", .red)
    case "continue", "escalate": ("✓", .yellow)
    case "transform", "unwrap": ("✓", .magenta)
    case "": ("·", .blue)
    default: ("✓", .green)
    }
  }

  static func paragraphs(of step: Explanation.Step, in zone: ShownZone = .utc) -> [Paragraph] {
    func sentence(_ reading: Explanation.Reading) -> String { Self.sentence(reading, in: zone) }
    var paragraphs: [Paragraph] = []
    switch step.result {
    case "disabled":
      return [("is disabled", .dim)]
    case "not matched":
      paragraphs += ComparisonText.failure(step.tests).map { ($0, .dim) }
      paragraphs += step.readings.map { (sentence($0), .dim) }
      if let inside = step.inside {
        paragraphs.append(
          ("but the error in \(inside) matches: write the conditions below “inside”, or unwrap it", .yellow))
      }
      return paragraphs
    default:
      paragraphs += ComparisonText.reasons(step.tests).map { ($0, nil) }
    }
    if step.tests.isEmpty { paragraphs += whyWithoutTests(step) }
    paragraphs += step.readings.filter { $0.action == nil && !Self.isNeedless($0, in: step) }.map {
      (sentence($0), nil)
    }
    for (index, action) in step.actions.enumerated() {
      let readings = step.readings.filter { $0.action == index }
      let skipping = readings.first { $0.state == .throttle(isSkipped: true) }
      let why = skipping.map { ": \(sentence($0))" } ?? ""
      paragraphs.append((ActionText.sentence(action) + why, .cyan))
      if skipping == nil { paragraphs += readings.map { ("(\(sentence($0)))", .dim) } }
    }
    if let verdict = verdict(step) { paragraphs.append(("→ \(verdict)", look(of: step).style)) }
    paragraphs += step.changes.map { (Self.sentence($0), .magenta) }
    if ["transform", "unwrap"].contains(step.result), step.changes.isEmpty {
      paragraphs.append(("changes nothing", .magenta))
    }
    return paragraphs
  }

  /// The most tries that a rule may make. A policy of another system that has no end or counts otherwise has so many, and none
  /// of them is told.
  static let mostTries = 1_000

  /// Whether a budget says nothing, since a quota of tries ends them.
  private static func isNeedless(_ reading: Explanation.Reading, in step: Explanation.Step) -> Bool {
    guard case .tries(let attempt, let limit, _) = reading.state, limit >= mostTries else { return false }
    return attempt ?? 0 < limit && quotaOfTries(of: step) != nil
  }

  /// The tries that a quota counted for a step: `2 of 5 within 10s`; nil without such a quota.
  static func quotaOfTries(of step: Explanation.Step) -> String? {
    for reading in step.readings {
      if case .quotaOfTries(let tries, let most) = reading.state {
        return
          "\(GroupedNumber.text(Int(tries))) of \(GroupedNumber.text(Int(most))) within \(reading.within)"
      }
    }
    return nil
  }

  private static func whyWithoutTests(_ step: Explanation.Step) -> [Paragraph] {
    switch step.kind {
    case .otherwise:
      step.policy?.otherwise == .unmatched || step.policy?.match == .all
        ? [("no rule of this responder matched", nil)] : [("no rule of this responder decided", nil)]
    case .rule, .unwrap: [("matches everything", nil)]
    case .breaker: [("counts every error", nil)]
    case .ignored, .category, .contract, .arrival, .always: []
    }
  }

  static func sentence(_ reading: Explanation.Reading, in zone: ShownZone = .utc) -> String {
    let key = reading.key.map { part in
      "\(EscapedText.of(part.name)) \(part.value.map { DisplayValue.text(ofJSON: $0) } ?? "(missing)")"
    }.joined(separator: ", ")
    let whose = key.isEmpty ? "" : " for \(key)"
    let within = reading.within.isEmpty ? "" : " within \(reading.within)"
    switch reading.state {
    case .tries(let attempt, let limit, let isCounted):
      guard let attempt else {
        let missing = reading.key.filter { $0.value == nil }.map { EscapedText.of($0.name) }
        let reason =
          missing.isEmpty ? "" : " and no \(missing.joined(separator: ", ")) to count it by"
        return "try unknown, of \(limit): the record has no attempt\(reason)"
      }
      let most = limit < mostTries || attempt >= limit ? " of \(limit)" : ""
      if !isCounted { return "try \(attempt)\(most), as recorded" }
      return "try \(attempt)\(most)\(key.isEmpty ? "" : ", counted for \(key)\(within)")"
    case .deadline(let elapsed, let delay, let limit):
      let most = Figures.duration(Int(limit / 1_000))
      guard let elapsed else {
        return "deadline of \(most): the time since the first failure is unknown, so it says nothing"
      }
      let since =
        "\(Figures.duration(Int(elapsed / 1_000))) since the first failure\(key.isEmpty ? "" : whose)"
      let end = Double(elapsed) + Double(delay) * 1_000
      return
        "deadline of \(most): \(since), and a delay of \(Figures.duration(Int(delay))) "
        + (end > Double(limit) ? "would end after it" : "ends before it")
    case .asked(let span, let use, let max, let above):
      return asked(span, use, max, above)
    case .shared(_, let left, let full, let cost):
      return
        "quota \(DisplayValue.cut(reading.breaker ?? "")): \(Self.tokens(left)) of \(Self.tokens(full)) tokens left\(whose); "
        + "this retry takes \(Self.tokens(cost))"
    case .quota(let retries, let most):
      return
        "quota: \(GroupedNumber.text(Int(retries))) of \(GroupedNumber.text(Int(most))) retries\(whose)\(within)"
    case .quotaOfTries(let tries, let most):
      return
        "quota: \(GroupedNumber.text(Int(tries))) of \(GroupedNumber.text(Int(most))) tries\(whose)\(within), this one included"
    case .tokens(let left, let full):
      return
        "quota: \(Self.tokens(left)) of \(Self.tokens(full)) tokens left\(whose); a retry needs more than half"
    case .rate(let count, let least):
      let ordinal = DisplayValue.ordinal(Int(count))
      return count < least
        ? "rate: the \(ordinal)\(whose)\(within); the rule needs \(GroupedNumber.text(Int(least)))"
        : "rate: at least the \(ordinal)\(whose)\(within), as the rule needs"
    case .throttle(let isSkipped):
      let every = reading.within.isEmpty ? "" : " in the \(reading.within) before"
      return isSkipped
        ? "throttled: it ran\(whose)\(every)" : "not throttled: it had not run\(whose)\(every)"
    case .breaker(_, let count, let least, let since):
      let name = DisplayValue.cut(reading.breaker ?? "")
      if let since {
        return "\(name) opened\(whose) at \(zone.text(Timestamp(microseconds: since)))"
      }
      let counted = "\(GroupedNumber.text(Int(count))) of \(GroupedNumber.text(Int(least))) errors"
      return "\(name) is closed\(whose): it counted \(counted)\(within)"
    case .alertQueue(let isOpen):
      return isOpen ? "an earlier alert\(whose) is still open" : "no earlier alert\(whose) is open"
    }
  }

  /// The delay that the error asks for, and what becomes of it.
  private static func asked(
    _ span: Int64, _ use: RetryPolicy.RetryAfter.Use, _ max: Int64, _ above: RetryPolicy.RetryAfter.Above
  ) -> String {
    let wish = "the error asks for a delay of \(Figures.duration(Int(span / 1_000)))"
    if use == .ignore { return "\(wish), which the rule ignores" }
    guard span > max else {
      return wish + (use == .replace ? ", in place of the rule's own" : ", at least")
    }
    let most = Figures.duration(Int(max / 1_000))
    switch above {
    case .cap: return "\(wish), more than \(most), which it gets"
    case .exhausted: return "\(wish), more than \(most): no try is granted"
    case .backoff: return "\(wish), more than \(most), so the rule's own delay counts"
    }
  }

  /// Thousandths as tokens.
  private static func tokens(_ thousandths: Int32) -> String {
    thousandths % 1_000 == 0 ? "\(thousandths / 1_000)" : "\(Double(thousandths) / 1_000)"
  }

  static func sentence(_ change: Explanation.Change) -> String {
    let field = EscapedText.of(change.field)
    if change.field == "attributes", change.before == nil, let added = change.after {
      return "\(field): \(DisplayValue.text(ofJSON: added)) is added"
    }
    switch (change.before, change.after) {
    case (let before?, let after?):
      return "\(field): \(DisplayValue.text(ofJSON: before)) becomes \(DisplayValue.text(ofJSON: after))"
    case (nil, let after?): return "\(field): becomes \(DisplayValue.text(ofJSON: after))"
    case (let before?, nil): return "\(field): \(DisplayValue.text(ofJSON: before)) is removed"
    case (nil, nil): return field
    }
  }

  static func verdict(_ step: Explanation.Step) -> String? {
    if let other = step.overruledBy { return overruled(step, by: DisplayValue.cut(other)) }
    return switch step.result {
    case "proceed", "retry", "cancel", "abort": "verdict: \(step.result)"
    case "ran":
      step.verdict.map { "verdict: \($0), as the first rule that matched, because no rule has an evaluation" }
        ?? "has no evaluation; every rule is evaluated"
    case "continue": "continue: not handled; the next rule follows"
    case "escalate": "escalate: not handled; the error goes to the parent"
    case "exhausted":
      step.verdict.map { "budget exhausted: \($0)" }
        ?? (step.isOtherwise
          ? "budget exhausted, so it decides nothing" : "budget exhausted, so the rule counts as not matched")
    case "failed":
      "the action failed\(step.isExhaustedAfterFailure ? ", and no try is left" : ""): \(step.verdict ?? "continue")"
    case "nothing inside":
      "there is nothing to unwrap, so the \(step.clause == nil ? "entry does not apply" : "rule counts as not matched")"
    case "unanswered": "the alert was never answered: \(step.verdict ?? "cancel")"
    case "transform":
      "transform: continues \(step.becomes.map { "as \(DisplayValue.cut($0))" } ?? "under the same name")"
    case "unwrap":
      "unwrap: continues as the inner error\(step.becomes.map { ", \(DisplayValue.cut($0))" } ?? "")"
    case "emit": "verdict: \(step.verdict ?? "handled"); it emits an event"
    case "handled": "verdict: handled"
    case "raise": "raises an error; the event is handled"
    case "matched": step.isCounted ? "counted" : "matches"
    default: nil
    }
  }

  /// The text of a step without effect, because another rule had decided.
  private static func overruled(_ step: Explanation.Step, by other: String) -> String {
    step.result == "unanswered"
      ? "the alert was never answered, which ends the evaluation; the verdict of \(other) stands"
      : "verdict: \(step.verdict ?? step.result), but \(other) had decided before"
  }
}

extension Explanation.Step {
  fileprivate var isCounted: Bool {
    if case .breaker = kind { true } else { false }
  }

  /// A rate, a breaker, a throttle or a counted try was read, for the error or one that it raised.
  var countsOverTime: Bool {
    readings.contains { reading in
      switch reading.state {
      case .rate, .throttle, .breaker: true
      case .tries(_, _, let isCounted): isCounted && reading.key.contains { $0.value != nil }
      case .deadline(let elapsed, _, _): elapsed != nil && !reading.key.isEmpty
      case .quota, .quotaOfTries: true
      case .asked, .tokens, .shared, .alertQueue: false
      }
    } || nestedEvaluations.contains { $0.steps.contains { $0.countsOverTime } }
  }
}
