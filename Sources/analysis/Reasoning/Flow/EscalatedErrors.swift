/// Errors of a branch that escalate: by a rule, or because no rule decides. A single set, however many rules
/// escalate, so that there are few paths.
///
/// The first decision counts: an error escalates if every rule that would keep it comes after one that
/// escalates it.
struct EscalatedErrors {
  private typealias Claim = PriorClaims.Claim

  private struct KeptClaim {
    let claim: PriorClaims.Claim
    let sendingBefore: Int
  }

  private var sending: [Formula] = []
  private var index = ClaimIndex()
  private var kept: [KeptClaim] = []

  mutating func send(_ errors: Formula) {
    index.add(Signature(errors), at: sending.count)
    sending.append(errors)
  }

  /// Kept from the parent, unless an earlier rule decided.
  mutating func keep(_ claim: PriorClaims.Claim) {
    kept.append(KeptClaim(claim: claim, sendingBefore: sending.count))
  }

  private var keptClaims: PriorClaims.List {
    let list = PriorClaims.List()
    for entry in kept {
      var claim = entry.claim
      if entry.sendingBefore > 0, let takes = claim.takes {
        let sent = index.places(in: 0..<entry.sendingBefore, about: takes).map { sending[$0] }
        let own = claim.leaves
        claim = Claim(clause: claim.clause, leaves: .disjunction([own] + sent), takes: takes)
      }
      list.add(claim)
    }
    return list
  }

  /// Nil if only rules escalate and there is none. `all` has the claims of the whole branch;
  /// `isDecidedElsewhere` tells whether another clause handles errors that no rule decides.
  func priorClaims(ofAll all: PriorClaims.List, isDecidedElsewhere: Bool) -> PriorClaims? {
    if sending.isEmpty { return isDecidedElsewhere ? nil : PriorClaims(all) }
    let left = PriorClaims(keptClaims)
    guard isDecidedElsewhere else { return left }
    return left + [Claim(clause: IncomingErrors.nobody, leaves: .disjunction(sending))]
  }
}
