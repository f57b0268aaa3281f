internal import Replay

package struct GateFigures: Sendable {
  let matrix: OutcomeMatrix
  let named: [String: Int]

  /// - Parameter beyond: the differences beyond a baseline, which are then the only ones that count.
  init(_ replayed: ReplayComparison?, _ proof: DifferenceProof?, _ beyond: BeyondBaseline?) {
    matrix = beyond?.matrix ?? replayed?.matrix ?? OutcomeMatrix()
    var named = ["total": replayed?.matrix.total ?? 0]
    named["changed"] = beyond?.changed ?? replayed?.changed ?? 0
    named["moved"] = beyond?.matrix.moved ?? replayed?.matrix.moved ?? 0
    named["actions"] = beyond?.effects ?? replayed?.otherEffects ?? 0
    named["retries"] = beyond?.retries ?? replayed?.otherRetries ?? 0
    named["reassigned"] = beyond?.reassigned ?? replayed?.reassigned ?? 0
    named["different"] = proof?.differences.count ?? 0
    named["undecided"] = proof.map { $0.verdict == .notDecided || $0.verdict == .depends ? 1 : 0 } ?? 0
    let loads = (replayed?.old.retries ?? 0, replayed?.new.retries ?? 0)
    named["addedTries"] = max(0, loads.1 - loads.0)
    self.named = named
  }

  static let words = [
    "total", "changed", "moved", "actions", "retries", "reassigned", "addedTries", "different", "undecided",
  ]
  static let withoutStream: Set<String> = ["different", "undecided"]
}
