internal import Counting
package import Replay

/// The same rules on two streams, or on two spans of one stream.
package struct StreamDifference: Sendable {
  /// One of the streams.
  package struct Side: Sendable {
    package let summary: ReplaySummary
    package let span: CoveredSpan

    /// - Parameter selection: its bounds in time belong to the span.
    package init(_ summary: ReplaySummary, _ selection: RecordSelection) {
      self.summary = summary
      span = CoveredSpan(summary.times, selection, records: summary.lineCounts.records)
    }

    var errors: Int { summary.lineCounts.errors }
  }

  /// The rule file as the user named it.
  package let rules: String
  package let before: Side
  package let after: Side
  /// New kinds first; of each change the most frequent ones first.
  package let kinds: [KindChange]
  /// The errors of kinds beyond those that are counted apart.
  package let notCompared: (before: Int, after: Int)
  package let areRatesCompared: Bool
  /// The names of `--only`: the kinds are those of errors that one of them fits.
  package let only: [String]
  package let gates: [GateResult]

  package var fails: Bool { gates.contains { $0.fails } }

  package init(rules: String, _ before: Side, _ after: Side, only: [String], gates: [GateExpression]) {
    (self.rules, self.before, self.after, self.only) = (rules, before, after, only)
    let lengths = ComparedLengths(before.span, after.span)
    areRatesCompared = lengths.areKnown
    if let earlier = before.summary.kindsByOutcome, let later = after.summary.kindsByOutcome {
      let (first, second) = (earlier.kept(by: later), later.kept(by: earlier))
      kinds = KindChange.all(first, second, lengths)
      notCompared = (first.others, second.others)
    } else {
      (kinds, notCompared) = ([], (before.errors, after.errors))
    }
    let values = StreamDifferenceFigures.values(kinds, errors: after.errors)
    self.gates = gates.map { $0.result(values) }
  }

  /// Whether the second stream ends before the first one begins.
  var isBackward: Bool {
    guard case .known(let first, _) = before.span, case .known(_, let last) = after.span else { return false }
    return last < first
  }
}
