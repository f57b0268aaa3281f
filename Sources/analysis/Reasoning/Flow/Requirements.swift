/// The requirements of an error: some formulas, and the claims of other clauses that leave it.
///
/// Of thousands of claims only those are looked at that a found error breaks.
struct Requirements {
  var formulas: [Formula]
  var claims = PriorClaims.none
  /// Claims that can't concern errors with it are left out.
  var signature: Signature?

  /// All of them.
  var all: [Formula] { formulas + claims.leave(about: signature, upTo: .max) }
}
