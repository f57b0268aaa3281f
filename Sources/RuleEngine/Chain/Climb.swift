internal import Patterns

/// One error's way up a chain, run again and again in the same memory: read a record, climb, look at the
/// outcome. A climb belongs to one thread; the chain it climbs is shared.
package struct Climb: ~Copyable {
  package let chain: ResponderChain
  let tables: ChainTables
  package let limits: Limits
  package var record = ErrorRecord()
  package var outcome = Outcome()
  /// Answers given ahead of the run: for each station the title, or nil.
  package var presetAnswers: [String?]
  var scratch = Buffer<UInt8>(capacity: 256)
  /// A searcher for each pattern, with what it learnt about the texts so far.
  let searchers: [Searcher]
  /// The frame of the error as it is now: the recorded one, until a rule replaces it.
  var error = ErrorRecord.recorded
  /// The element of an array that operators are asked about together, by its place on the tape, or -1.
  var boundElement: Int32 = -1
  var nextAnswer = 0

  package init(_ chain: ResponderChain, limits: Limits = Limits()) {
    self.chain = chain
    self.limits = limits
    tables = chain.tables
    presetAnswers = []
    searchers = chain.patterns.map { $0.makeSearcher() }
    record.defaultPlatform = tables.defaultPlatform
  }

  /// The time the record carries, or nil.
  package var time: Timestamp? {
    let time = record.value(.time, of: ErrorRecord.recorded)
    if time.kind == .string { return Timestamp(time.text) }
    return time.number.flatMap { Timestamp(unixSeconds: $0.double) }
  }

  /// Climbs with the record that was read last; false where memory is needed that is not at hand, and then
  /// the outcome means nothing.
  package mutating func run(_ memory: inout ChainMemory) -> Bool {
    var sink = NoSteps()
    return climb(&memory, &sink)
  }

  /// The same evaluation, listened to.
  mutating func climb<Sink: StepSink & ~Copyable>(_ memory: inout ChainMemory, _ sink: inout Sink) -> Bool {
    outcome.reset()
    error = ErrorRecord.recorded
    nextAnswer = 0
    resolveCategory(&sink)
    if tables.ignored >= 0 {
      sink.asksIgnored()
      let isIgnored = holds(Int(tables.ignored), error, &sink)
      sink.concludes(isIgnored ? .matched : .notMatched)
      if isIgnored {
        outcome.isIgnored = true
        outcome.isHandled = true
        return true
      }
    }
    var place = tables.origins.responder(for: record.value(.origin, of: ErrorRecord.recorded))
    outcome.evaluation = tables.unhandledWithoutPath
    while place >= 0 {
      let responder = tables.responders[Int(place)]
      if responder.isEnabled {
        outcome.path.append(place)
        sink.arrives(at: place)
        switch visit(responder, &memory, &sink) {
        case .handled:
          return runAlways(&memory, &sink)
        case .notHandled:
          break
        case .needsMemory:
          return false
        }
      }
      if responder.parent < 0 {
        outcome.root = place
        outcome.evaluation = responder.unhandled
      }
      place = responder.parent
    }
    return runAlways(&memory, &sink)
  }

  private enum Visit {
    case handled, notHandled, needsMemory
  }

  private mutating func visit<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Visit {
    for index in responder.rules {
      let station = tables.stations[Int(index)]
      sink.asks(station: index)
      guard station.isEnabled else {
        sink.concludes(.disabled)
        continue
      }
      guard holds(Int(station.condition), error, &sink) else {
        sink.concludes(.notMatched)
        continue
      }
      guard let isReached = reachesRate(station.rate, &memory, &sink) else { return .needsMemory }
      guard isReached else {
        sink.concludes(.notMatched)
        continue
      }
      switch answer(index, station, &memory, &sink) {
      case .evaluated: return .handled
      case .continued: continue
      case .escalated: return .notHandled
      case .needsMemory: return .needsMemory
      }
    }
    guard responder.otherwise >= 0 else { return .notHandled }
    sink.asks(station: responder.otherwise)
    switch answer(responder.otherwise, tables.stations[Int(responder.otherwise)], &memory, &sink) {
    case .evaluated: return .handled
    case .continued, .escalated: return .notHandled
    case .needsMemory: return .needsMemory
    }
  }

  private enum Answer {
    case evaluated, continued, escalated, needsMemory
  }

  /// Runs a station whose matcher holds: its budget, its actions, its verdict.
  private mutating func answer<Sink: StepSink & ~Copyable>(
    _ index: Int32,
    _ station: CompiledStation,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Answer {
    var retry: Outcome.Retry?
    if station.verdict.kind == .retry {
      switch grant(station.verdict.budget, at: index, &memory, &sink) {
      case .granted(let granted): retry = granted
      case .leftToAlert: break
      case .needsMemory: return .needsMemory
      case .exhausted:
        sink.concludes(.exhausted)
        let verdict = tables.budgets[Int(station.verdict.budget)].exhausted
        return conclude(verdict, at: index, retry: nil, &sink)
      }
    }
    outcome.fired.append(index)
    var verdict = station.verdict
    switch run(station.actions, at: index, &memory, &sink) {
    case .completed: break
    case .needsMemory: return .needsMemory
    case .decided(let answered): verdict = answered
    case .unanswered:
      sink.concludes(.unanswered)
      verdict = CompiledVerdict(kind: .evaluation, evaluation: .cancel)
    }
    return conclude(verdict, at: index, retry: retry, &sink)
  }

  private mutating func conclude<Sink: StepSink & ~Copyable>(
    _ verdict: CompiledVerdict,
    at index: Int32,
    retry: Outcome.Retry?,
    _ sink: inout Sink
  ) -> Answer {
    switch verdict.kind {
    case .evaluation, .retry, .retryByPerson:
      outcome.evaluation = verdict.evaluation
      outcome.isHandled = true
      outcome.station = index
      outcome.retry = retry
      sink.concludes(.evaluated(verdict.evaluation))
      return .evaluated
    case .continue, .absent:
      sink.concludes(.continued)
      return .continued
    case .escalate:
      sink.concludes(.escalated)
      return .escalated
    }
  }
}
