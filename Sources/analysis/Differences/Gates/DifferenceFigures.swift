package import Replay

/// The figures of a comparison for `--fail-on`. A percentage is of all records. `any` stands for every outcome,
/// but `any->abort` and `abort->any` do not count unchanged outcomes. Figures by key, and of operations, are those of the new rules.
package enum DifferenceFigures {
  private static let words = [
    "total", "changed", "moved", "actions", "retries", "reassigned", "addedTries", "different", "undecided",
  ]
  private static let withoutStream: Set<GateFigure> = [.word("different"), .word("undecided")]

  package static let vocabulary = GateVocabulary(
    words: words, outcomes: OutcomeKind.allCases.map { $0.name } + ["any"],
    counted: ReplayFigures.countedWords, endings: ReplayFigures.endingWords, example: "retry->abort")

  package static func needsStream(_ gate: GateExpression) -> Bool {
    gate.figures.contains { !withoutStream.contains($0) }
  }

  package static func needsProof(_ gate: GateExpression) -> Bool {
    gate.figures.contains { withoutStream.contains($0) }
  }

  /// - Parameter beyond: the differences beyond a baseline, which are then the only ones that count.
  package static func values(
    _ replayed: ReplayComparison?, _ proof: DifferenceProof?, _ beyond: BeyondBaseline?
  )
    -> [GateFigure: GateValue]
  {
    let total = replayed?.matrix.total ?? 0
    let matrix = beyond?.matrix ?? replayed?.matrix ?? OutcomeMatrix()
    let counts = [
      total,
      beyond?.changed ?? replayed?.totals.changed ?? 0,
      matrix.moved,
      beyond?.effects ?? replayed?.totals.effects ?? 0,
      beyond?.retries ?? replayed?.totals.retries ?? 0,
      beyond?.reassigned ?? replayed?.totals.reassigned ?? 0,
      max(0, (replayed?.new.retries ?? 0) - (replayed?.old.retries ?? 0)),
      proof?.differences.count ?? 0,
      proof.map { $0.verdict == .notDecided || $0.verdict == .depends ? 1 : 0 } ?? 0,
    ]
    var values: [GateFigure: GateValue] = [:]
    let untracked = replayed?.untracked ?? 0
    for (word, count) in zip(words, counts) {
      let rests = word == "retries" || word == "addedTries"
      values[.word(word)] = GateValue(count, of: total, "records", untracked: rests ? untracked : 0)
    }
    if let new = replayed?.new { values.merge(ReplayFigures.countedApart(new)) { $1 } }
    let outcomes: [OutcomeKind?] = OutcomeKind.allCases + [nil]
    for old in outcomes {
      for new in outcomes {
        let figure = GateFigure.change(old?.name ?? "any", new?.name ?? "any")
        values[figure] = GateValue(
          count(matrix, old, new), of: total, "records",
          untracked: old == .retry || new == .retry ? untracked : 0)
      }
    }
    return values
  }

  private static func count(_ matrix: OutcomeMatrix, _ old: OutcomeKind?, _ new: OutcomeKind?) -> Int {
    if let old, let new { return matrix[old, new] }
    var sum = 0
    for before in OutcomeKind.allCases where old == nil || old == before {
      for after in OutcomeKind.allCases where (new == nil || new == after) && before != after {
        sum += matrix[before, after]
      }
    }
    return sum
  }
}
