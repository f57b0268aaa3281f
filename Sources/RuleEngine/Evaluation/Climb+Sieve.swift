internal import Records

extension Climb {
  /// Whether the last record, an error or an event, matches the chain's record filter.
  package mutating func passesSieve() -> Bool {
    inquiry.begin()
    outcome.reset()
    var sink = NoSteps()
    resolveCategory(&sink)
    let passes = holds(tables.sieve, &sink)
    // The filter leaves no category behind for the evaluation.
    inquiry.setCategory(.unresolved)
    outcome.reset()
    return passes
  }
}
