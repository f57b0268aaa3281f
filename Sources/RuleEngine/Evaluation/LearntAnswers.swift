internal import Bytes
internal import Records

/// What came of errors before, to be found by whatever gives the same answers to the same questions. It sees an error by
/// asking it.
struct LearntAnswers: ~Copyable {
  /// What is known of an error's outcome.
  enum Finding {
    case outcome(AnswerIndex)
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
    guard let start = start(of: &inquiry) else { return .evaluation }
    decisions.countError(inquiry.matcher.index.timesForgotten)
    var key = KindDecisions.Key(kind: inquiry.matcher.findKind(), start: start)
    var (edge, category) = begin(&inquiry, &key)
    while let place = edge.place {
      let question = decisions[place]
      let answer = inquiry.matcher.answer(question, category: category)
      if question.kind == .category { category = CategoryIndex(answer) }
      edge = decisions.edge(after: place, answer)
      if edge != .unknown { remember(&inquiry, &key, category, edge) }
    }
    if let number = edge.outcome, !inquiry.matcher.hasAssumed { return .outcome(number) }
    return edge == .unknown ? .unknown(start: start) : .evaluation
  }

  /// Remembers what came of an error about which nothing but these questions was asked.
  ///
  /// - Returns: the number of its outcome where it is a new one.
  mutating func learn(start: Int32, _ trail: borrowing DecisionTrail, _ outcome: borrowing Outcome)
    -> AnswerIndex?
  {
    let count = outcomes.count
    let number = trail.isWhole ? outcomes.number(of: outcome) : nil
    decisions.learn(start: start, trail, to: number.map { .outcome($0) } ?? .evaluation)
    return outcomes.count > count ? number : nil
  }

  /// Where decisions begin, and the error's category there: behind those that its kind decides, and the classes of its values,
  /// where such an error was met lately.
  @inline(__always)
  private mutating func begin(
    _ inquiry: inout ErrorInquiry,
    _ key: inout KindDecisions.Key
  ) -> (DecisionTree.Edge, category: CategoryIndex) {
    guard var known = decisions.kinds.find(key) else { return beginAnew(&inquiry, key) }
    if known.asksClasses, let classes = inquiry.matcher.classes(beyond: key.kind) {
      key.classes = classes
      if let further = decisions.kinds.find(key) { known = further }
    }
    inquiry.setCategory(known.category)
    return (known.edge, known.category.isNone ? .nowhere : known.category)
  }

  /// The same for an error of whose kind nothing is known.
  @inline(never)
  private mutating func beginAnew(
    _ inquiry: inout ErrorInquiry,
    _ key: KindDecisions.Key
  ) -> (DecisionTree.Edge, category: CategoryIndex) {
    let own = CategoryIndex(key.start % (categories + 1) - 1)
    if !own.isNone { inquiry.setCategory(own) }
    let edge = decisions.edge(after: DecisionTree.root, key.start)
    if edge != .unknown {
      decisions.kinds.remember(key, category: own.isNone ? .unresolved : own, edge)
    }
    return (edge, own)
  }

  /// Remembers where decisions got to, if nothing but the kind and classes led there.
  @inline(__always)
  private mutating func remember(
    _ inquiry: inout ErrorInquiry,
    _ key: inout KindDecisions.Key,
    _ category: CategoryIndex,
    _ edge: DecisionTree.Edge
  ) {
    switch inquiry.matcher.index.reach {
    case .record: break
    case .kind where key.classes == .none:
      decisions.kinds.remember(key, category: category, edge)
    case .kind, .classes:
      if key.classes == .none {
        decisions.kinds.askClasses(key)
        guard let classes = inquiry.matcher.classes(beyond: key.kind) else { break }
        key.classes = classes
      }
      decisions.kinds.remember(key, category: category, edge)
    }
  }

  /// What decisions begin with: the responder that is asked first and the error's own category, as one number; nil where
  /// nothing is learnt of it: the record is an event, the category is not listed, there are too many, or it saves nothing.
  @inline(__always)
  func start(of inquiry: inout ErrorInquiry) -> Int32? {
    guard !decisions.isGivenUp, !inquiry.isEvent, let category = inquiry.listedCategory() else { return nil }
    let responder = inquiry.firstResponder().raw &+ 1
    let (product, overflows) = responder.multipliedReportingOverflow(by: categories + 1)
    return overflows ? nil : product &+ category.raw &+ 1
  }
}
