import RuleEngine

/// The evaluation of errors of one form at a responder: which clauses they reach, and which of them escalate.
struct ResponderWalk {
  typealias Claim = PriorClaims.Claim

  /// Errors of one form on their way through the rules.
  struct Branch {
    let form: ErrorForm
    /// Constraints on all of them, with the clause behind each.
    let given: PriorClaims
    let own = PriorClaims.List()
    /// The rules that escalate them, and those that keep them.
    var escalated = EscalatedErrors()
    /// The number of claims before each clause.
    var asked: [Int: Int] = [:]
    /// The conditions of the rules so far, for ``ResponderPolicy/Otherwise/unmatched``.
    var matches: [Formula] = []
    /// Whether a rule matched before the branch began.
    let hasMatched: Bool

    init(form: ErrorForm, given: PriorClaims = .none, hasMatched: Bool = false) {
      self.form = form
      self.given = given
      self.hasMatched = hasMatched
    }

    var priorClaims: PriorClaims { given + PriorClaims(own) }

    /// The claims before a clause. Nil if the clause is not evaluated.
    func priorClaims(before clause: Int) -> PriorClaims? {
      asked[clause].map { given + PriorClaims(own, before: $0) }
    }
  }

  struct Escalation {
    let form: ErrorForm
    let priorClaims: PriorClaims
  }

  /// Errors whose evaluation ends at a clause, or on which a clause has an effect without ending it.
  struct ClauseEffect {
    let form: ErrorForm
    let clause: Int
    let clauseVerdict: Walker.ClauseVerdict
    let before: PriorClaims
    let condition: Formula
  }

  var branches: [Branch]
  var escalations: [Escalation] = []
  /// The clauses at which the evaluation ends, one for each error.
  var ends: [ClauseEffect] = []
  /// The clauses with an effect that does not end the evaluation.
  var effects: [ClauseEffect] = []
  /// Whether some forms were left out because there were too many.
  var isCut = false

  /// For each branch that evaluates a clause and in which `condition` can hold: the prior claims, with it.
  func pathsTo(
    _ clause: Int,
    satisfying condition: (ErrorForm) -> Formula
  ) -> [(form: ErrorForm, condition: Formula, priorClaims: [Claim])] {
    branches.compactMap { branch in
      guard let priorClaims = branch.priorClaims(before: clause) else { return nil }
      let condition = condition(branch.form)
      if case .no = condition { return nil }
      return (branch.form, condition, priorClaims.about(Signature(condition)))
    }
  }

  func pathsTo(_ clause: Int) -> [(form: ErrorForm, priorClaims: PriorClaims)] {
    branches.compactMap { branch in branch.priorClaims(before: clause).map { (branch.form, $0) } }
  }
}
