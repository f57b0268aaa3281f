/// The difference between two rule sets on the same records: the input of every report about it.
package struct ReplayComparison: Sendable {
  package let old: ReplaySummary
  package let new: ReplaySummary
  package let matrix: OutcomeMatrix
  package let totals: MoveTable.Totals
  package let groups: [MovedGroup]
  /// The number of records of groups beyond ``MovedGroup/kept``.
  package let inOtherGroups: Int

  /// The uses of times that records don't have, under either rule set; nil if there is none.
  package var missingTimes: MissingTimes? { MissingTimes.either(old.missingTimes, new.missingTimes) }

  /// The untracked retries under the rule set that grants more of them.
  package var untracked: Int { max(old.untracked, new.untracked) }

  package var actions: [ActionChange] {
    let counts = (Self.counts(old.outcomes.actions), Self.counts(new.outcomes.actions))
    let names = Set(counts.0.keys).union(counts.1.keys)
    return names.map { ActionChange(name: $0, old: counts.0[$0] ?? 0, new: counts.1[$0] ?? 0) }
      .filter { $0.old != $0.new }
      .sorted { (abs($1.new - $1.old), $0.name) < (abs($0.new - $0.old), $1.name) }
  }

  private static func counts(_ counts: [ReplaySummary.Count]) -> [String: Int] {
    Dictionary(counts.map { ($0.name, $0.count) }, uniquingKeysWith: +)
  }
}

package struct ActionChange: Sendable {
  package let name: String
  package let old: Int
  package let new: Int
}
