package import Explanations

/// Outcomes over time, paths through the chain, example records.
package struct ReplayDetail: Sendable {
  package typealias Outcome = ShownOutcome

  package enum Decider: Sendable, Hashable {
    case responder(String)
    case nobody
    case ignored
  }

  /// Errors with the same category, deciding responder and outcome.
  package struct Path: Sendable {
    package let category: String
    package let decider: Decider
    package let outcome: Outcome
    package let count: Int
    let order: [Int]
  }

  package struct Responder: Sendable {
    package let name: String
    package let parent: Int?
    package let isEnabled: Bool
    package let rules: Int
    package let eventRules: Int
    /// Errors that were raised there, that arrived, that escalated to the parent, that it handled.
    package let entered: Int
    package let arrived: Int
    package let left: Int
    package let answered: Int
  }

  package let outcomes: [Int]
  package let overTime: OverTime?
  package let withoutTime: [Int]
  package let paths: [Path]
  package let otherPaths: Int
  package let responders: [Responder]
  /// The errors that each clause of the summary handled, by outcome, and the ordinal of the first one.
  package let answers: [[Int]]
  package let firsts: [[UInt64?]]
  package let actions: [[String]]
  /// The ordinal of the first error of each unhandled kind in the summary.
  package let firstUnhandled: [UInt64]
}
