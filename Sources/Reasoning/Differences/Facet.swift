/// Some errors of which a rule set does one thing: what it does, and what holds for these errors.
struct Facet {
  /// What is done, as text: the same on both sides where it is the same.
  let deed: String
  /// The station that does it, or nil.
  let station: Int?
  /// What surely is asked, for leaving out what can't meet.
  let signature: Signature
  /// What holds for the errors but for what is taken before.
  let own: [Formula]
  /// What is taken before, of what a signature is of.
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

  /// All that holds for the errors that have another signature, too.
  func formulas(about other: Signature) -> [Formula] { own + takings(other) }

  /// That an error is none of these, given what holds for it already: what is written alike there need not be asked again.
  func negation(about other: Signature, given: Set<String>) -> Formula {
    .disjunction(
      formulas(about: other).compactMap { formula in
        if let text = formula.written, given.contains(text) { return nil }
        return formula.negation
      }
    )
  }
}
