internal import Explanations
internal import Engine
internal import Records

extension KindCounts {
  /// Counts the value of the last error, whose outcome is known by its number.
  mutating func count(
    valueOf number: CachedOutcomeIndex, _ evaluator: borrowing Evaluator, _ ordinal: UInt64
  ) {
    guard let field else { return }
    var value = KindHashes(value: field.hash(evaluator, evaluator.resolution(known: number).category))
    count(known: number, evaluator, ordinal, &value)
  }

  /// Counts the value of the last error.
  mutating func count(valueOf evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    guard let field else { return }
    var value = KindHashes(value: field.hash(evaluator, evaluator.outcome.category))
    count(evaluator, owner(of: evaluator.outcome.resolution), ordinal, &value)
  }

  /// The errors by the values of the field; nil if none was counted.
  package func table() -> FieldTable? {
    guard let field else { return nil }
    var names = makeNames()
    let whole = whole()
    var rows: [FieldTable.Row] = []
    var missing: FieldTable.Row?
    for (value, indices) in whole.indices {
      let outcomes = outcomes(at: indices)
      let spans = indices.compactMap { counts[$0].span }
      let row = FieldTable.Row(
        value: names.name(of: entries[indices[0]].example, at: indices[0]),
        count: outcomes.reduce(0, +), outcomes: outcomes,
        first: spans.map { $0.first }.min().map { Timestamp(microseconds: $0) },
        last: spans.map { $0.last }.max().map { Timestamp(microseconds: $0) })
      if value == 0 { missing = row } else { rows.append(row) }
    }
    return FieldTable(field, rows, missing: missing, others: whole.others)
  }

  /// The kinds, each with its outcomes; nil unless outcomes tell the errors of a kind apart.
  package func byOutcome() -> KindOutcomes? {
    guard grouping == .outcomes else { return nil }
    var names = makeNames()
    let whole = whole()
    let kinds = kinds(&names).largest.compactMap { kind in
      whole.indices[kind.hash].map {
        KindOutcomes.Kind(kind, outcomes: outcomes(at: $0), place: valueHash(at: $0[0]))
      }
    }
    return KindOutcomes(kinds, others: whole.others, bound: whole.bound)
  }

  /// The entries of each value or kind that has all its outcomes, and the errors of the others.
  private func whole() -> (indices: [UInt64: [Int]], others: Int, bound: UInt64?) {
    var left = others
    // An outcome of the last value that is kept may have been dropped.
    let last = others > 0 ? entries.indices.map { valueHash(at: $0) }.max() : nil
    var indices: [UInt64: [Int]] = [:]
    for index in entries.indices where counts[index].count > 0 {
      if valueHash(at: index) == last {
        left += counts[index].count
      } else {
        indices[entries[index].kind, default: []].append(index)
      }
    }
    return (indices, left, last)
  }

  /// The errors by ``ShownOutcome``.
  private func outcomes(at indices: [Int]) -> [Int] {
    var outcomes = Array(repeating: 0, count: ShownOutcome.allCases.count)
    for index in indices { outcomes[entries[index].owner.category] += counts[index].count }
    return outcomes
  }

  private func valueHash(at index: Int) -> UInt64 { counts.hash(at: index) & ~Self.outcomeBits }
}
