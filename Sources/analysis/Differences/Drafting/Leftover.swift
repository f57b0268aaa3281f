package import Counting
internal import Engine
package import Replay

/// The errors of a stream that need rules.
package struct Leftover {
  package let ending: RuleDrafting.Ending
  package let errors: Int
  /// The largest ones first.
  package let kinds: [ErrorKind]
  /// Whether there are more kinds than these.
  package let hasMore: Bool

  package init(of summary: ReplaySummary, ended ending: RuleDrafting.Ending) {
    self.ending = ending
    switch ending {
    case .unhandled:
      errors = summary.unhandled
      kinds = summary.outcomes.unhandledKinds
      hasMore = summary.outcomes.unhandledOtherKinds > 0
    case .otherwise:
      let groups = Self.otherwise(summary)
      errors = groups.reduce(0) { $0 + $1.errors }
      kinds = groups.flatMap { $0.kinds }.sorted { ($1.count, $0.firstOrdinal) < ($0.count, $1.firstOrdinal) }
      hasMore = groups.contains { $0.kindCount != $0.kinds.count }
    }
  }

  /// The groups of errors that the “otherwise” of each responder decided.
  package static func otherwise(_ summary: ReplaySummary) -> [KindTable.Group] {
    (summary.kinds?.rules ?? []).filter { $0.name.hasSuffix("/otherwise") }
  }

  package var words: String {
    ending == .unhandled ? "unhandled" : "handled by an “otherwise” alone"
  }

  func isOf(_ outcome: MovedGroup.Outcome) -> Bool {
    switch outcome.decider {
    case .nobody: ending == .unhandled
    case .otherwise: ending == .otherwise
    case .rule, .ignored: false
    }
  }
}
