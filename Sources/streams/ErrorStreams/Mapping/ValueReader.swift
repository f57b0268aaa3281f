internal import Bytes
internal import Records

enum ValueReader {
  /// False, perhaps after partial output, if the value can't be read so.
  ///
  /// - Parameters:
  ///   - takesObjects: a list or object may become a text of its JSON.
  ///   - times: the parts that times may lack.
  static func append(
    at place: Int, _ tape: borrowing JSONTape, as reading: ValueEncoding, takesObjects: Bool,
    _ times: inout PartialTimes, to output: inout Buffer<UInt8>
  ) -> Bool {
    let entry = tape[place]
    switch reading {
    case .text: return appendText(at: place, tape, takesObjects: takesObjects, to: &output)
    case .bytes:
      if entry.kind == .array, appendBytes(at: place, tape, to: &output) { return true }
      return appendText(at: place, tape, takesObjects: takesObjects, to: &output)
    case .lastPart: return appendLastPart(at: place, tape, to: &output)
    case .time:
      switch entry.kind {
      case .string: return TimeText.append(tape.text(of: entry), &times, to: &output)
      case .integer, .decimal: return appendTime(at: place, tape, unit: .seconds, to: &output)
      case .object: return appendInstant(at: place, tape, to: &output)
      case .null, .false, .true, .array: return false
      }
    case .seconds, .milliseconds, .microseconds, .nanoseconds:
      if entry.kind == .string, tape.text(of: entry).wholeNumber == nil,
        TimeText.append(tape.text(of: entry), &times, to: &output)
      {
        return true
      }
      return appendTime(at: place, tape, unit: reading, to: &output)
    case .epoch:
      if entry.kind == .string, TimeText.append(tape.text(of: entry), &times, to: &output) { return true }
      if entry.kind == .object { return appendInstant(at: place, tape, to: &output) }
      return appendTime(at: place, tape, unit: .epoch, to: &output)
    case .integer:
      guard let number = integer(at: place, tape) else { return false }
      JSONText.append(integer: number, to: &output)
      return true
    case .retries:
      guard let retries = integer(at: place, tape), (0..<Int64.max).contains(retries) else { return false }
      JSONText.append(integer: retries + 1, to: &output)
      return true
    case .code:
      if entry.kind == .integer {
        output.append(tape.text(of: entry))
        return true
      }
      return entry.kind == .string && appendText(at: place, tape, takesObjects: false, to: &output)
    case .boolean:
      let text = tape.text(of: entry)
      if entry.kind == .true || entry.kind == .string && text.isWord("true") {
        output.append("true")
      } else if entry.kind == .false || entry.kind == .string && text.isWord("false") {
        output.append("false")
      } else {
        return false
      }
      return true
    case .json:
      tape.appendAsWritten(at: place, to: &output)
      return true
    case .http:
      guard let number = integer(at: place, tape), (200..<600).contains(number) else { return false }
      JSONText.append(integer: number, to: &output)
      return true
    case .severity, .syslog, .bunyan, .python, .level, .priority: return false
    }
  }

  /// The severity of a value; for a list, that of its first element, as in journald's repeated fields.
  static func severity(at place: Int, _ tape: borrowing JSONTape, as reading: ValueEncoding) -> Severity? {
    var entry = tape[place]
    var place = place
    if entry.kind == .array, place + 1 < Int(entry.end), tape[place + 1].kind != .array {
      place += 1
      entry = tape[place]
    }
    if entry.kind == .string { return severity(of: tape.text(of: entry), as: reading) }
    return integer(at: place, tape).flatMap { severity($0, as: reading) }
  }

  static func severity(of text: ByteSlice, as reading: ValueEncoding) -> Severity? {
    let text = text.trimmed
    return SeverityWord.severity(text) ?? text.wholeNumber.flatMap { severity($0, as: reading) }
  }

  private static func severity(_ number: Int64, as reading: ValueEncoding) -> Severity? {
    switch reading {
    case .syslog: SeverityWord.syslog(number)
    case .priority: (0...191).contains(number) ? SeverityWord.syslog(number % 8) : nil
    case .bunyan: SeverityWord.bunyan(number)
    case .python: SeverityWord.python(number)
    case .level: SeverityWord.level(number)
    case .http: SeverityWord.http(number)
    default: Severity(number: number)
    }
  }

  /// A text with its own unit is kept; of a list, as OpenTelemetry has for a header, the first value counts.
  static func appendDuration(
    at place: Int, _ tape: borrowing JSONTape, as reading: ValueEncoding, to output: inout Buffer<UInt8>
  ) -> Bool {
    var entry = tape[place]
    if entry.kind == .array, place + 1 < Int(entry.end) { entry = tape[place + 1] }
    guard reading == .seconds || reading == .milliseconds else {
      return appendText(at: place, tape, takesObjects: false, to: &output)
    }
    let text = tape.text(of: entry)
    guard
      entry.kind == .integer || entry.kind == .decimal || entry.kind == .string && text.wholeNumber != nil,
      !text.isEmpty, text[0] != UInt8(ascii: "-"), text.firstIndex(of: UInt8(ascii: "e")) == nil,
      text.firstIndex(of: UInt8(ascii: "E")) == nil
    else { return false }
    output.append(UInt8(ascii: "\""))
    output.append(text)
    output.append(reading == .seconds ? "s\"" : "ms\"")
    return true
  }

  private static func integer(at place: Int, _ tape: borrowing JSONTape) -> Int64? {
    let entry = tape[place]
    switch entry.kind {
    case .integer: return entry.integer
    case .decimal:
      let value = entry.decimal
      return value == value.rounded() && abs(value) < 9e15 ? Int64(value) : nil
    case .string: return tape.text(of: entry).trimmed.withoutZeroFraction.wholeNumber
    case .null, .false, .true, .array, .object: return nil
    }
  }

  /// An empty text is left out.
  private static func appendText(
    at place: Int, _ tape: borrowing JSONTape, takesObjects: Bool, to output: inout Buffer<UInt8>
  ) -> Bool {
    let entry = tape[place]
    switch entry.kind {
    case .string:
      guard entry.length > 0 else { return false }
      tape.appendAsWritten(at: place, to: &output)
      return true
    case .integer, .decimal, .true, .false:
      output.append(UInt8(ascii: "\""))
      tape.appendJSON(at: place, to: &output)
      output.append(UInt8(ascii: "\""))
      return true
    case .array where !takesObjects:
      guard place + 1 < Int(entry.end), tape[place + 1].kind == .string else { return false }
      return appendText(at: place + 1, tape, takesObjects: false, to: &output)
    case .array, .object:
      guard takesObjects else { return false }
      // A list of texts counts as its first element, as in journald's repeated fields.
      if entry.kind == .array, place + 1 < Int(entry.end), tape[place + 1].kind == .string {
        return appendText(at: place + 1, tape, takesObjects: false, to: &output)
      }
      // So does one of content blocks, as chat APIs and MCP have them.
      if entry.kind == .array, place + 1 < Int(entry.end),
        let text = tape.member(ByteSlice("text"), of: place + 1), tape[text].kind == .string,
        appendText(at: text, tape, takesObjects: false, to: &output)
      {
        return true
      }
      JSONText.append(string: tape.text(of: entry), to: &output)
      return true
    case .null: return false
    }
  }

  /// Invalid UTF-8 becomes U+FFFD.
  private static func appendBytes(at place: Int, _ tape: borrowing JSONTape, to output: inout Buffer<UInt8>)
    -> Bool
  {
    var bytes: [UInt8] = []
    var index = place + 1
    while index < Int(tape[place].end) {
      guard tape[index].kind == .integer, let byte = UInt8(exactly: tape[index].integer) else { return false }
      bytes.append(byte)
      index = Int(tape[index].end)
    }
    guard !bytes.isEmpty else { return false }
    JSONText.append(string: String(decoding: bytes, as: UTF8.self), to: &output)
    return true
  }

  private static func appendLastPart(
    at place: Int, _ tape: borrowing JSONTape, to output: inout Buffer<UInt8>
  ) -> Bool {
    guard tape[place].kind == .string else { return false }
    let text = tape.text(of: tape[place])
    var start = text.count
    while start > 0, text[start - 1] != UInt8(ascii: "/"), text[start - 1] != UInt8(ascii: ".") { start -= 1 }
    guard start < text.count else { return false }
    JSONText.append(string: text[start..<text.count], to: &output)
    return true
  }

  private static func appendTime(
    at place: Int, _ tape: borrowing JSONTape, unit: ValueEncoding, to output: inout Buffer<UInt8>
  ) -> Bool {
    let entry = tape[place]
    let text = tape.text(of: entry)
    if unit == .epoch, entry.kind == .string, let microseconds = hexadecimalTime(text) {
      return TimeText.append(microseconds: microseconds, to: &output)
    }
    if entry.kind == .decimal || entry.kind == .string && text.trimmed.wholeNumber == nil {
      let value: Double
      if entry.kind == .decimal {
        value = entry.decimal
      } else {
        guard entry.kind == .string, text.count <= 40, let parsed = Double(String(text.trimmed)) else {
          return false
        }
        value = parsed
      }
      let microseconds = (value * factor(unit == .epoch ? guess(abs(value)) : unit)).rounded()
      guard microseconds.magnitude < 9e18 else { return false }
      return TimeText.append(microseconds: Int64(microseconds), to: &output)
    }
    // In OTLP's nanoseconds, zero is an unknown time.
    guard let value = integer(at: place, tape), value != 0 || unit != .nanoseconds else { return false }
    let microseconds: Int64
    var isTooLarge = false
    switch unit == .epoch ? guess(Double(value).magnitude) : unit {
    case .seconds: (microseconds, isTooLarge) = value.multipliedReportingOverflow(by: 1_000_000)
    case .milliseconds: (microseconds, isTooLarge) = value.multipliedReportingOverflow(by: 1_000)
    case .microseconds: microseconds = value
    default: microseconds = value / 1_000
    }
    return !isTooLarge && TimeText.append(microseconds: microseconds, to: &output)
  }

  /// Seconds and nanoseconds, as in Log4j 2 and Protocol Buffers.
  private static func appendInstant(at place: Int, _ tape: borrowing JSONTape, to output: inout Buffer<UInt8>)
    -> Bool
  {
    guard
      let first = tape.member(ByteSlice("epochSecond"), of: place)
        ?? tape.member(ByteSlice("seconds"), of: place),
      let seconds = integer(at: first, tape)
    else { return false }
    let second =
      tape.member(ByteSlice("nanoOfSecond"), of: place) ?? tape.member(ByteSlice("nanos"), of: place)
    let nanoseconds = second.flatMap { integer(at: $0, tape) } ?? 0
    let (whole, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge, (0..<1_000_000_000).contains(nanoseconds) else { return false }
    let (microseconds, overflows) = whole.addingReportingOverflow(nanoseconds / 1_000)
    return !overflows && TimeText.append(microseconds: microseconds, to: &output)
  }

  /// slapd's seconds, or seconds and nanoseconds with a dot between them, each as eight hexadecimal digits. Times in decimal
  /// digits that look like it are those before 1974.
  private static func hexadecimalTime(_ text: ByteSlice) -> Int64? {
    guard text.count == 8 || text.count == 17 && text[8] == UInt8(ascii: "."),
      let seconds = Int64(String(text[0..<8]), radix: 16)
    else { return nil }
    guard text.count == 17 else { return seconds * 1_000_000 }
    guard let nanoseconds = Int64(String(text[9..<17]), radix: 16), nanoseconds < 1_000_000_000 else {
      return nil
    }
    return seconds * 1_000_000 + nanoseconds / 1_000
  }

  /// The unit of a Unix time, by its size, unambiguous until the year 5138.
  private static func guess(_ size: Double) -> ValueEncoding {
    size < 1e11 ? .seconds : size < 1e14 ? .milliseconds : size < 1e17 ? .microseconds : .nanoseconds
  }

  private static func factor(_ unit: ValueEncoding) -> Double {
    switch unit {
    case .seconds: 1_000_000
    case .milliseconds: 1_000
    case .microseconds: 1
    default: 0.001
    }
  }
}
