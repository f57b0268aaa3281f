internal import Records

extension Climb {
  /// Whether the record that was read last matches what the chain's sieve asks; an event is asked as an error is.
  package mutating func passesSieve() -> Bool {
    inquiry.begin()
    outcome.reset()
    var sink = NoSteps()
    resolveCategory(&sink)
    let passes = holds(tables.sieve, &sink)
    // Nothing of it is left for whoever answers the record.
    inquiry.setCategory(.unresolved)
    outcome.reset()
    return passes
  }
}
