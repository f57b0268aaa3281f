internal import Bytes
internal import Records

struct RecordWriter: ~Copyable {
  private(set) var text = Buffer<UInt8>(capacity: 1 << 16)
  private var start = 0
  /// One bit each by ``Field``.
  private(set) var written: UInt64 = 0
  private(set) var severity: Severity?
  private var hasAttributes = false
  /// Whether the attributes have a request, and a route of it.
  private var hasRequest = (whole: false, route: false)

  mutating func removeAll() { text.removeAll() }

  mutating func padded() -> PaddedBytes { text.padded() }

  mutating func begin() {
    start = text.count
    written = 0
    severity = nil
    hasAttributes = false
    hasRequest = (false, false)
    text.append(UInt8(ascii: "{"))
  }

  mutating func end() {
    if hasAttributes { text.append(UInt8(ascii: "}")) }
    text.append("}\n")
  }

  mutating func takeBack() {
    text.removeLast(text.count - start)
  }

  /// The line of the record that was written last, without its line feed.
  var last: ByteSlice { text.slice(start..<(text.count - 1)) }

  /// Takes other lines in place of those that were written.
  mutating func replace(_ lines: inout Buffer<UInt8>) { swap(&text, &lines) }

  func has(_ field: Field) -> Bool { written & 1 << UInt64(field.rawValue) != 0 }

  func hasAny(of fields: UInt64) -> Bool { written & fields != 0 }

  private mutating func separate() {
    if text[text.count - 1] != UInt8(ascii: "{"), text[text.count - 1] != UInt8(ascii: "[") {
      text.append(UInt8(ascii: ","))
    }
  }

  mutating func write(_ plan: MappingPlan.FieldPlan, json: ByteSlice) {
    separate()
    text.append(plan.key)
    text.append(json)
    note(plan.field)
  }

  mutating func note(_ field: Field) { written |= 1 << UInt64(field.rawValue) }

  mutating func note(_ severity: Severity?) { if let severity { self.severity = severity } }

  /// An empty text is left out.
  mutating func write(_ key: StaticString, _ field: Field?, text value: ByteSlice) {
    guard !value.isEmpty else { return }
    if let field, has(field) { return }
    openMember(key)
    JSONText.append(string: value, to: &text)
    if let field { note(field) }
  }

  /// A JSON number as such, anything else as a text.
  mutating func write(_ key: StaticString, _ field: Field?, code: ByteSlice) {
    guard code.wholeNumber != nil, code.count == 1 || code[0] != UInt8(ascii: "0"),
      !code.hasPrefix(ByteSlice("-0"))
    else { return write(key, field, text: code) }
    if let field, has(field) { return }
    openMember(key)
    text.append(code)
    if let field { note(field) }
  }

  /// An empty text is left out.
  mutating func write(_ key: StaticString, _ field: Field?, json value: ByteSlice) {
    if value.isEmpty { return }
    if let field, has(field) { return }
    openMember(key)
    text.append(value)
    if let field { note(field) }
  }

  /// Writes an empty message for an error without any detail, because journald omits long messages.
  mutating func writeEmptyMessage() {
    openMember("message")
    text.append("\"\"")
    note(.message)
  }

  /// Writes a duration, unless it is empty.
  mutating func write(_ key: StaticString, _ field: Field?, seconds value: ByteSlice) {
    if value.isEmpty { return }
    if let field, has(field) { return }
    openMember(key)
    text.append(UInt8(ascii: "\""))
    text.append(value)
    text.append("s\"")
    if let field { note(field) }
  }

  /// Writes a number, unless it is 0.
  mutating func write(_ key: StaticString, _ field: Field, number value: Int) {
    if value == 0 || has(field) { return }
    openMember(key)
    JSONText.append(integer: Int64(value), to: &text)
    note(field)
  }

  /// Writes, in place of an error, that an operation ended well.
  mutating func writeCompletion() {
    openMember("completed")
    text.append("true")
  }

  private mutating func openMember(_ key: StaticString) {
    separate()
    text.append(UInt8(ascii: "\""))
    text.append(key)
    text.append("\":")
  }

  /// False and nothing if `body` wrote no value.
  @inline(__always)
  mutating func write(_ key: ByteSlice, _ body: (inout Buffer<UInt8>) -> Bool) -> Bool {
    let before = text.count
    separate()
    text.append(key)
    if body(&text) { return true }
    text.removeLast(text.count - before)
    return false
  }

  mutating func openPlain(_ key: ByteSlice) {
    separate()
    text.append(key)
  }

  @inline(__always)
  mutating func append(_ body: (inout Buffer<UInt8>) -> Bool) -> Bool { body(&text) }

  mutating func openArray(_ key: StaticString) {
    openMember(key)
    text.append(UInt8(ascii: "["))
  }

  mutating func closeArray() { text.append(UInt8(ascii: "]")) }

  mutating func openObject() {
    separate()
    text.append(UInt8(ascii: "{"))
  }

  mutating func closeObject() { text.append(UInt8(ascii: "}")) }

  var mark: Int { text.count }

  mutating func takeBack(to mark: Int) { text.removeLast(text.count - mark) }

  private mutating func openAttributes() {
    guard !hasAttributes else { return }
    openMember("attributes")
    text.append(UInt8(ascii: "{"))
    hasAttributes = true
  }

  /// Writes a request line, URL or path as an attribute, and its route unless the log has one.
  mutating func writeRequest(at place: Int, _ tape: borrowing JSONTape) {
    guard !hasRequest.whole else { return }
    openAttributes()
    openMember("request")
    tape.appendAsWritten(at: place, to: &text)
    hasRequest.whole = true
    guard tape.member(ByteSlice("route"), of: 0) == nil else { return }
    writeRoute(of: tape.text(of: tape[place]))
  }

  /// Writes a request that a message tells.
  mutating func writeRequest(_ request: ByteSlice) {
    guard !hasRequest.whole else { return }
    openAttributes()
    openMember("request")
    JSONText.append(string: request, to: &text)
    hasRequest.whole = true
    writeRoute(of: request)
  }

  private mutating func writeRoute(of request: ByteSlice) {
    let before = mark
    openMember("route")
    text.append(UInt8(ascii: "\""))
    hasRequest.route = RouteTemplate.append(of: request.trimmed, to: &text)
    if hasRequest.route { text.append(UInt8(ascii: "\"")) } else { takeBack(to: before) }
  }

  mutating func writeAttribute(_ key: Int, _ tape: borrowing JSONTape) {
    if hasRequest.whole {
      let name = tape.text(of: tape[key])
      if name == "request" || hasRequest.route && name == "route" { return }
    }
    openAttributes()
    separate()
    tape.appendAsWritten(at: key, to: &text)
    text.append(UInt8(ascii: ":"))
    tape.appendAsWritten(at: key + 1, to: &text)
  }
}

extension JSONTape {
  /// Appends the value as in the source, unless something in it was repaired.
  func appendAsWritten(at index: Int, to text: inout Buffer<UInt8>) {
    let entry = self[index]
    switch entry.kind {
    case .string where !entry.isDecoded:
      text.append(UInt8(ascii: "\""))
      text.append(self.text(of: entry))
      text.append(UInt8(ascii: "\""))
    case .array, .object:
      // A repaired text is counted once it is read again.
      text.append(self.text(of: entry))
    default: appendJSON(at: index, to: &text)
    }
  }
}
