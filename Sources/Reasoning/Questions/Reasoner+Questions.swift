extension Reasoner {
  /// An error that another rule set answers otherwise: with another evaluation, or where `comparesStations`, by another rule.
  /// `never` is the proof that there is none.
  package func difference(from other: Reasoner, comparesStations: Bool = false) -> Answer { .notDecided }
}
