internal import Bytes

extension Evaluator {
  /// Whether the record filter holds for the error as rules see it: after `defaults.unwrap`, with its category. An event has no
  /// category.
  package mutating func passesRecordFilter() -> Bool {
    inputs.begin()
    outcome.reset()
    var sink = NoSteps()
    if inputs.isEvent {
      inputs.setCategory(.nowhere)
    } else {
      if !tables.unwraps.isEmpty { unwrapRaised(&sink) }
      resolveCategory(&sink)
    }
    let passes = holds(tables.recordFilter, &sink)
    // The filter leaves neither a category nor another error behind for the evaluation.
    inputs.setCategory(.unresolved)
    inputs.begin()
    outcome.reset()
    return passes
  }
}
