/// What two rule sets did with the same records: what every report about their difference is made of.
package struct ReplayComparison: Sendable {
  /// What came of the records under each of them, as a replay alone would say.
  package let old: ReplaySummary
  package let new: ReplaySummary
  package let matrix: OutcomeMatrix
  /// Records of which something else is done: another outcome, other actions or events, other tries or delays.
  package let changed: Int
  /// Those of them by what changed; a record may count for several.
  package let otherOutcome: Int
  package let otherDeeds: Int
  package let otherRetries: Int
  /// Records that another rule answers (or one of another name) while the same is done.
  package let reassigned: Int
  /// Records that are given another category.
  package let recategorised: Int
  /// Which rule took over from which, those that change something first, then the most frequent.
  package let groups: [MovedGroup]
  /// Records of groups beyond those kept, ``MovedGroup/kept`` of them.
  package let inOtherGroups: Int

  /// Actions that would run more or less often: what a summary calls them, with the counts.
  package var actions: [ActionChange] {
    let counts = (Self.counts(old.actions), Self.counts(new.actions))
    let names = Set(counts.0.keys).union(counts.1.keys)
    return names.map { ActionChange(name: $0, old: counts.0[$0] ?? 0, new: counts.1[$0] ?? 0) }
      .filter { $0.old != $0.new }
      .sorted { (abs($1.new - $1.old), $0.name) < (abs($0.new - $0.old), $1.name) }
  }

  private static func counts(_ counts: [ReplaySummary.Count]) -> [String: Int] {
    Dictionary(counts.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }
}

/// An action that would run another number of times.
package struct ActionChange: Sendable {
  package let name: String
  package let old: Int
  package let new: Int
}
