internal import Bytes

/// A message that RabbitMQ moved to another exchange because nobody took it (rabbitmq.com, “Dead Letter Exchanges”): the first
/// entry of its header `x-death` is its last death.
struct DeadLetterContainer: DocumentContainer {
  var summary: String { "one message per line, or a list of them" }

  var markers: Mapping.Markers {
    Mapping.Markers(any: [["properties.headers.x-death", "headers.x-death", "x-death"]])
  }

  func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut _: inout RecordQuickReject
  ) -> Int {
    guard let deaths = deaths(tape), let death = firstObject(of: deaths, tape) else { return 0 }
    text.append("{\"death\":")
    tape.appendAsWritten(at: death, to: &text)
    appendMembers(of: 0, tape, to: &text)
    text.append("}\n")
    return 1
  }

  private func deaths(_ tape: borrowing JSONTape) -> Int? {
    var object = 0
    for key: StaticString in ["properties", "headers"] {
      if let inner = tape.member(ByteSlice(key), of: object), tape[inner].kind == .object { object = inner }
    }
    return tape.member(ByteSlice("x-death"), of: object)
  }

  private func firstObject(of list: Int, _ tape: borrowing JSONTape) -> Int? {
    guard tape[list].kind == .array, Int(tape[list].end) > list + 1, tape[list + 1].kind == .object else {
      return nil
    }
    return list + 1
  }

  /// `,"key":…` for each member but the message's content.
  private func appendMembers(of object: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    var index = object + 1
    while index < Int(tape[object].end) {
      defer { index = Int(tape[index + 1].end) }
      let key = tape.text(of: tape[index])
      guard !Self.content.contains(where: { key == ByteSlice($0) }) else { continue }
      text.append(UInt8(ascii: ","))
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      tape.appendAsWritten(at: index + 1, to: &text)
    }
  }

  private static let content: [StaticString] = [
    "payload", "payload_bytes", "payload_encoding", "body", "message_count",
  ]
}
