internal import RuleEngine

/// What a page shows of a replay beside its summary: outcomes over time, the ways of errors through the chain, and the
/// records that are worth to be explained.
package struct ReplayPicture: Sendable {
  /// What came of an error, in a word.
  package enum Outcome: Int, Sendable, CaseIterable {
    case proceed, retry, cancel, abort
    /// Nobody handled it, whatever its evaluation is then.
    case nobody

    init(_ resolution: RuleEngine.Outcome.Resolution) {
      self = resolution.isHandled ? Self(rawValue: Int(resolution.evaluation.rawValue)) ?? .nobody : .nobody
    }

    package var name: String {
      switch self {
      case .proceed: "proceed"
      case .retry: "retry"
      case .cancel: "cancel"
      case .abort: "abort"
      case .nobody: "nobody"
      }
    }
  }

  /// Who answered.
  package enum Answerer: Sendable, Hashable {
    case responder(String)
    case nobody
    /// Nobody was asked: it was ignored as a cancellation.
    case ignored
  }

  /// Errors that had the same category, answer and outcome.
  package struct Way: Sendable {
    package let category: String
    package let answerer: Answerer
    package let outcome: Outcome
    package let count: Int
    let order: [Int]
  }

  /// A responder, with the errors that came by it.
  package struct Responder: Sendable {
    package let name: String
    /// The next one up, by its place among the responders.
    package let parent: Int?
    package let isEnabled: Bool
    package let rules: Int
    package let eventRules: Int
    /// Errors that were raised there, that came to it in all, that left it for the next one up, that it answered.
    package let entered: Int
    package let arrived: Int
    package let left: Int
    package let answered: Int
  }

  /// Errors by outcome.
  package let outcomes: [Int]
  package let overTime: OverTime?
  /// Errors by outcome that carry no time.
  package let withoutTime: [Int]
  /// In the order of the file.
  package let ways: [Way]
  /// Errors that went ways which are too many to keep.
  package let otherWays: Int
  package let responders: [Responder]
  /// By station of the summary and outcome: errors it answered, and the ordinal of the first of them.
  package let answers: [[Int]]
  package let firsts: [[UInt64?]]
  /// By station of the summary: what its actions are called.
  package let actions: [[String]]
  /// By kind of unhandled errors of the summary: the ordinal of the first.
  package let firstUnhandled: [UInt64]
}
