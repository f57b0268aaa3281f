import RuleEngine

/// What becomes of the errors of one form that arrive at a responder: who is asked of which, and which go on to the parent.
struct ResponderWalk {
  typealias Taking = Takings.Taking

  /// Errors of one form on their way through the rules.
  struct Lane {
    let form: ErrorForm
    /// What holds for all of them, with who saw to it.
    let given: Takings
    /// What rules take of them.
    let own = Takings.List()
    /// What rules send to the parent, and what they keep from it.
    var leaving = Leaving()
    /// By station: how many takings come before it.
    var asked: [Int: Int] = [:]
    /// What of them matches some rule, for ``ResponderPolicy/Otherwise/unmatched``.
    var matches: [Formula] = []
    /// Whether a rule matched before the lane began.
    let hasMatched: Bool

    init(form: ErrorForm, given: Takings = .none, hasMatched: Bool = false) {
      self.form = form
      self.given = given
      self.hasMatched = hasMatched
    }

    /// All that was taken so far.
    var takings: Takings { given + Takings(own) }

    /// What is taken before a station is asked; nil where it is not asked.
    func takings(before station: Int) -> Takings? {
      asked[station].map { given + Takings(own, before: $0) }
    }
  }

  /// Errors that go on to the parent.
  struct Exit {
    let form: ErrorForm
    let takings: Takings
  }

  /// Errors whose climb ends here, or which a station does something about and that go on.
  struct Deed {
    let form: ErrorForm
    let station: Int
    let said: Walker.Said
    /// What is taken before.
    let before: Takings
    /// What holds beside.
    let condition: Formula
  }

  var lanes: [Lane]
  var exits: [Exit] = []
  /// Errors whose climb ends here: for each, one of these.
  var ends: [Deed] = []
  /// Errors that stations answered without ending the climb.
  var passages: [Deed] = []
  /// Whether there were too many forms to go on with.
  var isCut = false

  /// What comes before a station in each lane in which it is asked and `condition` may hold: that condition, with what is
  /// taken of it.
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

  /// What comes before a station in each lane in which it is asked.
  func waysTo(_ station: Int) -> [(form: ErrorForm, takings: Takings)] {
    lanes.compactMap { lane in lane.takings(before: station).map { (lane.form, $0) } }
  }
}
