import RuleEngine

/// What becomes of the errors of one form that arrive at a responder: who is asked of which, and which go on to the parent.
struct ResponderWalk {
  /// A station takes what satisfies its formula out of what goes on to the next one.
  struct Taking {
    let station: Int
    /// What it leaves.
    let leaves: Formula
    /// What it takes surely satisfies this; nil where nothing is known.
    var takes: Signature?
  }

  /// Errors of one form on their way through the rules.
  struct Lane {
    let form: ErrorForm
    /// What holds for all of them, with who saw to it.
    let given: [Taking]
    private(set) var takings: [Taking] = []
    private var index = TakingIndex()
    /// By station: how many takings come before it.
    var asked: [Int: Int] = [:]
    /// What of them matches some rule, for ``ResponderPolicy/Otherwise/unmatched``.
    var matches: [Formula] = []
    /// Whether a rule matched before the lane began.
    let hasMatched: Bool

    init(form: ErrorForm, given: [Taking], hasMatched: Bool) {
      self.form = form
      self.given = given
      self.hasMatched = hasMatched
    }

    mutating func take(_ taking: Taking) {
      index.add(taking, at: takings.count)
      takings.append(taking)
    }

    /// What is taken before a station is asked that may be some of what a signature is of; nil where it is not asked.
    func takings(before station: Int, about signature: Signature) -> [Taking]? {
      asked[station].map { takings(before: $0, about: signature) }
    }

    /// The first `end` of what is taken that may be some of what a signature is of.
    func takings(before end: Int, about signature: Signature) -> [Taking] {
      given.about(signature)
        + index.places(before: end, about: signature).map { takings[$0] }.about(signature)
    }
  }

  /// Errors that go on to the parent.
  struct Exit {
    let form: ErrorForm
    let takings: [Taking]
  }

  /// Errors whose climb ends here, or which a station does something about and that go on.
  struct Deed {
    let form: ErrorForm
    let station: Int
    let said: Walker.Said
    /// The lane, and how many of its takings come before.
    let lane: Int
    let before: Int
    /// What holds beside.
    let condition: Formula
    var also: [Taking] = []
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
      let condition = lane.asked[station] == nil ? .no : condition(lane.form)
      if case .no = condition { return nil }
      return lane.takings(before: station, about: Signature(condition)).map { (lane.form, condition, $0) }
    }
  }

  /// What comes before a station in each lane in which it is asked.
  func waysTo(_ station: Int) -> [(form: ErrorForm, takings: [Taking])] {
    lanes.compactMap { lane in
      lane.asked[station].map { (lane.form, lane.given + lane.takings.prefix($0)) }
    }
  }
}

extension Sequence<ResponderWalk.Taking> {
  /// Those that may take something of what a signature is of.
  func about(_ signature: Signature) -> [ResponderWalk.Taking] {
    filter { taking in taking.takes.map { !$0.isDisjoint(with: signature) } ?? true }
  }
}
