/// An aspect of a rule set's behaviour: an effect, and the errors that have it.
struct Facet {
  /// A description of the effect. Equal effects have equal descriptions on both sides.
  let deed: String
  /// The clause with the effect, or nil.
  let station: Int?
  /// A bound on the errors, to rule out overlaps quickly.
  let signature: Signature
  /// The constraints on the errors without prior claims.
  let own: [Formula]
  /// The prior claims that may concern errors with a signature.
  let takings: (Signature) -> [Formula]

  init(
    _ deed: String,
    station: Int? = nil,
    own: [Formula],
    takings: @escaping (Signature) -> [Formula] = { _ in [] }
  ) {
    self.deed = deed
    self.station = station
    self.own = own
    signature = Signature(.conjunction(own))
    self.takings = takings
  }

  /// All constraints on those of the errors that have another signature.
  func formulas(about other: Signature) -> [Formula] { own + takings(other) }

  /// The condition that an error is in none of these aspects. Constraints that are already given, by their
  /// text, are left out.
  func negation(about other: Signature, given: Set<String>) -> Formula {
    .disjunction(
      formulas(about: other).compactMap { formula in
        if let text = formula.written, given.contains(text) { return nil }
        return formula.negation
      }
    )
  }
}
