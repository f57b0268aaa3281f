package import Bytes
internal import Records

extension Evaluator {
  /// An evaluator that shares its records with another chain's: the reader reads a record, the other takes it
  /// over with ``read(from:)``.
  package init(
    _ chain: ResponderChain, limits: Limits, presetAnswers: [String?], besides other: ResponderChain,
    reads isReader: Bool
  ) {
    // Slots are assigned in the order in which members are requested. The order has to be the same for both
    // evaluators: the reader's members first.
    self.init(chain, limits: limits, presetAnswers: presetAnswers, requestingFirst: isReader ? nil : other)
    if isReader { _ = inputs.matcher.record.request(other.tables) }
  }

  /// Takes over the other's record, which must stay valid until this evaluator is done with it.
  package mutating func read(from reader: borrowing Evaluator) {
    inputs.matcher.record.become(reader.inputs.matcher.record)
    inputs.matcher.begin()
    inputs.matcher.prefetch()
  }

  /// Whether both outcomes grant the same try with the same delay distribution, or neither grants one.
  package func retries(as other: borrowing Evaluator) -> Bool {
    guard let mine = outcome.retry, let theirs = other.outcome.retry else {
      return outcome.retry == nil && other.outcome.retry == nil
    }
    return mine.isSame(as: theirs)
  }

  /// Whether the two evaluations of the same record ended with different errors.
  package func endsWithAnotherError(than other: borrowing Evaluator) -> Bool {
    let (mine, theirs) = (outcome.resolution, other.outcome.resolution)
    guard mine.isReplaced || theirs.isReplaced, !mine.isEvent, !theirs.isEvent else { return false }
    return Self.identity.contains { field, _ in
      let (own, others) = (identifying(field, of: mine.error), other.identifying(field, of: theirs.error))
      return own.kind != others.kind || own.text != others.text
    }
  }

  /// Appends a comparable text of actions in order, events and raised errors, without responders and rules. A
  /// record without an id has nothing in its place; `gaps` is left empty.
  package func appendEffects(to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>) {
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      for piece in tables.responses.actions[ran.action].pieces {
        append(tables.responses.pieces[piece], ran, 0, to: &text, gaps: &gaps)
      }
      appendAnswer(of: ran, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    for index in 0..<outcome.events.count {
      let event = outcome.events[index]
      for field in [Field.event, .with] {
        let value = inputs.matcher.record.value(field, of: event.errorNode)
        if !value.isMissing { inputs.matcher.record.tape.appendJSON(at: Int(value.index), to: &text) }
        text.append(UInt8(ascii: " "))
      }
      text.append(event.isHandled ? "handled\n" : "unhandled\n")
    }
    for index in 0..<outcome.raised.count {
      let raised = outcome.raised[index]
      text.append(raised.evaluation.word)
      text.append(raised.isHandled ? " handled\n" : " unhandled\n")
    }
    gaps.removeAll()
  }
}

extension ErrorRecord {
  /// Requests every attribute of a chain, to be located while lines are scanned. By subject; none for others.
  mutating func request(_ tables: borrowing ChainTables) -> Buffer<Index<RequestedMembers.Attribute>> {
    var places = Buffer<Index<RequestedMembers.Attribute>>()
    for index in 0..<tables.conditions.subjects.count {
      let subject = tables.conditions.subjects[index]
      guard subject.kind == .attribute else {
        places.append(.nowhere)
        continue
      }
      let path = tables.bytes.slice(TextSpan(offset: subject.offset, length: subject.length))
      places.append(forecast.requested.request(path))
    }
    slots.reserve(forecast.requested.slotCount + 1)
    return places
  }
}

extension Outcome.Retry {
  /// Whether two rule sets grant the same try with the same delay distribution.
  package func isSame(as other: Outcome.Retry) -> Bool {
    attempt == other.attempt && maxAttempts == other.maxAttempts && delay.isSpread(as: other.delay)
  }
}

extension PendingDelay {
  /// Whether two delays have the same distribution; draws depend on the names of rules.
  func isSpread(as other: PendingDelay) -> Bool {
    base == other.base && jitter == other.jitter && longest == other.longest && asked == other.asked
      && replaces == other.replaces && over == other.over
  }
}
