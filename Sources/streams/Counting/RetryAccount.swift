internal import Bytes
package import Engine

/// The retries of errors that a rule, or several rules, would try again.
package struct RetryAccount: Sendable, Equatable {
  /// An error that matched several rules counts at each.
  package var matched = 0
  /// The retries granted with a known try: the record's `attempt`, or counted by key.
  package var granted = 0
  /// Granted without a known try: no `attempt` is recorded, and there is nothing to count by.
  package var untracked = 0
  package var byPerson = 0
  /// An action that has to succeed failed, so the rule's own retry was not reached.
  package var failed = 0
  /// The matches for which no further try was granted, by ``RetryEnd``.
  package var exhausted = [Int](repeating: 0, count: RetryEnd.allCases.count)
  /// The delay of all granted retries, in milliseconds.
  package var delay = 0

  package init() {}

  /// - Parameter fired: errors that the clause matched and ran for.
  package init(_ counts: borrowing RetryCounts, clause: Int, fired: Int) {
    untracked = counts.untracked[clause]
    granted = counts.granted[clause] - untracked
    byPerson = counts.byPerson[clause]
    failed = counts.failed[clause]
    for end in RetryEnd.allCases {
      exhausted[Int(end.rawValue)] = counts.exhausted(atClause: clause, by: end)
    }
    delay = counts.delays[clause]
    matched = fired + allExhausted - counts.exhaustedAfterFailure[clause]
  }

  package var allGranted: Int { granted + untracked }
  package var allExhausted: Int { exhausted.reduce(0, +) }

  package func exhausted(by end: RetryEnd) -> Int { exhausted[Int(end.rawValue)] }

  package static func += (left: inout RetryAccount, right: RetryAccount) {
    left.matched += right.matched
    left.granted += right.granted
    left.untracked += right.untracked
    left.byPerson += right.byPerson
    left.failed += right.failed
    for place in left.exhausted.indices { left.exhausted[place] += right.exhausted[place] }
    left.delay += right.delay
  }
}
