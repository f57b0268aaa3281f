extension Climb {
  /// Notes a responder at which arrives what its contract does not name.
  ///
  /// - Parameters:
  ///   - promised: the first instruction of what its contract names, or -1 where it promises nothing.
  ///   - responder: the responder by its place.
  mutating func checkContract(_ promised: Int32, of responder: Int32) {
    guard promised >= 0 else { return }
    // A contract decides nothing, so it is no step of an explanation.
    var silence = NoSteps()
    if !holds(Int(promised), error, &silence) { outcome.breaksContract(of: responder) }
  }
}
