internal import Engine

/// A record's own evaluation or a nested one.
struct ExplainedRun {
  let steps: [Explanation.Step]
  let ending: Explanation.Ending?
  let isEvent: Bool
  /// The subject of sentences: `the error`, `the event opened, emitted at login`.
  let what: String
  /// The error with its origin: `an error raised at …`.
  let cameFrom: String

  static func own(of explanation: Explanation) -> ExplainedRun {
    let isEvent = explanation.ending.isEvent
    let origin = explanation.record.origin.map { "raised at \(DisplayValue.cut($0))" } ?? "without an origin"
    return ExplainedRun(
      steps: explanation.steps, ending: explanation.ending, isEvent: isEvent,
      what: isEvent ? "the event" : "the error", cameFrom: "\(isEvent ? "an event" : "an error") \(origin)")
  }

  /// The record's own, then the nested ones in order.
  static func all(of explanation: Explanation) -> [ExplainedRun] {
    let own = own(of: explanation)
    return [own] + within(explanation.steps)
  }

  private static func within(_ steps: [Explanation.Step]) -> [ExplainedRun] {
    steps.flatMap { $0.nestedEvaluations }.flatMap { [ExplainedRun($0)] + within($0.steps) }
  }

  private init(_ nested: Explanation.Nested) {
    steps = nested.steps
    ending = nested.ending
    switch nested.kind {
    case .event(let name, let from):
      isEvent = true
      what = "the event \(DisplayValue.cut(name)), emitted at \(DisplayValue.cut(from)),"
      cameFrom = "an event emitted at \(DisplayValue.cut(from))"
    case .raised(let error):
      isEvent = false
      what = "the raised error \(DisplayValue.cut(error))"
      cameFrom = "the raised error \(DisplayValue.cut(error))"
    }
  }

  private init(
    steps: [Explanation.Step], ending: Explanation.Ending?, isEvent: Bool, what: String, cameFrom: String
  ) {
    self.steps = steps
    self.ending = ending
    self.isEvent = isEvent
    self.what = what
    self.cameFrom = cameFrom
  }

  /// 4 if the evaluation visited the responder, 0 if it visited none.
  func nearness(to responder: String) -> Int {
    guard let ending else { return 0 }
    if ending.path.contains(responder) { return 4 }
    if ending.passedThrough.contains(responder) { return 3 }
    return ending.notVisited.contains(responder) ? 2 : 1
  }
}
