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
  private var nextAnswer = 0

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
  package mutating func run(_ memory: inout RetryMemory) -> Bool {
    var sink = NoSteps()
    return climb(&memory, &sink)
  }

  /// The same evaluation, listened to.
  mutating func climb<Sink: StepSink & ~Copyable>(_ memory: inout RetryMemory, _ sink: inout Sink) -> Bool {
    outcome.reset()
    nextAnswer = 0
    resolveCategory(&sink)
    if tables.ignored >= 0 {
      sink.asksIgnored()
      let isIgnored = holds(Int(tables.ignored), ErrorRecord.recorded, &sink)
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
        switch visit(responder, &memory, &sink) {
        case .handled:
          runAlways()
          return true
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
    runAlways()
    return true
  }

  private enum Visit {
    case handled, notHandled, needsMemory
  }

  private mutating func visit<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder,
    _ memory: inout RetryMemory,
    _ sink: inout Sink
  ) -> Visit {
    for index in responder.rules {
      let station = tables.stations[Int(index)]
      sink.asks(station: index)
      guard station.isEnabled else {
        sink.concludes(.disabled)
        continue
      }
      guard holds(Int(station.condition), ErrorRecord.recorded, &sink) else {
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
    _ memory: inout RetryMemory,
    _ sink: inout Sink
  ) -> Answer {
    var retry: Outcome.Retry?
    if station.verdict.kind == .retry {
      switch grant(station.verdict.budget, at: index, &memory) {
      case .granted(let granted): retry = granted
      case .needsMemory: return .needsMemory
      case .exhausted:
        sink.concludes(.exhausted)
        let verdict = tables.budgets[Int(station.verdict.budget)].exhausted
        return conclude(verdict, at: index, retry: nil, &sink)
      }
    }
    outcome.fired.append(index)
    var verdict = station.verdict
    switch run(station.actions, at: index) {
    case .completed: break
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

  private enum ActionsRun {
    case completed
    case decided(CompiledVerdict)
    case unanswered
  }

  /// Runs actions in order; a deciding alert's answer is the verdict, and none ends the run.
  private mutating func run(_ actions: Run, at station: Int32) -> ActionsRun {
    var result = ActionsRun.completed
    for index in actions {
      let action = tables.actions[Int(index)]
      guard action.alert >= 0 else {
        note(index, station, answer: Outcome.RanAction.noAnswer)
        continue
      }
      let alert = tables.alerts[Int(action.alert)]
      var button = alert.buttons.startIndex
      var isAssumed = false
      if alert.decides {
        switch answer(to: alert, at: station) {
        case .button(let chosen): button = chosen
        case .assumed: isAssumed = true
        case .never:
          note(index, station, answer: Outcome.RanAction.unanswered)
          return .unanswered
        }
      }
      if isAssumed { outcome.isAssumed = true }
      note(index, station, answer: button, isAssumed: isAssumed)
      _ = run(tables.buttons[Int(button)].actions, at: station)
      if alert.decides { result = .decided(tables.buttons[Int(button)].verdict) }
    }
    return result
  }

  private mutating func note(_ action: Int32, _ station: Int32, answer: Int32, isAssumed: Bool = false) {
    outcome.actions.append(
      Outcome.RanAction(
        action: action,
        station: station,
        frame: ErrorRecord.recorded,
        answer: answer,
        isAssumed: isAssumed
      )
    )
  }

  /// What every visited responder always does, from the first visited to the last.
  private mutating func runAlways() {
    for index in 0..<outcome.path.count {
      let always = tables.responders[Int(outcome.path[index])].always
      if always >= 0 { _ = run(tables.stations[Int(always)].actions, at: always) }
    }
  }

  private enum AlertAnswer {
    case button(Int32)
    /// Nobody said: the first button is taken.
    case assumed
    /// A person was asked and never answered.
    case never
  }

  private mutating func answer(to alert: CompiledAlert, at station: Int32) -> AlertAnswer {
    let answers = record.value(.answers, of: ErrorRecord.recorded)
    if let index = record.element(nextAnswer, of: answers.index) {
      nextAnswer += 1
      var answer = record.tape.value(at: index)
      if answer.kind == .null { return .never }
      if answer.kind == .object { answer = record.member(ByteSlice("title"), below: index) }
      if let number = answer.number {
        if case .integer(let choice) = number, choice >= 0, choice < alert.buttons.count {
          return .button(alert.buttons.startIndex + Int32(choice))
        }
      } else if answer.kind == .string, let button = button(titled: answer.text, of: alert) {
        return .button(button)
      }
      outcome.wrongAnswers += 1
      return .assumed
    }
    if Int(station) < presetAnswers.count, var title = presetAnswers[Int(station)] {
      let found = title.withUTF8 { button(titled: ByteSlice(UnsafeRawBufferPointer($0)), of: alert) }
      if let found { return .button(found) }
      outcome.wrongAnswers += 1
    }
    return .assumed
  }

  private func button(titled title: ByteSlice, of alert: CompiledAlert) -> Int32? {
    alert.buttons.first { tables.bytes.slice(tables.buttons[Int($0)].title) == title }
  }
}
