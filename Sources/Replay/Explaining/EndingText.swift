internal import RuleEngine

/// How a climb ended, and why there.
enum EndingText {
  static func paragraphs(of explanation: Explanation) -> [(text: String, style: Paint.Style?)] {
    let ending = explanation.ending
    var paragraphs: [(text: String, style: Paint.Style?)] = [
      (outcome(ending), ending.isHandled ? .green : .red), (why(explanation), nil),
    ]
    if !ending.passedThrough.isEmpty {
      paragraphs.append(("Disabled, so passed through: \(names(ending.passedThrough)).", .dim))
    }
    if ending.isAssumed {
      paragraphs.append(("Assumed: a person was to choose, and no choice is recorded that fits.", .yellow))
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

  private static func why(_ explanation: Explanation) -> String {
    let ending = explanation.ending
    if ending.isIgnored { return "Ignored as a cancellation: nobody is asked and nothing is done." }
    guard ending.isHandled else { return whyUnhandled(ending) }
    let last = ending.path.last.map { ShownValue.cut($0) } ?? "nobody"
    let name = explanation.answerer.map { "\(last)/\(ShownValue.cut($0))" } ?? last
    let above =
      ending.notVisited.isEmpty
      ? "\(last) is the root." : "\(names(ending.notVisited)) above it did not have to be asked."
    return "\(name) answered. \(above)"
  }

  private static func whyUnhandled(_ ending: Explanation.Ending) -> String {
    guard let root = ending.root else {
      return "Nobody is responsible for this origin; defaults.unhandled says what then."
    }
    let report =
      switch ending.report {
      case "none"?: ", and nobody is told"
      case "assert"?: ", and a debug build stops there"
      case let level?: ", and it is reported at level \(level)"
      case nil: ""
      }
    let asked = ending.path.isEmpty ? "Nobody was asked" : "\(names(ending.path)) had no answer"
    let verdict =
      ending.isEvent ? "has no rule for it" : "says \(ending.evaluation.name) for what nobody handles"
    return "Nobody handled it: \(asked). \(ShownValue.cut(root)), the root, \(verdict)\(report)."
  }

  private static func names(_ names: [String]) -> String {
    let shown = names.map { ShownValue.cut($0) }
    guard shown.count > 1 else { return shown.joined() }
    return "\(shown.dropLast().joined(separator: ", ")) and \(shown[shown.count - 1])"
  }
}

extension Explanation {
  /// The rule that answered, or `otherwise`; nil where nobody did.
  fileprivate var answerer: String? {
    steps.last { $0.station != nil && $0.station == ending.station }?.name
  }
}
