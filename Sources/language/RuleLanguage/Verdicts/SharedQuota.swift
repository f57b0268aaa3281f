package import Records
package import Source

/// An entry of `quotas`: a bucket of tokens for each key, from which the retries of several rules take.
package struct SharedQuota: Sendable {
  package let name: Named
  /// The tokens of a full bucket, in thousandths.
  package let tokens: Int
  /// The thousandths of a token that a completed operation gives back.
  package let success: Int
  /// Whether the operation's last retry comes back in place of `success`, once.
  package let givesCost: Bool
  /// Group the errors, and the completions; empty: one bucket for all.
  package let per: [Subject]
}

extension SharedQuota: StructurallyEquatable {
  package func isIdentical(_ other: SharedQuota) -> Bool {
    name.text.isIdentical(other.name.text) && tokens == other.tokens && success == other.success
      && givesCost == other.givesCost && per.isIdentical(other.per)
  }
}
