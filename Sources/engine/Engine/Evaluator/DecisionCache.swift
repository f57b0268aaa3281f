internal import Bytes
internal import Records

/// The cache of outcomes. Its key consists of the questions about an error and their results.
struct DecisionCache: ~Copyable {
  enum Lookup {
    case hit(CachedOutcomeIndex)
    /// Not cached yet. `start` is the first part of the key.
    case miss(start: Int32)
    /// Not cacheable: more than questions decides.
    case uncacheable
  }

  private(set) var decisions: DecisionTree
  var outcomes: OutcomeCache
  private let categories: Int32

  init(_ limits: CacheLimits, categories: Int) {
    decisions = DecisionTree(limits)
    outcomes = OutcomeCache(limits)
    self.categories = Int32(categories)
  }

  var timesCleared: Int { decisions.timesCleared + outcomes.timesRejected }

  @inline(__always)
  mutating func find(_ inputs: inout ErrorInputs) -> Lookup {
    guard let start = start(of: &inputs) else { return .uncacheable }
    decisions.countError(inputs.matcher.index.timesKindsCleared)
    var key = KindDecisions.Key(kind: inputs.matcher.findKind(), start: start)
    var (edge, category) = begin(&inputs, &key)
    while let place = edge.place {
      let question = decisions[place]
      let result = inputs.matcher.result(of: question, category: category)
      if question.kind == .category { category = CategoryIndex(result) }
      edge = decisions.edge(after: place, result)
      if edge != .unknown { remember(&inputs, &key, category, edge) }
    }
    if let number = edge.outcome, !inputs.matcher.hasAssumed { return .hit(number) }
    return edge == .unknown ? .miss(start: start) : .uncacheable
  }

  /// Returns the index of the outcome if it is new.
  mutating func store(start: Int32, _ trace: borrowing DecisionTrace, _ outcome: borrowing Outcome)
    -> CachedOutcomeIndex?
  {
    let count = outcomes.count
    let number = trace.isValid ? outcomes.number(of: outcome) : nil
    decisions.store(start: start, trace, to: number.map { .outcome($0) } ?? .evaluation)
    return outcomes.count > count ? number : nil
  }

  /// The start of the lookup in the decision tree, and the category there. For a recent kind of error, the
  /// questions that its kind and classes decide are skipped.
  @inline(__always)
  private mutating func begin(_ inputs: inout ErrorInputs, _ key: inout KindDecisions.Key) -> (
    DecisionTree.Edge, category: CategoryIndex
  ) {
    guard var known = decisions.kinds.find(key) else { return beginAnew(&inputs, key) }
    if known.usesClasses, let classes = inputs.matcher.classes(beyond: key.kind) {
      key.classes = classes
      if let further = decisions.kinds.find(key) { known = further }
    }
    inputs.setCategory(known.category)
    return (known.edge, known.category.isNone ? .nowhere : known.category)
  }

  @inline(never)
  private mutating func beginAnew(_ inputs: inout ErrorInputs, _ key: KindDecisions.Key) -> (
    DecisionTree.Edge, category: CategoryIndex
  ) {
    let own = CategoryIndex(key.start % (categories + 1) - 1)
    if !own.isNone { inputs.setCategory(own) }
    let edge = decisions.edge(after: DecisionTree.root, key.start)
    if edge != .unknown {
      decisions.kinds.remember(key, category: own.isNone ? .unresolved : own, edge)
    }
    return (edge, own)
  }

  /// Caches the position in the decision tree if only the kind and value classes led there.
  @inline(__always)
  private mutating func remember(
    _ inputs: inout ErrorInputs, _ key: inout KindDecisions.Key, _ category: CategoryIndex,
    _ edge: DecisionTree.Edge
  ) {
    switch inputs.matcher.index.dependency {
    case .record: break
    case .kind where key.classes == .none:
      decisions.kinds.remember(key, category: category, edge)
    case .kind, .classes:
      if key.classes == .none {
        decisions.kinds.useClasses(key)
        guard let classes = inputs.matcher.classes(beyond: key.kind) else { break }
        key.classes = classes
      }
      decisions.kinds.remember(key, category: category, edge)
    }
  }

  /// The first part of the key: the first responder and the error's own category. Nil if caching is off, the
  /// record is an event, its category is not listed, or there are too many of either.
  @inline(__always)
  func start(of inputs: inout ErrorInputs) -> Int32? {
    guard !decisions.isGivenUp, !inputs.isEvent, let category = inputs.listedCategory() else { return nil }
    let responder = inputs.firstResponder().raw &+ 1
    let (product, overflows) = responder.multipliedReportingOverflow(by: categories + 1)
    return overflows ? nil : product &+ category.raw &+ 1
  }
}
