package import Bytes
internal import Records

extension Climb {
  /// A climb for records that another chain's climb answers too: whichever of the two reads a record, the other one
  /// takes it over (``read(from:)``).
  ///
  /// - Parameters:
  ///   - first: the chain whose climb reads.
  ///   - isReader: whether this is that climb, and `chain` the same as `first`; then `second` is the other one.
  package init(
    _ chain: ResponderChain,
    limits: Limits,
    presetAnswers: [String?],
    besides other: ResponderChain,
    reads isReader: Bool
  ) {
    // A member's slot goes by the order of asking, which has to be the same for both: first what the reader asks for.
    self.init(chain, limits: limits, presetAnswers: presetAnswers, askingFirst: isReader ? nil : other)
    if isReader { _ = inquiry.matcher.record.ask(other.tables) }
  }

  /// Takes over the record that another chain's climb has read; it has to stay until this one has answered it too.
  package mutating func read(from reader: borrowing Climb) {
    inquiry.matcher.record.become(reader.inquiry.matcher.record)
    inquiry.matcher.begin()
    inquiry.matcher.prefetch()
  }

  /// Whether both outcomes grant the same try: none, or the same one with the same delay but for its draw.
  package func retries(as other: borrowing Climb) -> Bool {
    guard let mine = outcome.retry, let theirs = other.outcome.retry else {
      return outcome.retry == nil && other.outcome.retry == nil
    }
    return mine.attempt == theirs.attempt && mine.maxAttempts == theirs.maxAttempts
      && mine.delay.isSpread(as: theirs.delay)
  }

  /// Whether the error ended as another one than it did in another climb, which answered the same record.
  package func endsWithAnotherError(than other: borrowing Climb) -> Bool {
    let (mine, theirs) = (outcome.resolution, other.outcome.resolution)
    guard mine.isReplaced || theirs.isReplaced, !mine.isEvent, !theirs.isEvent else { return false }
    var own = Buffer<UInt8>()
    var others = Buffer<UInt8>()
    appendIdentity(of: mine.error, to: &own)
    other.appendIdentity(of: theirs.error, to: &others)
    return own.slice != others.slice
  }

  /// Appends what the outcome comes to beside its own evaluation, as text that can be compared: the actions as they
  /// would run, in order; the events; what was raised. Who does it does not stand there.
  ///
  /// - Parameter gaps: used and left empty; where the record has no id of its own nothing stands for it.
  package func appendDeeds(to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>) {
    for index in 0..<outcome.actions.count {
      let ran = outcome.actions[index]
      for piece in tables.actions[ran.action].pieces {
        append(tables.pieces[piece], ran, 0, to: &text, gaps: &gaps)
      }
      appendAnswer(of: ran, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    for index in 0..<outcome.events.count {
      let event = outcome.events[index]
      for field in [Field.event, .with] {
        let value = inquiry.matcher.record.value(field, of: event.frame)
        if !value.isMissing { inquiry.matcher.record.tape.appendJSON(at: Int(value.index), to: &text) }
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
  /// Has every attribute that a chain asks for found while lines are scanned; their places by subject, none of others.
  mutating func ask(_ tables: borrowing ChainTables) -> Buffer<Index<AskedMembers.Attribute>> {
    var places = Buffer<Index<AskedMembers.Attribute>>()
    for index in 0..<tables.subjects.count {
      let subject = tables.subjects[index]
      guard subject.kind == .attribute else {
        places.append(.nowhere)
        continue
      }
      let path = tables.bytes.slice(Place(offset: subject.offset, length: subject.length))
      places.append(forecast.asked.ask(path))
    }
    slots.reserve(forecast.asked.slotCount + 1)
    return places
  }
}

extension PendingDelay {
  /// Whether two delays are the same but for their draws, which go by the names of rules.
  func isSpread(as other: PendingDelay) -> Bool {
    base == other.base && jitter == other.jitter && floor == other.floor
  }
}
