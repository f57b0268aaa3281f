internal import RuleEngine
internal import Suites

/// Errors in a row, for mutants that only what is remembered tells.
enum WitnessSequences {
  /// Rows that may show a mutant: errors of the stations it changes, often enough to use up what may be counted, at once
  /// and further apart than the window that was changed.
  static func candidates(_ mutation: Mutation, _ base: Bench, _ pool: [TestStep]) -> [[TestStep]] {
    let errors = pool.prefix(400)
    let times = 12
    var rows: [[TestStep]] = []
    let gaps = gaps(of: mutation)
    for error in errors {
      for record in keyed(error) {
        for gap in gaps {
          rows += [WitnessSteps.step(record, times: times, every: gap, at: gap > 0 ? 0 : nil)].compactMap {
            $0
          }
          .map { [$0] }
        }
        guard ["change-key", "drop-throttle"].contains(mutation.kind) else { continue }
        let other = Node.made(json: record).map { varied($0) }.map { JSONWriter.line($0) }
        let pair = [WitnessSteps.step(record, times: 3), other.flatMap { WitnessSteps.step($0, times: 3) }]
        if pair.allSatisfy({ $0 != nil }) { rows.append(pair.compactMap { $0 }) }
      }
    }
    return rows
  }

  /// How far apart errors may lie, in microseconds.
  private static func gaps(of mutation: Mutation) -> [Int64] {
    guard mutation.kind == "change-window" else { return [0] }
    let text = mutation.before.split(separator: " ").last.map { String($0) } ?? mutation.before
    return [TimeSpan(text).map { $0.microseconds + $0.microseconds / 2 }].compactMap { $0 }
  }

  /// The error without a count of its own, as it is, and with what may be counted by.
  private static func keyed(_ step: TestStep) -> [String] {
    let bare = step.error.without("attempt")
    var named = bare
    for (key, value) in [("operation", "load"), ("type", "Failure"), ("domain", "errors")]
    where named[key] == nil {
      named = named.with(key, .made(value))
    }
    var seen: Set<String> = []
    return [bare, named].map { JSONWriter.line($0) }.filter { seen.insert($0).inserted }
  }

  /// The error with other values in what it may be counted by and no rule may ask.
  private static func varied(_ error: Node) -> Node {
    error.with("operation", .made("save"))
  }
}
