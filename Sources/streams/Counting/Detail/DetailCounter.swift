internal import Bytes
package import Engine
internal import Explanations
internal import Records

/// Used only if requested, because it costs time for each record.
package struct DetailCounter: ~Copyable {
  package let isOn: Bool
  private var buckets: TimeBuckets
  private var withoutTime: Counters
  /// The errors that each clause handled, by outcome, and the ordinal of the first one.
  private var answers: Counters
  private var firsts: Buffer<UInt64>
  private var flow = FlowCounts()
  /// The errors raised at each responder, those that arrived, and those that escalated to the parent.
  private var entered: Counters
  private var arrived: Counters
  private var left: Counters
  /// The outcome word of each cached outcome, its errors since the last chunk, and the first of them.
  private var known = Buffer<Known>()
  private var pending = Buffer<CachedOutcomeIndex>()
  private let responders: Int

  /// Not private: the debug compiler crashes on a private type here.
  struct Known: BitwiseCopyable {
    var outcome: Int32 = -1
    var times = 0
    var first: UInt64 = .max
  }

  init(_ chain: ResponderChain, isOn: Bool) {
    self.isOn = isOn
    let outcomes = ReplayDetail.Outcome.allCases.count
    let clauses = isOn ? chain.clauses.count : 0
    responders = isOn ? chain.responders.count : 0
    buckets = TimeBuckets(kinds: isOn ? outcomes : 0)
    withoutTime = Counters(count: outcomes)
    answers = Counters(count: clauses * outcomes)
    firsts = Buffer(capacity: max(1, clauses * outcomes))
    firsts.append(repeating: .max, count: clauses * outcomes)
    entered = Counters(count: responders)
    arrived = Counters(count: responders)
    left = Counters(count: responders)
  }

  mutating func count(known number: CachedOutcomeIndex, _ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    let place = Int(number)
    if known.count <= place { known.append(repeating: Known(), count: place + 1 - known.count) }
    if known[place].times == 0 {
      pending.append(number)
      known[place].first = ordinal
      if known[place].outcome < 0 {
        known[place].outcome = Int32(ReplayDetail.Outcome(evaluator.resolution(known: number)).rawValue)
      }
    }
    known[place].times += 1
    note(Int(known[place].outcome), evaluator.time)
  }

  package mutating func countKnown(_ evaluator: inout Evaluator) {
    while !pending.isEmpty {
      let number = pending[pending.count - 1]
      pending.removeLast(1)
      evaluator.restore(number)
      let place = Int(number)
      count(evaluator, times: known[place].times, first: known[place].first)
      known[place].times = 0
    }
  }

  mutating func count(_ evaluator: borrowing Evaluator, _ ordinal: UInt64) {
    guard !evaluator.outcome.isEvent else { return }
    count(evaluator, times: 1, first: ordinal)
    note(ReplayDetail.Outcome(evaluator.outcome.resolution).rawValue, evaluator.time)
  }

  private mutating func note(_ outcome: Int, _ time: Timestamp?) {
    guard let time else {
      withoutTime[outcome] += 1
      return
    }
    buckets.count(outcome, at: time)
  }

  private mutating func count(_ evaluator: borrowing Evaluator, times: Int, first: UInt64) {
    let resolution = evaluator.outcome.resolution
    let outcome = ReplayDetail.Outcome(resolution)
    var responder = responders + (resolution.isIgnored ? 1 : 0)
    if let clause = resolution.clause.place {
      let place = clause * ReplayDetail.Outcome.allCases.count + outcome.rawValue
      answers[place] += times
      firsts[place] = min(firsts[place], first)
      responder = evaluator.chain.clauses[clause].responder
    }
    flow.count(
      FlowCounts.Path(
        category: resolution.category, responder: Int32(responder), outcome: Int32(outcome.rawValue)),
      times: times)
    let path = evaluator.outcome.ownPath
    for index in path {
      let place = Int(evaluator.outcome.path[index])
      if index == path.lowerBound { entered[place] += times }
      arrived[place] += times
      if index + 1 < path.upperBound { left[place] += times }
    }
  }

  /// Resets the other one, of the same chain. `records` is the number of records before its own.
  mutating func take(_ other: inout DetailCounter, after records: UInt64) {
    guard isOn else { return }
    buckets.take(&other.buckets)
    withoutTime.take(&other.withoutTime)
    answers.take(&other.answers)
    flow.take(&other.flow)
    entered.take(&other.entered)
    arrived.take(&other.arrived)
    left.take(&other.left)
    for place in 0..<firsts.count where other.firsts[place] < .max {
      firsts[place] = min(firsts[place], records + other.firsts[place])
      other.firsts[place] = .max
    }
  }

  /// The ordinals of errors after a number of records that are the first of their clause and outcome.
  package func firsts(after records: UInt64) -> [UInt64] {
    (0..<firsts.count).compactMap { firsts[$0] < .max && firsts[$0] > records ? firsts[$0] : nil }
  }

  /// Codes the counts taken from others.
  mutating func code(with coder: inout ByteCoder, _ chain: ResponderChain) {
    buckets.code(with: &coder)
    coder.code(&withoutTime)
    coder.code(&answers)
    coder.code(&entered)
    coder.code(&arrived)
    coder.code(&left)
    flow.code(with: &coder, categories: chain.categories.count, responders: responders)
    for place in 0..<firsts.count {
      // 0 for none: ordinals begin with 1.
      var first = firsts[place] == .max ? 0 : firsts[place]
      coder.code(natural: &first)
      firsts[place] = first == 0 ? .max : first
    }
  }

  package func detail(_ chain: ResponderChain, firstUnhandled: [UInt64]) -> ReplayDetail {
    let outcomes = ReplayDetail.Outcome.allCases.count
    let shown = chain.clauses.indices.filter { chain.clauses[$0].kind != .always }
    func row(_ counts: borrowing Counters, _ clause: Int) -> [Int] {
      (0..<outcomes).map { counts[clause * outcomes + $0] }
    }
    var paths: [ReplayDetail.Path] = []
    for index in 0..<flow.count where flow[index].count > 0 {
      let (path, count) = flow[index]
      let responder = Int(path.responder)
      let decider: ReplayDetail.Decider =
        responder < responders
        ? .responder(chain.responders[responder]) : responder == responders ? .nobody : .ignored
      paths.append(
        ReplayDetail.Path(
          category: path.category.place.map { chain.categories[$0] } ?? "none", decider: decider,
          outcome: ReplayDetail.Outcome(rawValue: Int(path.outcome)) ?? .nobody, count: count,
          order: [path.category.place ?? .max, responder, Int(path.outcome)]))
    }
    var totals = [Int](repeating: 0, count: outcomes)
    for path in paths { totals[path.outcome.rawValue] += path.count }
    var (rules, eventRules, answered) = (
      [Int](repeating: 0, count: responders), [Int](repeating: 0, count: responders),
      [Int](repeating: 0, count: responders)
    )
    for (index, clause) in chain.clauses.enumerated() {
      if clause.kind == .rule { rules[clause.responder] += 1 }
      if clause.kind == .eventRule { eventRules[clause.responder] += 1 }
      answered[clause.responder] += row(answers, index).reduce(0, +)
    }
    return ReplayDetail(
      outcomes: totals,
      overTime: buckets.overTime,
      withoutTime: (0..<outcomes).map { withoutTime[$0] },
      paths: paths.sorted { $0.order.lexicographicallyPrecedes($1.order) },
      otherPaths: flow.others,
      responders: chain.responders.indices.map { index in
        ReplayDetail.Responder(
          name: chain.responders[index], parent: chain.parent(ofResponder: index),
          isEnabled: chain.isEnabled(responder: index), rules: rules[index], eventRules: eventRules[index],
          entered: entered[index], arrived: arrived[index], left: left[index], answered: answered[index])
      },
      answers: shown.map { row(answers, $0) },
      firsts: shown.map { clause in
        (0..<outcomes).map { outcome in
          let first = firsts[clause * outcomes + outcome]
          return first == .max ? nil : first
        }
      },
      actions: shown.map { chain.actionLabels(ofClause: $0) },
      firstUnhandled: firstUnhandled
    )
  }
}
