internal import Bytes

/// The items of a Sentry envelope that stand in a list (develop.sentry.dev, "Logs"): each log is a document; metrics have none.
struct SentryContainer: DocumentContainer {
  var summary: String { "one event, envelope header or item per line" }

  var markers: Mapping.Markers {
    Mapping.Markers(
      [Mapping.Marker("version", ["1", "2"]), "items"], none: ["event_id", "kind", "apiVersion"])
  }

  /// Most lines are events.
  var isRare: Bool { true }

  func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut quickReject: inout RecordQuickReject
  ) -> Int {
    guard let items = tape.member(ByteSlice("items"), of: 0), tape[items].kind == .array else { return 0 }
    var count = 0
    var index = items + 1
    while index < Int(tape[items].end) {
      defer { index = Int(tape[index].end) }
      guard tape[index].kind == .object, tape.member(ByteSlice("body"), of: index) != nil,
        tape.member(ByteSlice("level"), of: index) != nil
      else { continue }
      count += 1
      append(index, tape, to: &text)
    }
    return count
  }

  private func append(_ log: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    var index = log + 1
    while index < Int(tape[log].end) {
      defer { index = Int(tape[index + 1].end) }
      if index > log + 1 { text.append(UInt8(ascii: ",")) }
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      if tape.text(of: tape[index]) == "attributes", tape[index + 1].kind == .object {
        appendAttributes(index + 1, tape, to: &text)
      } else {
        tape.appendAsWritten(at: index + 1, to: &text)
      }
    }
    text.append("}\n")
  }

  /// Each attribute is `{value, type}`.
  private func appendAttributes(_ object: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    var index = object + 1
    while index < Int(tape[object].end) {
      defer { index = Int(tape[index + 1].end) }
      if index > object + 1 { text.append(UInt8(ascii: ",")) }
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      tape.appendAsWritten(at: tape.member(ByteSlice("value"), of: index + 1) ?? index + 1, to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }
}
