internal import Counting
internal import Reports
internal import Engine

/// Results that mean little because records have no time.
package struct MissingTimes: Sendable, Equatable {
  /// The number of records without a time; those that were filtered for it are also among `records`.
  package let untimed: Int
  package let records: Int
  /// The uses of times in the plural, then options: `rates`, `--since`.
  package let uses: [String]

  /// Nil if every record has a time, or nothing needs one.
  init?(_ lineCounts: LineCounts, timed: Int, _ untimedUses: TimeUses, options: [String], hasLoad: Bool) {
    // The selection by time leaves out records without one.
    let usesTime = options.contains("--since") || options.contains("--until")
    untimed = lineCounts.records - timed + lineCounts.untimed
    records = lineCounts.records + (usesTime ? lineCounts.filtered : 0)
    uses =
      (untimedUses.contains(.rates) ? ["rates"] : [])
      + (untimedUses.contains(.throttles) ? ["throttles"] : [])
      + (untimedUses.contains(.retries) ? ["budgets over time"] : [])
      + (untimedUses.contains(.breakers) ? ["breakers"] : [])
      + (hasLoad ? ["tries per minute"] : []) + options
    guard untimed > 0, !uses.isEmpty else { return nil }
  }

  /// For a selection by time that left out all records, because none has a time; nil if there is no record.
  package init?(ofAll records: Int, _ selection: RecordSelection) {
    guard records > 0 else { return nil }
    self.init(untimed: records, records: records, uses: selection.timeOptions)
  }

  private init(untimed: Int, records: Int, uses: [String]) {
    self.untimed = untimed
    self.records = records
    self.uses = uses
  }

  /// The uses of times by either of two rule sets, on the same records; nil if there is none.
  static func either(_ old: Self?, _ new: Self?) -> Self? {
    guard let old, let new else { return old ?? new }
    // Both lists are in the same order, of which each may lack some.
    var uses = old.uses
    for (index, use) in new.uses.enumerated() where !uses.contains(use) {
      let next = new.uses[index...].compactMap { uses.firstIndex(of: $0) }.first
      uses.insert(use, at: next ?? uses.count)
    }
    return Self(untimed: old.untimed, records: old.records, uses: uses)
  }

  package var sentence: String {
    let isAll = untimed == records
    let who =
      isAll
      ? records == 1 ? "The record has no time" : "None of the \(Figures.number(records)) records has a time"
      : "\(Figures.number(untimed)) of \(Figures.number(records)) records \(untimed == 1 ? "has" : "have") no time"
    let verb = uses.count == 1 && uses[0].hasPrefix("--") ? "means" : "mean"
    let what =
      uses.count == 1 ? uses[0] : "\(uses.dropLast().joined(separator: ", ")) and \(uses[uses.count - 1])"
    return "\(who): \(what) \(verb) \(isAll ? "nothing" : "little") here."
  }
}
