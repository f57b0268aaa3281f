extension Evaluator {
  package mutating func passesRecordFilter() -> Bool {
    inputs.begin()
    outcome.reset()
    var sink = NoSteps()
    resolveCategory(&sink)
    let passes = holds(tables.recordFilter, &sink)
    // The filter leaves no category behind for the evaluation.
    inputs.setCategory(.unresolved)
    outcome.reset()
    return passes
  }
}
