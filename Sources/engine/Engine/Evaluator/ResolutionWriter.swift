package import Bytes
internal import Records
internal import RuleLanguage

extension Evaluator {
  /// Appends one line of JSON, keys in contract order. Values that depend on stream order are left as gaps.
  package func appendResolution(ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>) {
    append(outcome.resolution, ordinal, to: &text, gaps: &gaps)
    text.append(UInt8(ascii: "\n"))
  }

  /// The same for a cached outcome.
  package mutating func appendResolution(
    known number: CachedOutcomeIndex, ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>
  ) {
    if cache.outcomes.isWritten(number) {
      appendHead(ordinal, isOwn: true, to: &text, gaps: &gaps)
      cache.outcomes.append(number, to: &text)
    } else {
      take(number)
      appendResolution(ordinal: ordinal, to: &text, gaps: &gaps)
    }
  }

  /// Caches the resolution text of an outcome if it contains no values of the error.
  mutating func write(cached number: CachedOutcomeIndex) {
    for index in 0..<outcome.actions.count {
      for piece in tables.responses.actions[outcome.actions[index].action].pieces
      where tables.responses.pieces[piece].kind != .text {
        return
      }
    }
    var text = Buffer<UInt8>()
    var gaps = Buffer<Gap>()
    appendRest(of: outcome.resolution, 0, to: &text, gaps: &gaps)
    text.append(UInt8(ascii: "\n"))
    cache.outcomes.write(number, text.slice)
  }

  /// Appends the gaps of the outcome's delays when they are counted but no resolution is written.
  ///
  /// - Parameter offset: the length of the text so far.
  package func appendDelays(ordinal: UInt64, at offset: Int, to gaps: inout Buffer<Gap>) {
    if let retry = outcome.retry { gaps.append(gap(counting: retry, ordinal, at: offset)) }
    for index in 0..<outcome.raised.count {
      if let retry = outcome.raised[index].retry {
        gaps.append(gap(counting: retry, ordinal, at: offset))
      }
    }
  }

  private func gap(counting retry: Outcome.Retry, _ ordinal: UInt64, at offset: Int) -> Gap {
    Gap(counting: retry.delay, drawIdentity(ordinal: ordinal), at: offset)
  }

  private func append(
    _ resolution: Outcome.Resolution, _ ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>
  ) {
    appendHead(ordinal, isOwn: resolution.number.isNone, to: &text, gaps: &gaps)
    appendRest(of: resolution, ordinal, to: &text, gaps: &gaps)
  }

  /// Appends everything after the record's own members.
  func appendRest(
    of resolution: Outcome.Resolution, _ ordinal: UInt64, to text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    if !resolution.category.isNone {
      text.append(",\"category\":")
      text.append(tables.bytes.slice(tables.categories[resolution.category].json))
    }
    appendResponders(outcome.path, resolution.path, as: ",\"path\":[", to: &text)
    appendAnswerer(resolution, to: &text)
    if !resolution.isEvent {
      text.append(",\"evaluation\":\"")
      text.append(resolution.evaluation.word)
      text.append(UInt8(ascii: "\""))
    }
    text.append(resolution.isHandled ? ",\"handled\":true" : ",\"handled\":false")
    if resolution.isAssumed { text.append(",\"assumed\":true") }
    if let retry = resolution.retry { append(retry, ordinal, to: &text, gaps: &gaps) }
    if !outcome.actions.isEmpty { appendActions(of: resolution, ordinal, to: &text, gaps: &gaps) }
    if !outcome.events.isEmpty { appendEvents(of: resolution, to: &text) }
    if let raised = outcome.raised.element(at: resolution.raised) {
      text.append(",\"raised\":")
      append(raised, ordinal, to: &text, gaps: &gaps)
    }
    if resolution.isReplaced {
      text.append(",\"error\":")
      appendIdentity(of: resolution.error, to: &text)
    }
    if !resolution.unknownCategory.isNone {
      text.append(",\"unknownCategory\":")
      inputs.matcher.record.tape.appendJSON(at: Int(resolution.unknownCategory), to: &text)
    }
    appendResponders(outcome.outOfContract, resolution.outOfContract, as: ",\"outOfContract\":[", to: &text)
    text.append(UInt8(ascii: "}"))
  }

  /// - Parameter isOwn: whether it is the record's own resolution, not that of a raised error.
  private func appendHead(
    _ ordinal: UInt64, isOwn: Bool, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>
  ) {
    let id = inputs.matcher.record.value(.id, of: ErrorRecord.recorded)
    text.append("{\"id\":")
    if id.isMissing {
      text.append(UInt8(ascii: "\""))
      gaps.append(Gap(ordinal: ordinal, at: text.count))
      text.append(UInt8(ascii: "\""))
    } else {
      JSONText.append(string: id.text, to: &text)
    }
    if isOwn, writesRecord {
      text.append(Self.recordKey)
      inputs.matcher.record.tape.appendJSON(at: 0, to: &text)
    }
    for (field, key) in [(Field.time, ",\"time\":"), (.origin, ",\"origin\":")] as [(Field, StaticString)] {
      let value = inputs.matcher.record.value(field, of: ErrorRecord.recorded)
      guard !value.isMissing else { continue }
      text.append(key)
      inputs.matcher.record.tape.appendJSON(at: Int(value.index), to: &text)
    }
    if isOwn, writesErrors, !inputs.isEvent {
      text.append(",\"of\":")
      appendIdentity(of: ErrorRecord.recorded, to: &text)
    }
  }

  private static let recordKey: StaticString = ",\"(record)\":"

  private func appendResponders(
    _ responders: borrowing Buffer<ResponderIndex>, _ places: IndexRange<ResponderIndex>,
    as key: StaticString, to text: inout Buffer<UInt8>
  ) {
    guard !places.isEmpty else { return }
    text.append(key)
    for index in places {
      if index > places.startIndex { text.append(UInt8(ascii: ",")) }
      text.append(tables.bytes.slice(tables.responders[responders[index]].id))
    }
    text.append(UInt8(ascii: "]"))
  }

  private func appendAnswerer(_ resolution: Outcome.Resolution, to text: inout Buffer<UInt8>) {
    if resolution.isIgnored {
      text.append(",\"by\":{\"ignore\":\"cancellation\"}")
    } else if !resolution.clause.isNone {
      text.append(",\"by\":")
      append(clause: resolution.clause, to: &text)
      if let end = outcome.end(of: resolution) {
        text.append(",\"ended\":\"")
        text.append(end.word)
        text.append(UInt8(ascii: "\""))
      }
    } else if !resolution.connected.isNone {
      text.append(",\"by\":")
      append(connected: resolution.connected, to: &text)
    }
  }

  private func append(connected responder: ResponderIndex, to text: inout Buffer<UInt8>) {
    text.append("{\"responder\":")
    text.append(tables.bytes.slice(tables.responders[responder].id))
    text.append(",\"connected\":true}")
  }

  private func append(clause: ClauseIndex, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    text.append(tables.bytes.slice(tables.clauses[clause].origin))
    text.append(UInt8(ascii: "}"))
  }

  private func append(
    _ retry: Outcome.Retry, _ ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>
  ) {
    text.append(",\"retry\":{")
    if retry.attempt > 0 {
      text.append("\"attempt\":")
      JSONText.append(integer: Int64(retry.attempt), to: &text)
      text.append(UInt8(ascii: ","))
    }
    text.append("\"maxAttempts\":")
    JSONText.append(integer: Int64(retry.maxAttempts), to: &text)
    text.append(",\"delay\":")
    gaps.append(Gap(retry.delay, drawIdentity(ordinal: ordinal), at: text.count))
    text.append(UInt8(ascii: "}"))
  }

  private func appendActions(
    of resolution: Outcome.Resolution, _ ordinal: UInt64, to text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    var isFirst = true
    for index in 0..<outcome.actions.count where outcome.actions[index].resolution == resolution.number {
      text.append(isFirst ? ",\"actions\":[" : ",")
      isFirst = false
      append(outcome.actions[index], ordinal, to: &text, gaps: &gaps)
    }
    if !isFirst { text.append(UInt8(ascii: "]")) }
  }

  private func appendEvents(of resolution: Outcome.Resolution, to text: inout Buffer<UInt8>) {
    var isFirst = true
    for index in 0..<outcome.events.count where outcome.events[index].resolution == resolution.number {
      text.append(isFirst ? ",\"events\":[" : ",")
      isFirst = false
      let event = outcome.events[index]
      text.append("{\"event\":")
      inputs.matcher.record.tape.appendJSON(
        at: Int(inputs.matcher.record.value(.event, of: event.errorNode).index), to: &text)
      let with = inputs.matcher.record.value(.with, of: event.errorNode)
      if !with.isMissing {
        text.append(",\"with\":")
        inputs.matcher.record.tape.appendJSON(at: Int(with.index), to: &text)
      }
      if !event.from.isNone {
        text.append(",\"from\":")
        append(clause: event.from, to: &text)
      }
      if !event.by.isNone {
        text.append(",\"by\":")
        append(clause: event.by, to: &text)
      } else if !event.connected.isNone {
        text.append(",\"by\":")
        append(connected: event.connected, to: &text)
      }
      text.append(event.isHandled ? ",\"handled\":true}" : ",\"handled\":false}")
    }
    if !isFirst { text.append(UInt8(ascii: "]")) }
  }

  /// The identifying members of an error, in order.
  static let identity: [(field: Field, key: StaticString)] = [
    (.type, "\"type\":"), (.case, "\"case\":"), (.domain, "\"domain\":"), (.code, "\"code\":"),
    (.status, "\"status\":"), (.message, "\"message\":"),
  ]

  func identifying(_ field: Field, of errorNode: ErrorNodeIndex) -> Value {
    field == .status
      ? inputs.matcher.record.status(of: errorNode) : inputs.matcher.record.value(field, of: errorNode)
  }

  /// Appends the identifying members of an error.
  func appendIdentity(of errorNode: ErrorNodeIndex, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for (field, key) in Self.identity {
      let value = identifying(field, of: errorNode)
      guard !value.isMissing else { continue }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text.append(key)
      inputs.matcher.record.tape.appendJSON(at: Int(value.index), to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  func append(
    _ ran: Outcome.RanAction, _ ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>
  ) {
    for piece in tables.responses.actions[ran.action].pieces {
      append(tables.responses.pieces[piece], ran, ordinal, to: &text, gaps: &gaps)
    }
    text.append(UInt8(ascii: ","))
    text.append(tables.bytes.slice(tables.clauses[ran.clause].origin))
    appendAnswer(of: ran, to: &text)
    text.append(UInt8(ascii: "}"))
  }

  func appendAnswer(of ran: Outcome.RanAction, to text: inout Buffer<UInt8>) {
    if !ran.option.isNone {
      text.append(",\"answer\":")
      JSONText.append(string: option(Int(ran.option), of: ran.errorNode)?.title ?? ByteSlice(""), to: &text)
    } else if !ran.answer.isNone {
      text.append(",\"answer\":")
      text.append(tables.bytes.slice(tables.responses.buttons[ran.answer].titleJSON))
    } else if ran.answer == Outcome.RanAction.unanswered {
      text.append(",\"answer\":null")
    }
    if ran.isAssumed { text.append(",\"assumed\":true") }
    if ran.isThrottled { text.append(",\"throttled\":true") }
    if ran.isCoalesced { text.append(",\"coalesced\":true") }
    switch ran.end {
    case .failed, .failing: text.append(",\"failed\":true")
    case .timeout: text.append(",\"timeout\":true")
    case .unasked, .assumed, .ok: break
    }
  }

  func append(
    _ piece: TemplatePiece, _ ran: Outcome.RanAction, _ ordinal: UInt64, to text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    guard piece.kind != .text else {
      text.append(tables.bytes.slice(piece.text))
      return
    }
    guard piece.kind != .optionTitles else {
      appendOptionTitles(of: ran.errorNode, to: &text)
      return
    }
    let isWhole = piece.kind == .whole
    let subject = tables.conditions.subjects[piece.subject]
    let value =
      subject.kind == .outcome
      ? outcomeValue(subject, ran) : self.value(ofSubject: piece.subject, ran.errorNode)
    if value.isMissing, isOrdinal(piece.subject) {
      // The ordinal replaces the id of an error without one.
      if isWhole { text.append(UInt8(ascii: "\"")) }
      gaps.append(Gap(ordinal: ordinal, at: text.count))
      if isWhole { text.append(UInt8(ascii: "\"")) }
    } else if value.isMissing {
      text.append(tables.bytes.slice(piece.text))
    } else if isWhole, isOrdinal(piece.subject) {
      // An id is always written as a string.
      JSONText.append(string: value.text, to: &text)
    } else if isWhole {
      inputs.matcher.record.append(whole: value, to: &text)
    } else {
      inputs.matcher.record.append(inString: value, to: &text)
    }
  }

  /// A value of the outcome; missing for actions that ran before it was known.
  private func outcomeValue(_ subject: SubjectReference, _ ran: Outcome.RanAction) -> Value {
    let clause = tables.clauses[ran.clause]
    guard tables.responders[clause.responder].policy.always == .after else { return .missing }
    let outcome = self.outcome.raised.element(at: ran.resolution) ?? self.outcome.resolution
    return switch Subject.OutcomeMember(rawValue: subject.member) {
    case .evaluation: Value(string: ByteSlice(outcome.evaluation.word))
    case .handled: Value(bool: outcome.isHandled)
    case nil: .missing
    }
  }
}

extension RetryEnd {
  fileprivate var word: StaticString {
    switch self {
    case .attempts: "attempts"
    case .retryAfter: "retryAfter"
    case .deadline: "deadline"
    case .quota: "quota"
    }
  }
}

extension Evaluation {
  var word: StaticString {
    switch self {
    case .proceed: "proceed"
    case .retry: "retry"
    case .cancel: "cancel"
    case .abort: "abort"
    }
  }
}
