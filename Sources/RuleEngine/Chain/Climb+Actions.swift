extension Climb {
  enum ActionsRun {
    case completed
    case decided(CompiledVerdict)
    case unanswered
    case needsMemory
  }

  /// Runs actions in order; a deciding alert's answer is the verdict, and none ends the run.
  mutating func run<Sink: StepSink & ~Copyable>(
    _ actions: Run,
    at station: Int32,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> ActionsRun {
    var result = ActionsRun.completed
    for index in actions {
      let action = tables.actions[Int(index)]
      guard action.alert >= 0 else {
        note(index, station, answer: Outcome.RanAction.noAnswer, &sink)
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
          note(index, station, answer: Outcome.RanAction.unanswered, &sink)
          return .unanswered
        }
      }
      if isAssumed { outcome.resolution.isAssumed = true }
      note(index, station, answer: button, isAssumed: isAssumed, &sink)
      if case .needsMemory = run(tables.buttons[Int(button)].actions, at: station, &memory, &sink) {
        return .needsMemory
      }
      if alert.decides { result = .decided(tables.buttons[Int(button)].verdict) }
    }
    return result
  }

  private mutating func note<Sink: StepSink & ~Copyable>(
    _ action: Int32,
    _ station: Int32,
    answer: Int32,
    isAssumed: Bool = false,
    _ sink: inout Sink
  ) {
    let ran = Outcome.RanAction(
      action: action,
      station: station,
      frame: error,
      answer: answer,
      isAssumed: isAssumed,
      resolution: outcome.resolution.number
    )
    outcome.actions.append(ran)
    sink.runs(ran)
  }

  /// What every visited responder always does, from the first visited to the last.
  ///
  /// Returns false where memory is needed that is not at hand.
  mutating func runAlways<Sink: StepSink & ~Copyable>(
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool {
    for index in outcome.resolution.path {
      let responder = tables.responders[Int(outcome.path[Int(index)])]
      guard responder.policy.always == .after else { continue }
      if !runAlways(of: responder, &memory, &sink) { return false }
    }
    return true
  }

  /// What a responder always does right after its own actions, where its policy says so and they completed.
  mutating func runAlwaysInChain<Sink: StepSink & ~Copyable>(
    _ responder: CompiledResponder,
    after visit: Visit,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool {
    guard responder.policy.always == .inChain else { return true }
    if case .unanswered = visit { return true }
    return runAlways(of: responder, &memory, &sink)
  }

  private mutating func runAlways<Sink: StepSink & ~Copyable>(
    of responder: CompiledResponder,
    _ memory: inout ChainMemory,
    _ sink: inout Sink
  ) -> Bool {
    guard responder.always >= 0 else { return true }
    let station = tables.stations[Int(responder.always)]
    sink.asks(station: responder.always)
    if case .needsMemory = run(station.actions, at: responder.always, &memory, &sink) { return false }
    return true
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
