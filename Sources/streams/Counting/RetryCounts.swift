internal import Records
package import Bytes
package import Engine

package struct RetryCounts: ~Copyable {
  /// Granted, and those whose try is not known.
  package private(set) var granted: Counters
  package private(set) var untracked: Counters
  package private(set) var byPerson: Counters
  /// The actions of each clause that had to succeed, and failed.
  package private(set) var failed: Counters
  /// The matches of each clause without a granted retry, by ``RetryEnd``.
  private var exhausted: Counters
  /// The exhausted matches of each clause whose actions ran before, and failed.
  package private(set) var exhaustedAfterFailure: Counters
  /// The delays of granted retries, in milliseconds.
  package private(set) var delays: Counters

  init(_ chain: ResponderChain) {
    let clauses = chain.clauses.count
    granted = Counters(count: clauses)
    untracked = Counters(count: clauses)
    byPerson = Counters(count: clauses)
    failed = Counters(count: clauses)
    exhausted = Counters(count: clauses * RetryEnd.allCases.count)
    exhaustedAfterFailure = Counters(count: clauses)
    delays = Counters(count: clauses)
  }

  @inline(__always)
  mutating func count(_ resolution: Outcome.Resolution, times: Int) {
    if let retry = resolution.retry {
      granted[Int(retry.clause)] += times
      if retry.attempt == 0 { untracked[Int(retry.clause)] += times }
    } else if resolution.evaluation == .retry, resolution.isHandled, let clause = resolution.clause.place {
      // Only a button grants a retry without a budget.
      byPerson[clause] += times
    }
  }

  mutating func count(_ exhausted: Outcome.Exhausted, hasRun: Bool) {
    self.exhausted[place(Int(exhausted.clause), exhausted.end)] += 1
    if hasRun { exhaustedAfterFailure[Int(exhausted.clause)] += 1 }
  }

  mutating func countFailure(at clause: ClauseIndex, times: Int) { failed[Int(clause)] += times }

  mutating func add(delay milliseconds: Int64, at clause: ClauseIndex) {
    delays[Int(clause)] += Int(milliseconds)
  }

  package func exhausted(atClause clause: Int, by end: RetryEnd) -> Int { exhausted[place(clause, end)] }

  package var allUntracked: Int { (0..<untracked.count).reduce(0) { $0 + untracked[$1] } }

  private func place(_ clause: Int, _ end: RetryEnd) -> Int {
    clause * RetryEnd.allCases.count + Int(end.rawValue)
  }

  mutating func take(_ other: inout RetryCounts) {
    granted.take(&other.granted)
    untracked.take(&other.untracked)
    byPerson.take(&other.byPerson)
    failed.take(&other.failed)
    exhausted.take(&other.exhausted)
    exhaustedAfterFailure.take(&other.exhaustedAfterFailure)
    delays.take(&other.delays)
  }

  mutating func code(with coder: inout ByteCoder) {
    coder.code(&granted)
    coder.code(&untracked)
    coder.code(&byPerson)
    coder.code(&failed)
    coder.code(&exhausted)
    coder.code(&exhaustedAfterFailure)
    coder.code(&delays)
  }
}
