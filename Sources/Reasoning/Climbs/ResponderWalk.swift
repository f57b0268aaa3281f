import RuleEngine

/// The evaluation of errors of one form at a responder: which clauses they reach, and which of them escalate.
struct ResponderWalk {
  typealias Taking = Takings.Taking

  /// Errors of one form on their way through the rules.
  struct Lane {
    let form: ErrorForm
    /// Constraints on all of them, with the clause behind each.
    let given: Takings
    /// The claims of rules.
    let own = Takings.List()
    /// The rules that escalate them, and those that keep them.
    var leaving = Leaving()
    /// The number of claims before each clause.
    var asked: [Int: Int] = [:]
    /// The conditions of the rules so far, for ``ResponderPolicy/Otherwise/unmatched``.
    var matches: [Formula] = []
    /// Whether a rule matched before the branch began.
    let hasMatched: Bool

    init(form: ErrorForm, given: Takings = .none, hasMatched: Bool = false) {
      self.form = form
      self.given = given
      self.hasMatched = hasMatched
    }

    /// Claims of earlier rules.
    var takings: Takings { given + Takings(own) }

    /// The claims before a clause. Nil if the clause is not evaluated.
    func takings(before station: Int) -> Takings? {
      asked[station].map { given + Takings(own, before: $0) }
    }
  }

  /// Errors that escalate.
  struct Exit {
    let form: ErrorForm
    let takings: Takings
  }

  /// Errors whose evaluation ends at a clause, or on which a clause has an effect without ending it.
  struct Deed {
    let form: ErrorForm
    let station: Int
    let said: Walker.Said
    /// Prior claims.
    let before: Takings
    let condition: Formula
  }

  var lanes: [Lane]
  var exits: [Exit] = []
  /// The clauses at which the evaluation ends, one for each error.
  var ends: [Deed] = []
  /// The clauses with an effect that does not end the evaluation.
  var passages: [Deed] = []
  /// Whether some forms were left out because there were too many.
  var isCut = false

  /// The prior claims in each branch that evaluates a clause and in which `condition` can hold, with that
  /// condition.
  func waysTo(
    _ station: Int,
    satisfying condition: (ErrorForm) -> Formula
  ) -> [(form: ErrorForm, condition: Formula, takings: [Taking])] {
    lanes.compactMap { lane in
      guard let takings = lane.takings(before: station) else { return nil }
      let condition = condition(lane.form)
      if case .no = condition { return nil }
      return (lane.form, condition, takings.about(Signature(condition)))
    }
  }

  /// The prior claims in each branch that evaluates a clause.
  func waysTo(_ station: Int) -> [(form: ErrorForm, takings: Takings)] {
    lanes.compactMap { lane in lane.takings(before: station).map { (lane.form, $0) } }
  }
}
