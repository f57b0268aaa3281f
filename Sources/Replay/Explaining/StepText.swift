internal import RuleEngine

/// What came of one rule, as paragraphs beside its name.
enum StepText {
  typealias Paragraph = (text: String, style: Paint.Style?)

  /// The mark before the name: what the eye finds first.
  static func look(of step: Explanation.Step) -> (mark: String, style: Paint.Style) {
    switch step.result {
    case "not matched": ("✗", .dim)
    case "disabled": ("–", .dim)
    case "exhausted" where step.verdict == nil: ("✗", .yellow)
    case "nothing inside": ("✗", .yellow)
    case "continue", "escalate": ("✓", .yellow)
    case "transform", "unwrap": ("✓", .magenta)
    case "": ("·", .blue)
    default: ("✓", .green)
    }
  }

  static func paragraphs(of step: Explanation.Step) -> [Paragraph] {
    var paragraphs: [Paragraph] = []
    switch step.result {
    case "disabled":
      return [("is disabled", .dim)]
    case "not matched":
      paragraphs += ComparisonText.failure(step.tests).map { ($0, .dim) }
      paragraphs += step.readings.map { (sentence($0), .dim) }
      return paragraphs
    default:
      paragraphs += ComparisonText.reasons(step.tests).map { ($0, nil) }
    }
    if step.tests.isEmpty { paragraphs += whyWithoutTests(step) }
    paragraphs += step.readings.map { (sentence($0), nil) }
    paragraphs += step.actions.map { (ActionText.sentence($0), .cyan) }
    if let verdict = verdict(step) { paragraphs.append(("→ \(verdict)", look(of: step).style)) }
    paragraphs += step.changes.map { (sentence($0), .magenta) }
    return paragraphs
  }

  private static func whyWithoutTests(_ step: Explanation.Step) -> [Paragraph] {
    switch step.asked {
    case .otherwise: [("no rule of this responder decided", nil)]
    case .rule: [("matches every error", nil)]
    case .ignored, .category, .arrival, .always: []
    }
  }

  static func sentence(_ reading: Explanation.Reading) -> String {
    let key = reading.key.map { part in
      "\(VisibleText.of(part.name)) \(part.value.map { ShownValue.text(ofJSON: $0) } ?? "is missing")"
    }.joined(separator: ", ")
    switch reading.state {
    case .tries(let attempt, let limit, let isCounted):
      guard let attempt else {
        let missing = reading.key.filter { $0.value == nil }.map { VisibleText.of($0.name) }
        let reason =
          missing.isEmpty ? "" : ", and \(missing.joined(separator: ", ")) to count it by is missing"
        return "an unknown try of \(limit): the record has no attempt\(reason)"
      }
      if !isCounted { return "try \(attempt) of \(limit), as recorded" }
      return "try \(attempt) of \(limit)\(key.isEmpty ? "" : ", counted for \(key)")"
    case .rate(let count, let least):
      let which =
        "\(ShownValue.ordinal(Int(count)))\(key.isEmpty ? " of its key" : " for \(key)") within the window"
      return count < least
        ? "\(which), not yet the \(ShownValue.ordinal(Int(least))) that is asked for"
        : "\(which), \(least) asked for"
    case .throttle(let isSkipped):
      return isSkipped
        ? "throttle: the action ran within the window, so it is skipped"
        : "throttle: the action has not run within the window"
    case .alertQueue(let isOpen):
      return isOpen ? "alert queue: the alert before is still open" : "alert queue: no alert before is open"
    }
  }

  static func sentence(_ change: Explanation.Change) -> String {
    let field = VisibleText.of(change.field)
    switch (change.before, change.after) {
    case (let before?, let after?):
      return "\(field): \(ShownValue.text(ofJSON: before)) becomes \(ShownValue.text(ofJSON: after))"
    case (nil, let after?): return "\(field): becomes \(ShownValue.text(ofJSON: after))"
    case (let before?, nil): return "\(field): \(ShownValue.text(ofJSON: before)) is taken away"
    case (nil, nil): return field
    }
  }

  /// What was said to the error, or nil where there is nothing to say.
  static func verdict(_ step: Explanation.Step) -> String? {
    switch step.result {
    case "proceed", "retry", "cancel", "abort": "answers: \(step.result)"
    case "continue": "continue: not handled, on with the next"
    case "escalate": "escalate: not handled, leaves this responder"
    case "exhausted":
      step.verdict.map { "no try is left: \($0)" } ?? "no try is left, so it counts as not matched"
    case "nothing inside": "what unwrap asks for is not there, so it counts as not matched"
    case "unanswered": "the alert was never answered: \(step.verdict ?? "cancel")"
    case "transform": "transform: the error is replaced"
    case "unwrap": "unwrap: the error is replaced by the one inside"
    case "emit": "answers: emits an event\(step.verdict.map { ", \($0)" } ?? "")"
    case "handled": "answers: handled"
    case "raise": "raises an error, so the event is handled"
    case "matched": "matches"
    default: nil
    }
  }
}
