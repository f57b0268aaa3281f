/// An effect of a rule set, and the errors that have it.
struct Aspect {
  let behavior: Behavior
  let clause: Int?
  let signature: Signature
  /// The formulas without prior claims.
  let own: [Formula]
  /// The prior claims that may concern errors with a signature.
  let priorClaims: (Signature) -> [Formula]

  init(
    _ behavior: Behavior, clause: Int? = nil, own: [Formula],
    priorClaims: @escaping (Signature) -> [Formula] = { _ in [] }
  ) {
    self.behavior = behavior
    self.clause = clause
    self.own = own
    signature = Signature(.conjunction(own))
    self.priorClaims = priorClaims
  }

  func formulas(about other: Signature) -> [Formula] { own + priorClaims(other) }

  /// Errors in none of these aspects, without constraints given already (by their text).
  func negation(about other: Signature, given: Set<String>) -> Formula {
    .disjunction(
      formulas(about: other).compactMap { formula in
        if let text = formula.written, given.contains(text) { return nil }
        return formula.negation
      }
    )
  }
}
