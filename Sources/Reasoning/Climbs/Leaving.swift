/// The errors of a branch that escalate to the parent: by a rule or, without another decision, those that no
/// rule decides. They form a single set, however many rules escalate, which keeps the number of paths small.
///
/// The first decision counts: an error escalates if every rule that would keep it comes after one that
/// escalates it.
struct Leaving {
  private typealias Taking = Takings.Taking

  private struct Keeping {
    let taking: Takings.Taking
    /// The number of escalating rules before it.
    let sendingBefore: Int
  }

  private var sending: [Formula] = []
  private var index = TakingIndex()
  private var keeping: [Keeping] = []

  /// Adds a rule that escalates errors, unless an earlier one decided.
  mutating func send(_ errors: Formula) {
    index.add(Signature(errors), at: sending.count)
    sending.append(errors)
  }

  /// Adds a rule that keeps errors from the parent, unless an earlier one decided.
  mutating func keep(_ taking: Takings.Taking) {
    keeping.append(Keeping(taking: taking, sendingBefore: sending.count))
  }

  /// The claims of rules that keep errors, each without the errors escalated before.
  private var leftByKeeping: Takings.List {
    let list = Takings.List()
    for kept in keeping {
      var taking = kept.taking
      if kept.sendingBefore > 0, let takes = taking.takes {
        let sent = index.places(before: kept.sendingBefore, about: takes).map { sending[$0] }
        let own = taking.leaves
        taking = Taking(station: taking.station, leaves: .disjunction([own] + sent), takes: takes)
      }
      list.add(taking)
    }
    return list
  }

  /// The claims on the errors that escalate. Nil if only rules escalate and there is none.
  ///
  /// - Parameters:
  ///   - all: all claims on the branch.
  ///   - isDecidedElsewhere: whether errors that no rule decides are handled by another clause.
  func takings(ofAll all: Takings.List, isDecidedElsewhere: Bool) -> Takings? {
    if sending.isEmpty { return isDecidedElsewhere ? nil : Takings(all) }
    let left = Takings(leftByKeeping)
    guard isDecidedElsewhere else { return left }
    return left + [Taking(station: Arrivals.nobody, leaves: .disjunction(sending))]
  }
}
