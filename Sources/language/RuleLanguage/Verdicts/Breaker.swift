package import Records
package import Source

/// A breaker, with its names looked up.
package struct Breaker: Sendable {
  package let name: Named
  /// Nil if it counts every error.
  package let when: Node?
  package let condition: Condition
  /// The number of errors, from 1 to 100,000.
  package let atLeast: Int
  package let within: TimeSpan
  /// The time from the last error that fitted until it closes.
  package let stays: TimeSpan
  /// Group the errors; empty: one count for all.
  package let per: [Subject]
}

extension Breaker: StructurallyEquatable {
  package func isIdentical(_ other: Breaker) -> Bool {
    name.text.isIdentical(other.name.text) && atLeast == other.atLeast && within == other.within
      && stays == other.stays && per.isIdentical(other.per) && condition.isIdentical(other.condition)
  }
}
