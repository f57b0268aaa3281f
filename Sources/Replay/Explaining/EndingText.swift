internal import RuleEngine

/// How a climb ended, and why there.
enum EndingText {
  typealias Paragraph = (text: String, style: Paint.Style?)

  /// The end of a record's own climb.
  static func paragraphs(of explanation: Explanation) -> [Paragraph] {
    var paragraphs = paragraphs(explanation.ending, explanation.steps)
    if explanation.ending.isAssumed {
      for sentence in assumptions(explanation.steps) { paragraphs.append((sentence, .yellow)) }
    }
    return paragraphs
  }

  /// The end of a climb within another.
  static func paragraphs(of nested: Explanation.Nested) -> [Paragraph] {
    guard let ending = nested.ending else { return [] }
    return paragraphs(ending, nested.steps, isNested: true)
  }

  private static func paragraphs(
    _ ending: Explanation.Ending,
    _ steps: [Explanation.Step],
    isNested: Bool = false
  ) -> [Paragraph] {
    var paragraphs: [Paragraph] = [(outcome(ending), ending.isHandled ? .green : .red)]
    paragraphs.append((why(ending, steps, isNested: isNested), nil))
    if let becomes = ending.becomes {
      paragraphs.append(("It ended as \(ShownValue.cut(becomes)).", nil))
    }
    if !ending.passedThrough.isEmpty {
      paragraphs.append(("Disabled, so passed through: \(names(ending.passedThrough)).", .dim))
    }
    return paragraphs
  }

  private static func outcome(_ ending: Explanation.Ending) -> String {
    if ending.isEvent { return ending.isHandled ? "handled" : "not handled" }
    guard let retry = ending.retry else {
      return ending.evaluation == .retry
        ? "retry, as a person chose: at once, without a budget" : ending.evaluation.name
    }
    let which =
      retry.attempt.map { "try \($0) of \(retry.maxAttempts) has failed" }
      ?? "at most \(retry.maxAttempts) tries"
    return "retry in \(ShownValue.seconds(retry.milliseconds)) (\(which))"
  }

  private static func why(
    _ ending: Explanation.Ending,
    _ steps: [Explanation.Step],
    isNested: Bool
  ) -> String {
    if ending.isIgnored { return "Ignored as a cancellation: nobody is asked and nothing is done." }
    guard ending.isHandled else { return whyUnhandled(ending, isNested: isNested) }
    let last = ending.path.last.map { ShownValue.cut($0) } ?? "nobody"
    let answerer = steps.last { $0.station != nil && $0.station == ending.station }
    let name = answerer.map { "\(last)/\(ShownValue.cut($0.name))" } ?? last
    let above =
      ending.notVisited.isEmpty
      ? "\(last) is the root." : "\(names(ending.notVisited)) above it did not have to be asked."
    let how = answerer?.result == "unanswered" ? "asked a person, who never answered" : "answered"
    return "\(name) \(how). \(above)"
  }

  private static func whyUnhandled(_ ending: Explanation.Ending, isNested: Bool) -> String {
    guard let root = ending.root else {
      return ending.isEvent
        ? "Nobody is responsible for this origin, so nobody was asked."
        : "Nobody is responsible for this origin; defaults.unhandled says what then."
    }
    let report =
      switch ending.report {
      case "none"?: "nobody is told"
      case "assert"?: "a debug build stops there"
      case let level?: "it is reported at level \(level)"
      case nil: "nothing more"
      }
    let asked: String
    if !ending.path.isEmpty {
      asked = "\(names(ending.path)) had no answer"
    } else if isNested, !ending.isEvent {
      asked = "it was raised at the root, and nobody stands above"
    } else {
      asked = "nobody was asked"
    }
    let shown = ShownValue.cut(root)
    let verdict = ending.isEvent ? "" : "\(ending.evaluation.name), and "
    return "Nobody handled it: \(asked). \(shown), the root, says what then: \(verdict)\(report)."
  }

  private static func names(_ names: [String]) -> String {
    let shown = names.map { ShownValue.cut($0) }
    guard shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(shown[shown.count - 1])"
  }

  /// What nobody said, and what was taken in its place.
  private static func assumptions(_ steps: [Explanation.Step]) -> [String] {
    let all = steps.flatMap { [$0] + $0.inner }
    var sentences: [String] = []
    if all.contains(where: { $0.actions.contains { $0.isAssumed } }) {
      sentences.append("Assumed: a person was to choose, and no choice is recorded that fits.")
    }
    var customs: [String] = []
    for comparison in all.flatMap({ $0.comparisons }) where comparison.isAssumed {
      let name = ShownValue.text(asWritten: comparison.expected)
      let said =
        "\(name) is \(comparison.holds ? "true" : "false")\(comparison.isStub ? ", as --stub says" : "")"
      if !customs.contains(said) { customs.append(said) }
    }
    if !customs.isEmpty {
      sentences.append("Assumed, as no plugin answers: \(customs.joined(separator: "; ")).")
    }
    return sentences
  }
}
