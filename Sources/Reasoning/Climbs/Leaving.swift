/// Which errors of a lane go on to the parent: those that a rule sends there, and where nobody else is asked those that no
/// rule decides. They are one set, however many rules send, so that what arrives at the parent stays few.
///
/// An error goes on where every rule that would keep it is asked only after one that sends it: whoever decides first, decides.
struct Leaving {
  private typealias Taking = Takings.Taking

  private struct Keeping {
    let taking: Takings.Taking
    /// How many of those that send come before.
    let sendingBefore: Int
  }

  private var sending: [Formula] = []
  private var index = TakingIndex()
  private var keeping: [Keeping] = []

  /// A rule sends these to the parent, if nobody decided before.
  mutating func send(_ errors: Formula) {
    index.add(Signature(errors), at: sending.count)
    sending.append(errors)
  }

  /// A rule keeps errors from the parent, if nobody decided before.
  mutating func keep(_ taking: Takings.Taking) {
    keeping.append(Keeping(taking: taking, sendingBefore: sending.count))
  }

  /// What is left of all by those that keep, but for what is sent on before them.
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

  /// What is taken of the errors that go on; nil where nobody else but rules that send lets any go on, and none does.
  ///
  /// - Parameters:
  ///   - all: all that is taken of the lane, whoever takes it.
  ///   - isDecidedElsewhere: whether what no rule decides is somebody else's to decide.
  func takings(ofAll all: Takings.List, isDecidedElsewhere: Bool) -> Takings? {
    if sending.isEmpty { return isDecidedElsewhere ? nil : Takings(all) }
    let left = Takings(leftByKeeping)
    guard isDecidedElsewhere else { return left }
    return left + [Taking(station: Arrivals.nobody, leaves: .disjunction(sending))]
  }
}
