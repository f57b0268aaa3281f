internal import RuleLanguage

/// The evaluation of errors of one form: the clauses they reach, and those that escalate them.
struct ResponderWalk {
  typealias Claim = PriorClaims.Claim

  /// Errors of one form on their way through the rules.
  struct Branch {
    let form: ErrorForm
    let given: PriorClaims
    let own = PriorClaims.List()
    var escalated = EscalatedErrors()
    var claimCounts: [Int: Int] = [:]
    /// The matches of the rules so far, for ``ResponderPolicy/Otherwise/unmatched``.
    var matches: [Formula] = []
    /// A rule matched before the branch began.
    let hasMatched: Bool

    init(form: ErrorForm, given: PriorClaims = .none, hasMatched: Bool = false) {
      self.form = form
      self.given = given
      self.hasMatched = hasMatched
    }

    var priorClaims: PriorClaims { given + PriorClaims(own) }

    /// Nil if the clause is not evaluated.
    func priorClaims(before clause: Int) -> PriorClaims? {
      claimCounts[clause].map { given + PriorClaims(own, before: $0) }
    }
  }

  struct Escalation {
    let form: ErrorForm
    let priorClaims: PriorClaims
  }

  /// The effect on errors whose evaluation ends at a clause, or continues.
  struct ClauseEffect {
    let form: ErrorForm
    let clause: Int
    let clauseVerdict: Walker.ClauseVerdict
    let before: PriorClaims
    let condition: Formula
  }

  var branches: [Branch]
  var escalations: [Escalation] = []
  /// One for each error.
  var ends: [ClauseEffect] = []
  var effects: [ClauseEffect] = []
  /// Some forms were left out because there were too many.
  var isCut = false

  /// The branches that evaluate the clause and in which `condition` can hold.
  func pathsTo(_ clause: Int, satisfying condition: (ErrorForm) -> Formula) -> [(
    form: ErrorForm, condition: Formula, priorClaims: PriorClaims
  )] {
    branches.compactMap { branch in
      guard let priorClaims = branch.priorClaims(before: clause) else { return nil }
      let condition = condition(branch.form)
      if case .no = condition { return nil }
      return (branch.form, condition, priorClaims)
    }
  }

  func pathsTo(_ clause: Int) -> [(form: ErrorForm, priorClaims: PriorClaims)] {
    branches.compactMap { branch in branch.priorClaims(before: clause).map { (branch.form, $0) } }
  }
}
