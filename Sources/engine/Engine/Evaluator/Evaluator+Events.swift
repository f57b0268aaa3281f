internal import Bytes
internal import Records

extension Evaluator {
  /// Evaluates a record that is an event, starting with the `events` of its origin's responder.
  mutating func evaluateEventRecord<Sink: StepSink & ~Copyable>(
    from origin: ResponderIndex, _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool {
    outcome.resolution.isEvent = true
    inputs.matcher.record.setCategory(-1, of: error)
    outcome.events.append(Outcome.Event(errorNode: error, from: .nowhere))
    guard escalate(event: 0, from: origin, &state, &sink) else { return false }
    let event = outcome.events[0]
    outcome.resolution.state = event.isHandled ? .handled : .open
    outcome.resolution.clause = event.by
    outcome.resolution.connected = event.connected
    outcome.resolution.root = event.root
    return true
  }

  /// Sends an event up from the responder whose rule emits it.
  mutating func emit<Sink: StepSink & ~Copyable>(
    _ replacement: Index<CompiledReplacement>, from clause: ClauseIndex, at responder: ResponderIndex,
    _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool {
    guard readNamed(tables.responses.replacements[replacement].pieces) else { return false }
    let handled = error
    let replaced = inputs.matcher.record.replace(handled, .edited, with: namedTape, wraps: false)
    inputs.matcher.change(to: replaced)
    sink.emits(error, from: clause, in: inputs.matcher.record)
    outcome.events.append(
      Outcome.Event(errorNode: error, from: clause, resolution: outcome.resolution.number))
    // The error raised by this event's rule may emit further events.
    let index = outcome.events.count - 1
    let isDone = escalate(event: index, from: responder, &state, &sink)
    sink.settles(event: outcome.events[index])
    inputs.matcher.change(to: handled)
    return isDone
  }

  /// Evaluates the event rules of one responder after the other until one handles the event in `error`.
  private mutating func escalate<Sink: StepSink & ~Copyable>(
    event index: Int, from start: ResponderIndex, _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool {
    var place = start
    while let responder = tables.responders.element(at: place) {
      if responder.isEnabled {
        if outcome.isEvent { outcome.visit(place) }
        sink.arrives(at: place)
        checkContract(ofEvents: responder.triggers, of: place, &sink)
        switch evaluateConnected(at: place) {
        case .nobody: break
        case .pending: return false
        case .handled:
          outcome.events[index].isHandled = true
          outcome.events[index].connected = place
          return true
        }
        switch evaluateEventRules(responder.events, of: responder, place, index, &state, &sink) {
        case .handled: return true
        case .needsState: return false
        case .notHandled: break
        }
      }
      if responder.parent.isNone { outcome.events[index].root = place }
      place = responder.parent
    }
    return true
  }

  private enum EventResult {
    case handled, notHandled, needsState
  }

  private mutating func evaluateEventRules<Sink: StepSink & ~Copyable>(
    _ rules: IndexRange<CompiledClause>, of responder: CompiledResponder, _ place: ResponderIndex,
    _ event: Int, _ state: inout ChainState, _ sink: inout Sink
  ) -> EventResult {
    for index in rules {
      let clause = tables.clauses[index]
      sink.begins(clause: index)
      guard clause.isEnabled else {
        sink.concludes(.disabled)
        continue
      }
      guard holds(clause.condition, &sink) else {
        sink.concludes(.notMatched)
        continue
      }
      outcome.fired.append(index)
      var verdict = clause.verdict
      switch run(clause.actions, at: index, &state, &sink) {
      case .needsState: return .needsState
      case .failed(let failed):
        sink.concludes(.failed)
        verdict = failed
      case .completed, .decided, .unanswered: break
      }
      switch verdict.kind {
      case .handled:
        sink.concludes(.handled)
        outcome.events[event].by = index
        outcome.events[event].isHandled = true
        return .handled
      case .raise:
        sink.concludes(.raised)
        outcome.events[event].by = index
        outcome.events[event].isHandled = true
        return raise(clause.verdict.replacement, from: index, at: place, responder, &state, &sink)
          ? .handled : .needsState
      case .transform:
        guard readNamed(tables.responses.replacements[clause.verdict.replacement].pieces) else {
          return .needsState
        }
        let old = error
        let replaced = inputs.matcher.record.replace(old, .edited, with: namedTape, wraps: false)
        inputs.matcher.change(to: replaced)
        sink.concludes(.transformed)
        sink.replaces(old, by: error, in: inputs.matcher.record)
      case .escalate:
        sink.concludes(.escalated)
        return .notHandled
      case .continue, .absent, .evaluation, .retry, .retryByPerson, .unwrapPayload, .unwrapCause, .emit:
        sink.concludes(.continued)
      }
    }
    return .notHandled
  }

  /// Raises an error in place of an event. It starts at the parent and does not affect the error that emitted
  /// the event.
  private mutating func raise<Sink: StepSink & ~Copyable>(
    _ replacement: Index<CompiledReplacement>, from clause: ClauseIndex, at place: ResponderIndex,
    _ responder: CompiledResponder, _ state: inout ChainState, _ sink: inout Sink
  ) -> Bool {
    guard readNamed(tables.responses.replacements[replacement].pieces) else { return false }
    let event = error
    let replaced = inputs.matcher.record.replace(event, .new, with: namedTape, wraps: false)
    inputs.matcher.change(to: replaced)
    sink.raises(error, from: clause, in: inputs.matcher.record)
    let outer = outcome.begin()
    outcome.resolution.isReplaced = true
    let isRoot = responder.parent.isNone
    let isDone = evaluateError(
      from: responder.parent, unhandled: responder.unhandled, root: isRoot ? place : .nowhere, &state, &sink)
    sink.settles(error: outcome.resolution)
    outcome.end(outer)
    inputs.matcher.change(to: event)
    return isDone
  }
}
