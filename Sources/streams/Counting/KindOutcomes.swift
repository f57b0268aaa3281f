internal import Explanations

/// The kinds of a stream's errors, each with its outcomes. Of too many kinds, those with the smallest places are kept, which are
/// the same in every stream.
package struct KindOutcomes: Sendable {
  package struct Kind: Sendable {
    package let kind: ErrorKind
    /// The counts by ``ShownOutcome``.
    package let outcomes: [Int]
    let place: UInt64

    init(_ kind: ErrorKind, outcomes: [Int], place: UInt64) {
      (self.kind, self.outcomes, self.place) = (kind, outcomes, place)
    }

    package var unhandled: Int { outcomes[ShownOutcome.nobody.rawValue] }
  }

  package let kinds: [Kind]
  /// The errors of kinds that were not kept.
  package let others: Int
  /// The place from which on kinds may be missing; nil if there is none.
  private let bound: UInt64?

  init(_ kinds: [Kind], others: Int, bound: UInt64?) {
    (self.kinds, self.others, self.bound) = (kinds, others, bound)
  }

  /// The kinds that another stream would have kept, too; the errors of the rest are among the others.
  package func kept(by other: KindOutcomes) -> KindOutcomes {
    guard let limit = other.bound else { return self }
    let kept = kinds.filter { $0.place < limit }
    let dropped = kinds.reduce(0) { $0 + $1.kind.count } - kept.reduce(0) { $0 + $1.kind.count }
    return KindOutcomes(kept, others: others + dropped, bound: bound.map { min($0, limit) } ?? limit)
  }
}
