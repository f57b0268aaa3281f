internal import Engine
internal import Source

extension Snapshot {
  /// The values in the sample stream of a rule file, of the rules that import it, or of those that a suite tests.
  func sampleWords(for identity: String) -> SampleWords {
    func words(_ unit: Unit) -> SampleWords? {
      units[unit]?.reading.sample.flatMap { self.words[$0] }
    }
    let own = Unit(kind: .rules, identity: identity)
    if let found = words(own) { return found }
    let tested = units[Unit(kind: .suite, identity: identity)]?.reading.tested ?? []
    for file in tested {
      if let found = words(Unit(kind: .rules, identity: file)) { return found }
    }
    for (unit, state) in units.sorted(by: { $0.key < $1.key }) {
      guard state.reading.compilation?.imports.contains(where: { $0.identity == identity }) == true else {
        continue
      }
      if let found = words(unit) { return found }
    }
    return SampleWords()
  }
}
