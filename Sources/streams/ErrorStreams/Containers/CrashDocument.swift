internal import Bytes

/// The document of one Apple crash report, with the same members whatever the report's form.
struct CrashDocument: ~Copyable {
  private var text = Buffer<UInt8>(capacity: 1_024)

  init() { text.append(UInt8(ascii: "{")) }

  mutating func append(_ key: StaticString, _ value: ByteSlice) {
    guard !value.isEmpty else { return }
    append(key)
    JSONText.append(string: value, to: &text)
  }

  mutating func append(_ key: StaticString, _ value: Int64) {
    append(key)
    JSONText.append(integer: value, to: &text)
  }

  /// Appends the value as written, unless it is missing, null or empty.
  mutating func append(_ key: StaticString, at place: Int?, _ tape: borrowing JSONTape) {
    guard let place, tape[place].kind != .null else { return }
    if tape[place].kind == .string {
      append(key, tape.text(of: tape[place]).trimmed)
    } else {
      append(key)
      tape.appendAsWritten(at: place, to: &text)
    }
  }

  /// Appends the values at paths in an object.
  mutating func append(
    _ members: [(key: StaticString, path: StaticString)], of object: Int, _ tape: borrowing JSONTape
  ) {
    for (key, path) in members { append(key, at: tape.place(of: ByteSlice(path), in: object), tape) }
  }

  /// The first text that is not empty.
  mutating func append(message texts: [ByteSlice]) {
    append("message", texts.first { !$0.isEmpty } ?? ByteSlice(""))
  }

  mutating func append(_ reason: TerminationReason) {
    append("domain", reason.namespace)
    if let code = reason.code { append("code", code) }
  }

  /// The symbol of a frame; without one, its image and the offset there.
  mutating func append(origin symbol: ByteSlice, image: ByteSlice, offset: Int64?) {
    append("origin")
    text.append(UInt8(ascii: "\""))
    JSONText.append(escaped: symbol.isEmpty ? image : symbol, to: &text)
    if symbol.isEmpty, let offset {
      text.append(" + ")
      JSONText.append(integer: offset, to: &text)
    }
    text.append(UInt8(ascii: "\""))
    append("image", image)
  }

  consuming func end(to documents: inout Buffer<UInt8>) {
    text.append("}\n")
    documents.append(text.slice)
  }

  private mutating func append(_ key: StaticString) {
    if text.count > 1 { text.append(UInt8(ascii: ",")) }
    JSONText.append(string: ByteSlice(key), to: &text)
    text.append(UInt8(ascii: ":"))
  }
}
