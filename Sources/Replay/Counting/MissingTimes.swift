internal import RuleEngine

/// Results that mean little because records have no time.
package struct MissingTimes: Sendable, Equatable {
  /// Those that were filtered for it are also among `records`.
  package let untimed: Int
  package let records: Int
  /// In the plural, then options: `rates`, `--since`.
  package let uses: [String]

  /// Nil if every record has a time, or nothing needs one.
  init?(_ lineCounts: LineCounts, timed: Int, _ untimedUses: TimeUses, options: [String], hasLoad: Bool) {
    // The selection by time leaves out records without one.
    let asksTime = options.contains("--since") || options.contains("--until")
    untimed = lineCounts.records - timed + lineCounts.untimed
    records = lineCounts.records + (asksTime ? lineCounts.filtered : 0)
    uses =
      (untimedUses.contains(.rates) ? ["rates"] : [])
      + (untimedUses.contains(.throttles) ? ["throttles"] : [])
      + (untimedUses.contains(.retries) ? ["budgets over time"] : [])
      + (hasLoad ? ["tries per minute"] : []) + options
    guard untimed > 0, !uses.isEmpty else { return nil }
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
