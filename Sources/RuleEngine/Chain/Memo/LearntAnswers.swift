internal import Bytes
internal import Records

/// What came of errors before, to be found by whatever gives the same answers to the same questions. It sees an error by
/// asking it.
struct LearntAnswers: ~Copyable {
  /// What is known of an error's outcome.
  enum Finding {
    case outcome(Int32)
    /// It depends on more than questions.
    case evaluation
    /// Nobody got there yet; what decisions about it begin with.
    case unknown(start: Int32)
  }

  private(set) var decisions: DecisionTree
  var outcomes: KnownAnswers
  private let categories: Int32

  init(_ limits: LearningLimits, categories: Int) {
    decisions = DecisionTree(limits)
    outcomes = KnownAnswers(limits)
    self.categories = Int32(categories)
  }

  /// How often there was no room to learn more.
  var timesForgotten: Int { decisions.timesForgotten + outcomes.timesRefused }

  /// Looks for the outcome of the recorded error.
  @inline(__always)
  mutating func find(_ inquiry: inout ErrorInquiry) -> Finding {
    guard let start = start(of: inquiry) else { return .evaluation }
    decisions.countError(inquiry.matcher.index.timesForgotten)
    let kind = inquiry.matcher.findKind()
    var (edge, category) = begin(&inquiry, kind, start)
    while let place = edge.place {
      let question = decisions[place]
      let answer = inquiry.matcher.answer(question, category: category)
      if question.kind == .category { category = answer }
      edge = decisions.edge(after: place, answer)
      if !inquiry.matcher.index.looksBeyondKind, edge != .unknown {
        decisions.kinds.remember(kind, start: start, category: category, edge)
      }
    }
    if let number = edge.outcome, !inquiry.matcher.hasAssumed { return .outcome(number) }
    return edge == .unknown ? .unknown(start: start) : .evaluation
  }

  /// Remembers what came of an error about which nothing but these questions was asked.
  ///
  /// - Returns: the number of its outcome where it is a new one.
  mutating func learn(start: Int32, _ trail: borrowing DecisionTrail, _ outcome: borrowing Outcome) -> Int32?
  {
    let count = outcomes.count
    let number = trail.isWhole ? outcomes.number(of: outcome) : nil
    decisions.learn(start: start, trail, to: number.map { .outcome($0) } ?? .evaluation)
    return outcomes.count > count ? number : nil
  }

  /// Where decisions begin, and the error's category there: behind those that its kind decides, where it was met lately.
  @inline(__always)
  private func begin(_ inquiry: inout ErrorInquiry, _ kind: Int32, _ start: Int32) -> (
    DecisionTree.Edge, Int32
  ) {
    if let known = decisions.kinds.find(kind, start: start) {
      inquiry.setCategory(known.category)
      return (known.edge, known.category)
    }
    let own = start % (categories + 1) - 1
    if own >= 0 { inquiry.setCategory(own) }
    return (decisions.edge(after: DecisionTree.root, start), own)
  }

  /// What decisions begin with: the responder that is asked first and the error's own category, as one number; nil where
  /// nothing is learnt of it: the record is an event, the category is not listed, there are too many, or it saves nothing.
  @inline(__always)
  func start(of inquiry: borrowing ErrorInquiry) -> Int32? {
    guard !decisions.isGivenUp, !inquiry.isEvent, let category = inquiry.listedCategory() else { return nil }
    let (product, overflows) = (inquiry.firstResponder() &+ 1).multipliedReportingOverflow(by: categories + 1)
    return overflows ? nil : product &+ category &+ 1
  }
}
