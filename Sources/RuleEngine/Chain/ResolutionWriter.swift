/// A place in written resolutions that only the stream's order can fill.
package struct Gap: BitwiseCopyable {
  package enum Kind: UInt8, BitwiseCopyable {
    /// The record's ordinal, as digits.
    case ordinal
    /// A delay, in seconds.
    case delay
  }

  package let kind: Kind
  /// Where it goes, as an offset in the text it is missing from.
  package let offset: Int
  /// The record's ordinal, counted from the start of the run of records it was read with.
  package let ordinal: UInt64
  package let delay: PendingDelay

  init(kind: Kind, offset: Int, ordinal: UInt64, delay: PendingDelay) {
    self.kind = kind
    self.offset = offset
    self.ordinal = ordinal
    self.delay = delay
  }

  /// A delay that is counted but written nowhere.
  package init(counting delay: PendingDelay, ordinal: UInt64) {
    self.init(kind: .delay, offset: 0, ordinal: ordinal, delay: delay)
  }
}

extension Climb {
  private static let noDelay = PendingDelay(base: 0, jitter: .none, floor: 0, station: 0)

  /// Appends the outcome as one resolution, a line of JSON, in the key order of the contract. What depends on
  /// the record's place in the whole stream is left as a gap.
  package func appendResolution(ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>) {
    appendHead(ordinal, to: &text, gaps: &gaps)
    if outcome.category >= 0 {
      text.append(",\"category\":")
      text.append(tables.bytes.slice(tables.categories[Int(outcome.category)].json))
    }
    appendPath(to: &text)
    appendAnswerer(to: &text)
    text.append(",\"evaluation\":\"")
    text.append(outcome.evaluation.word)
    text.append(outcome.isHandled ? "\",\"handled\":true" : "\",\"handled\":false")
    if outcome.isAssumed { text.append(",\"assumed\":true") }
    if let retry = outcome.retry { append(retry, ordinal, to: &text, gaps: &gaps) }
    if !outcome.actions.isEmpty { appendActions(ordinal, to: &text, gaps: &gaps) }
    if outcome.hasUnknownCategory {
      text.append(",\"unknownCategory\":")
      JSONText.append(string: record.value(.category, of: ErrorRecord.recorded).text, to: &text)
    }
    text.append("}\n")
  }

  private func appendHead(_ ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>) {
    let id = record.value(.id, of: ErrorRecord.recorded)
    text.append("{\"id\":")
    if id.isMissing {
      text.append(UInt8(ascii: "\""))
      gaps.append(Gap(kind: .ordinal, offset: text.count, ordinal: ordinal, delay: Self.noDelay))
      text.append(UInt8(ascii: "\""))
    } else {
      JSONText.append(string: id.text, to: &text)
    }
    for (field, key) in [(Field.time, ",\"time\":"), (.origin, ",\"origin\":")] as [(Field, StaticString)] {
      let value = record.value(field, of: ErrorRecord.recorded)
      guard !value.isMissing else { continue }
      text.append(key)
      record.tape.appendJSON(at: Int(value.index), to: &text)
    }
  }

  private func appendPath(to text: inout Buffer<UInt8>) {
    guard !outcome.path.isEmpty else { return }
    text.append(",\"path\":[")
    for index in 0..<outcome.path.count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      text.append(tables.bytes.slice(tables.responders[Int(outcome.path[index])].id))
    }
    text.append(UInt8(ascii: "]"))
  }

  private func appendAnswerer(to text: inout Buffer<UInt8>) {
    if outcome.isIgnored {
      text.append(",\"by\":{\"ignore\":\"cancellation\"}")
    } else if outcome.station >= 0 {
      text.append(",\"by\":{")
      text.append(tables.bytes.slice(tables.stations[Int(outcome.station)].origin))
      text.append(UInt8(ascii: "}"))
    }
  }

  private func append(
    _ retry: Outcome.Retry,
    _ ordinal: UInt64,
    to text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
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
    gaps.append(Gap(kind: .delay, offset: text.count, ordinal: ordinal, delay: retry.delay))
    text.append(UInt8(ascii: "}"))
  }

  private func appendActions(_ ordinal: UInt64, to text: inout Buffer<UInt8>, gaps: inout Buffer<Gap>) {
    text.append(",\"actions\":[")
    for index in 0..<outcome.actions.count {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      append(outcome.actions[index], ordinal, to: &text, gaps: &gaps)
    }
    text.append(UInt8(ascii: "]"))
  }

  /// Appends an action that ran, as JSON, its templates filled in.
  func append(
    _ ran: Outcome.RanAction,
    _ ordinal: UInt64,
    to text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    for piece in tables.actions[Int(ran.action)].pieces {
      append(tables.pieces[Int(piece)], ran, ordinal, to: &text, gaps: &gaps)
    }
    text.append(UInt8(ascii: ","))
    text.append(tables.bytes.slice(tables.stations[Int(ran.station)].origin))
    if ran.answer >= 0 {
      text.append(",\"answer\":")
      text.append(tables.bytes.slice(tables.buttons[Int(ran.answer)].titleJSON))
    } else if ran.answer == Outcome.RanAction.unanswered {
      text.append(",\"answer\":null")
    }
    if ran.isAssumed { text.append(",\"assumed\":true") }
    text.append(UInt8(ascii: "}"))
  }

  private func append(
    _ piece: Piece,
    _ ran: Outcome.RanAction,
    _ ordinal: UInt64,
    to text: inout Buffer<UInt8>,
    gaps: inout Buffer<Gap>
  ) {
    guard piece.kind != .text else {
      text.append(tables.bytes.slice(piece.text))
      return
    }
    let isWhole = piece.kind == .whole
    let subject = tables.subjects[Int(piece.subject)]
    let value =
      subject.kind == .outcome ? outcomeValue(subject) : self.value(ofSubject: piece.subject, ran.frame)
    if value.isMissing, subject.kind == .field, subject.member == Field.id.rawValue {
      // An error without an id of its own goes by its ordinal.
      if isWhole { text.append(UInt8(ascii: "\"")) }
      gaps.append(Gap(kind: .ordinal, offset: text.count, ordinal: ordinal, delay: Self.noDelay))
      if isWhole { text.append(UInt8(ascii: "\"")) }
    } else if value.isMissing {
      text.append(tables.bytes.slice(piece.text))
    } else if isWhole {
      appendWhole(value, to: &text)
    } else {
      appendInString(value, to: &text)
    }
  }

  private func appendWhole(_ value: Value, to text: inout Buffer<UInt8>) {
    if value.index >= 0 {
      record.tape.appendJSON(at: Int(value.index), to: &text)
    } else if value.kind == .string {
      JSONText.append(string: value.text, to: &text)
    } else {
      text.append(value.text)
    }
  }

  private func appendInString(_ value: Value, to text: inout Buffer<UInt8>) {
    switch value.kind {
    case .string:
      JSONText.append(escaped: value.text, to: &text)
    case .array, .object:
      var json = Buffer<UInt8>()
      record.tape.appendJSON(at: Int(value.index), to: &json)
      JSONText.append(escaped: json.slice, to: &text)
    case .missing, .null, .bool, .integer, .decimal:
      text.append(value.text)
    }
  }

  private func outcomeValue(_ subject: SubjectReference) -> Value {
    switch Subject.OutcomeMember(rawValue: subject.member) {
    case .evaluation: Value(string: ByteSlice(outcome.evaluation.word))
    case .handled: Value(bool: outcome.isHandled)
    case nil: .missing
    }
  }

  /// A pending delay's length in milliseconds, for the record that has this ordinal in the whole stream.
  package func milliseconds(of delay: PendingDelay, seed: UInt64, ordinal: UInt64) -> Int64 {
    let station = tables.bytes.slice(tables.stations[Int(delay.station)].name)
    return delay.milliseconds(seed: seed, ordinal: ordinal, station: station)
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
