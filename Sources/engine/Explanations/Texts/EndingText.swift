internal import Records
internal import Engine
internal import Source

enum EndingText {
  typealias Paragraph = ExplanationPart.Paragraph

  static func paragraphs(of explanation: Explanation) -> [Paragraph] {
    var paragraphs = paragraphs(explanation.ending, explanation.steps)
    if explanation.ending.isAssumed { paragraphs += assumptions(explanation.steps).map { ($0, .yellow) } }
    return paragraphs
  }

  static func paragraphs(of nested: Explanation.Nested) -> [Paragraph] {
    guard let ending = nested.ending else { return [] }
    return paragraphs(ending, nested.steps, isNested: true)
  }

  private static func paragraphs(
    _ ending: Explanation.Ending, _ steps: [Explanation.Step], isNested: Bool = false
  ) -> [Paragraph] {
    var paragraphs: [Paragraph] = [(outcome(ending, steps), ending.isHandled ? .green : .red)]
    paragraphs.append((why(ending, steps, isNested: isNested), nil))
    if let becomes = ending.becomes {
      paragraphs.append(("It ended as \(DisplayValue.cut(becomes)).", nil))
    }
    if !ending.passedThrough.isEmpty {
      paragraphs.append(("Skipped, because disabled: \(names(ending.passedThrough)).", .dim))
    }
    return paragraphs
  }

  private static func outcome(_ ending: Explanation.Ending, _ steps: [Explanation.Step]) -> String {
    if ending.isEvent { return ending.isHandled ? "handled" : "not handled" }
    guard let retry = ending.retry else {
      return ending.evaluation == .retry
        ? "retry, chosen by a person: at once, without a budget" : ending.evaluation.name
    }
    let granting = steps.last { $0.clause != nil && $0.clause == ending.clause }
    let isLimited = retry.maxAttempts < StepText.mostTries
    let quota = isLimited ? nil : granting.flatMap { StepText.quotaOfTries(of: $0) }
    let limit = isLimited ? " of \(retry.maxAttempts)" : ""
    let which =
      quota.map { "try \($0) has failed" } ?? retry.attempt.map {
        "try \($0)\(limit) has failed"
      }
      ?? "at most \(retry.maxAttempts) tries"
    return "retry in \(DisplayValue.seconds(retry.milliseconds)) (\(which))"
  }

  private static func why(_ ending: Explanation.Ending, _ steps: [Explanation.Step], isNested: Bool) -> String
  {
    if ending.isIgnored { return "Ignored as a cancellation: no rule is evaluated, and no action runs." }
    guard ending.isHandled else { return whyUnhandled(ending, isNested: isNested) }
    let last = ending.path.last.map { DisplayValue.cut($0) } ?? "nobody"
    let answerer = steps.last { $0.clause != nil && $0.clause == ending.clause }
    let name = answerer.map { "\(last)/\(DisplayValue.cut($0.name))" } ?? last
    let above =
      ending.notVisited.isEmpty
      ? "\(last) is the root." : "Not evaluated above it: \(names(ending.notVisited))."
    let how = answerer?.result == "unanswered" ? "asked a person, who never answered" : "handled it"
    return "\(name) \(how). \(above)"
  }

  private static func whyUnhandled(_ ending: Explanation.Ending, isNested: Bool) -> String {
    guard let root = ending.root else {
      return ending.isEvent
        ? "No responder claims this origin, so no rule was evaluated."
        : "No responder claims this origin, so defaults.unhandled decides."
    }
    let report =
      switch ending.report {
      case "none"?: "it is not reported"
      case "assert"?: "a debug build stops here"
      case let level?: "it is reported at level \(level)"
      case nil: "nothing else happens"
      }
    let reason: String
    if !ending.path.isEmpty {
      reason = "no rule of \(names(ending.path)) decided"
    } else if isNested, !ending.isEvent {
      reason = "it was raised at the root, which has no parent"
    } else {
      reason = "no rule was evaluated"
    }
    let shown = DisplayValue.cut(root)
    let verdict = ending.isEvent ? "" : "\(ending.evaluation.name), and "
    return "Unhandled: \(reason). The root \(shown) decides: \(verdict)\(report)."
  }

  private static func names(_ names: [String]) -> String {
    let shown = names.map { DisplayValue.cut($0) }
    guard shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(shown[shown.count - 1])"
  }

  private static func assumptions(_ steps: [Explanation.Step]) -> [String] {
    let all = steps.flatMap { [$0] + $0.inner }
    var sentences: [String] = []
    if all.contains(where: { $0.actions.contains { $0.isAssumed } }) {
      sentences.append("Assumed: the rule asks a person, and no fitting answer is recorded.")
    }
    if all.contains(where: { $0.actions.contains { $0.end == .assumed } }) {
      sentences.append("Assumed: an action succeeded, as its result is not recorded.")
    }
    var customs: [String] = []
    for comparison in all.flatMap({ $0.comparisons }) where comparison.isAssumed {
      let name = DisplayValue.text(asWritten: comparison.expected)
      let said =
        "\(name) is \(comparison.holds ? "true" : "false")\(comparison.isStub ? " (by --stub)" : "")"
      if !customs.contains(said) { customs.append(said) }
    }
    if !customs.isEmpty {
      sentences.append("Assumed, because no plugin provides it: \(customs.joined(separator: "; ")).")
    }
    return sentences
  }
}
