internal import RuleEngine

/// The counters for a page's details. Used only if requested, because they cost time for each record.
struct PictureTally: ~Copyable {
  let isOn: Bool
  private var buckets: TimeBuckets
  /// By outcome: errors without a time.
  private var withoutTime: Counters
  /// By clause and outcome: errors that it handled, and the ordinal of the first one.
  private var answers: Counters
  private var firsts: Buffer<UInt64>
  private var flow = FlowCounts()
  /// By responder: errors raised there, errors that arrived, errors that escalated to the parent.
  private var entered: Counters
  private var arrived: Counters
  private var left: Counters
  /// By cached outcome: its outcome word, its errors since the last chunk, and the first of them.
  private var known = Buffer<Known>()
  private var pending = Buffer<AnswerIndex>()
  private let responders: Int

  /// Not private: the debug compiler crashes on a private type here.
  struct Known: BitwiseCopyable {
    var outcome: Int32 = -1
    var times = 0
    var first: UInt64 = .max
  }

  init(_ chain: ResponderChain, isOn: Bool) {
    self.isOn = isOn
    let outcomes = ReplayPicture.Outcome.allCases.count
    let stations = isOn ? chain.stations.count : 0
    responders = isOn ? chain.responders.count : 0
    buckets = TimeBuckets(kinds: isOn ? outcomes : 0)
    withoutTime = Counters(count: outcomes)
    answers = Counters(count: stations * outcomes)
    firsts = Buffer(capacity: max(1, stations * outcomes))
    firsts.append(repeating: .max, count: stations * outcomes)
    entered = Counters(count: responders)
    arrived = Counters(count: responders)
    left = Counters(count: responders)
  }

  mutating func count(known number: AnswerIndex, _ climb: borrowing Climb, _ ordinal: UInt64) {
    let place = Int(number)
    if known.count <= place { known.append(repeating: Known(), count: place + 1 - known.count) }
    if known[place].times == 0 {
      pending.append(number)
      known[place].first = ordinal
      if known[place].outcome < 0 {
        known[place].outcome = Int32(ReplayPicture.Outcome(climb.resolution(known: number)).rawValue)
      }
    }
    known[place].times += 1
    note(Int(known[place].outcome), climb.time)
  }

  mutating func countKnown(_ climb: inout Climb) {
    while !pending.isEmpty {
      let number = pending[pending.count - 1]
      pending.removeLast(1)
      climb.recall(number)
      let place = Int(number)
      count(climb, times: known[place].times, first: known[place].first)
      known[place].times = 0
    }
  }

  mutating func count(_ climb: borrowing Climb, _ ordinal: UInt64) {
    guard !climb.outcome.isEvent else { return }
    count(climb, times: 1, first: ordinal)
    note(ReplayPicture.Outcome(climb.outcome.resolution).rawValue, climb.time)
  }

  private mutating func note(_ outcome: Int, _ time: Timestamp?) {
    guard let time else {
      withoutTime[outcome] += 1
      return
    }
    buckets.count(outcome, at: time)
  }

  private mutating func count(_ climb: borrowing Climb, times: Int, first: UInt64) {
    let resolution = climb.outcome.resolution
    let outcome = ReplayPicture.Outcome(resolution)
    var responder = responders + (resolution.isIgnored ? 1 : 0)
    if let station = resolution.station.place {
      let place = station * ReplayPicture.Outcome.allCases.count + outcome.rawValue
      answers[place] += times
      firsts[place] = min(firsts[place], first)
      responder = climb.chain.stations[station].responder
    }
    flow.count(
      FlowCounts.Way(
        category: resolution.category,
        responder: Int32(responder),
        outcome: Int32(outcome.rawValue)
      ),
      times: times
    )
    let path = climb.outcome.ownPath
    for index in path {
      let place = Int(climb.outcome.path[index])
      if index == path.lowerBound { entered[place] += times }
      arrived[place] += times
      if index + 1 < path.upperBound { left[place] += times }
    }
  }

  /// Adds the counts of another one of the same chain and resets them. `records` is the number of records
  /// before its own.
  mutating func take(_ other: inout PictureTally, after records: UInt64) {
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

  func picture(_ chain: ResponderChain, firstUnhandled: [UInt64]) -> ReplayPicture {
    let outcomes = ReplayPicture.Outcome.allCases.count
    let shown = chain.stations.indices.filter { chain.stations[$0].kind != .always }
    func row(_ counts: borrowing Counters, _ station: Int) -> [Int] {
      (0..<outcomes).map { counts[station * outcomes + $0] }
    }
    var ways: [ReplayPicture.Way] = []
    for index in 0..<flow.count where flow[index].count > 0 {
      let (way, count) = flow[index]
      let responder = Int(way.responder)
      let answerer: ReplayPicture.Answerer =
        responder < responders
        ? .responder(chain.responders[responder]) : responder == responders ? .nobody : .ignored
      ways.append(
        ReplayPicture.Way(
          category: way.category.place.map { chain.categories[$0] } ?? "none",
          answerer: answerer,
          outcome: ReplayPicture.Outcome(rawValue: Int(way.outcome)) ?? .nobody,
          count: count,
          order: [way.category.place ?? .max, responder, Int(way.outcome)]
        )
      )
    }
    var totals = [Int](repeating: 0, count: outcomes)
    for way in ways { totals[way.outcome.rawValue] += way.count }
    var (rules, eventRules, answered) = (
      [Int](repeating: 0, count: responders), [Int](repeating: 0, count: responders),
      [Int](repeating: 0, count: responders)
    )
    for (index, station) in chain.stations.enumerated() {
      if station.kind == .rule { rules[station.responder] += 1 }
      if station.kind == .eventRule { eventRules[station.responder] += 1 }
      answered[station.responder] += row(answers, index).reduce(0, +)
    }
    return ReplayPicture(
      outcomes: totals,
      overTime: buckets.overTime,
      withoutTime: (0..<outcomes).map { withoutTime[$0] },
      ways: ways.sorted { $0.order.lexicographicallyPrecedes($1.order) },
      otherWays: flow.others,
      responders: chain.responders.indices.map { index in
        ReplayPicture.Responder(
          name: chain.responders[index],
          parent: chain.parent(ofResponder: index),
          isEnabled: chain.isEnabled(responder: index),
          rules: rules[index],
          eventRules: eventRules[index],
          entered: entered[index],
          arrived: arrived[index],
          left: left[index],
          answered: answered[index]
        )
      },
      answers: shown.map { row(answers, $0) },
      firsts: shown.map { station in
        (0..<outcomes).map { outcome in
          let first = firsts[station * outcomes + outcome]
          return first == .max ? nil : first
        }
      },
      actions: shown.map { chain.actionLabels(ofStation: $0) },
      firstUnhandled: firstUnhandled
    )
  }
}
