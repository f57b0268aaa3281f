package import Bytes

/// An OTLP/JSON export request (opentelemetry-proto 1.x, and the specification's "JSON Protobuf Encoding").
/// Each log record is a document, and each exception event of a span; metrics have none.
package struct OTLPContainer: DocumentContainer {
  package init() {}

  package var summary: String { "one OTLP/JSON export request per line, or one per file" }

  package var markers: Mapping.Markers {
    Mapping.Markers(any: [["resourceLogs", "resourceSpans", "resourceMetrics"]])
  }

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut quickReject: inout RecordQuickReject
  ) -> Int {
    var count = 0
    eachElement("resourceLogs", of: 0, tape) { group in
      let resource = tape.member(ByteSlice("resource"), of: group)
      eachElement("scopeLogs", of: group, tape) { scoped in
        let scope = tape.member(ByteSlice("scope"), of: scoped)
        eachElement("logRecords", of: scoped, tape) { record in
          count += 1
          if !quickReject.leavesOut(record, tape) {
            append(record, resource, scope, span: nil, tape, to: &text)
          }
        }
      }
    }
    eachElement("resourceSpans", of: 0, tape) { group in
      let resource = tape.member(ByteSlice("resource"), of: group)
      eachElement("scopeSpans", of: group, tape) { scoped in
        let scope = tape.member(ByteSlice("scope"), of: scoped)
        eachElement("spans", of: scoped, tape) { span in
          eachElement("events", of: span, tape) { event in
            guard let name = tape.member(ByteSlice("name"), of: event),
              tape.text(of: tape[name]) == "exception"
            else { return }
            count += 1
            if !quickReject.leavesOut(event, tape) {
              append(event, resource, scope, span: span, tape, to: &text)
            }
          }
        }
      }
    }
    return count
  }

  private func eachElement(
    _ key: StaticString, of object: Int, _ tape: borrowing JSONTape, _ body: (Int) -> Void
  ) {
    guard let list = tape.member(ByteSlice(key), of: object), tape[list].kind == .array else { return }
    var index = list + 1
    let end = Int(tape[list].end)
    while index < end {
      if tape[index].kind == .object { body(index) }
      index = Int(tape[index].end)
    }
  }

  private func append(
    _ record: Int, _ resource: Int?, _ scope: Int?, span: Int?, _ tape: borrowing JSONTape,
    to text: inout Buffer<UInt8>
  ) {
    text.append(UInt8(ascii: "{"))
    var index = record + 1
    let end = Int(tape[record].end)
    var isFirst = true
    while index < end {
      let value = index + 1
      let key = tape.text(of: tape[index])
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      if key == "body" {
        appendValue(value, tape, to: &text)
      } else if key == "attributes" {
        appendPairs(value, tape, to: &text)
      } else {
        tape.appendAsWritten(at: value, to: &text)
      }
      index = Int(tape[value].end)
    }
    appendAttributes("resource", resource, tape, isFirst: isFirst, to: &text)
    if let scope, tape[scope].kind == .object {
      text.append(",\"scope\":{\"name\":")
      if let name = tape.member(ByteSlice("name"), of: scope) {
        tape.appendAsWritten(at: name, to: &text)
      } else {
        text.append("null")
      }
      appendAttributes("attributes", scope, tape, isFirst: false, to: &text)
      text.append(UInt8(ascii: "}"))
    }
    if let span {
      for key: StaticString in ["traceId", "spanId"] {
        guard let id = tape.member(ByteSlice(key), of: span) else { continue }
        text.append(",\"")
        text.append(key)
        text.append("\":")
        tape.appendAsWritten(at: id, to: &text)
      }
      if let name = tape.member(ByteSlice("name"), of: span) {
        text.append(",\"span\":")
        tape.appendAsWritten(at: name, to: &text)
      }
    }
    text.append("}\n")
  }

  /// `,"key":{…}`
  private func appendAttributes(
    _ key: StaticString, _ object: Int?, _ tape: borrowing JSONTape, isFirst: Bool,
    to text: inout Buffer<UInt8>
  ) {
    guard let object, let list = tape.member(ByteSlice("attributes"), of: object) else { return }
    if !isFirst { text.append(UInt8(ascii: ",")) }
    text.append(UInt8(ascii: "\""))
    text.append(key)
    text.append("\":")
    appendPairs(list, tape, to: &text)
  }

  private func appendPairs(_ list: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    guard tape[list].kind == .array else {
      tape.appendAsWritten(at: list, to: &text)
      return
    }
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    var index = list + 1
    while index < Int(tape[list].end) {
      defer { index = Int(tape[index].end) }
      guard let (key, value) = tape.pair(at: index), tape[key].kind == .string else { continue }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      tape.appendAsWritten(at: key, to: &text)
      text.append(UInt8(ascii: ":"))
      if value > 0 {
        appendValue(value, tape, to: &text)
      } else {
        text.append("null")
      }
    }
    text.append(UInt8(ascii: "}"))
  }

  /// Appends the content of an `AnyValue`; 64-bit integers may be texts. Recursion is bounded by the text's nesting.
  private func appendValue(_ value: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    guard tape[value].kind == .object, Int(tape[value].end) > value + 1 else {
      tape.appendAsWritten(at: value, to: &text)
      return
    }
    let kind = tape.text(of: tape[value + 1])
    let held = value + 2
    if kind == "intValue" || kind == "doubleValue" {
      let number = tape.text(of: tape[held])
      if tape[held].kind == .string, number.wholeNumber != nil, !number.hasPrefix(ByteSlice("00")) {
        JSONText.append(integer: number.wholeNumber ?? 0, to: &text)
      } else {
        tape.appendAsWritten(at: held, to: &text)
      }
    } else if kind == "stringValue" || kind == "boolValue" || kind == "bytesValue" {
      tape.appendAsWritten(at: held, to: &text)
    } else if kind == "kvlistValue", let list = tape.member(ByteSlice("values"), of: held) {
      appendPairs(list, tape, to: &text)
    } else if kind == "arrayValue", let list = tape.member(ByteSlice("values"), of: held),
      tape[list].kind == .array
    {
      text.append(UInt8(ascii: "["))
      var index = list + 1
      while index < Int(tape[list].end) {
        if index > list + 1 { text.append(UInt8(ascii: ",")) }
        appendValue(index, tape, to: &text)
        index = Int(tape[index].end)
      }
      text.append(UInt8(ascii: "]"))
    } else {
      tape.appendAsWritten(at: value, to: &text)
    }
  }
}

extension JSONTape {
  /// The value is 0 if it is missing; nil for anything else than `{key, value}`.
  func pair(at object: Int) -> (key: Int, value: Int)? {
    guard self[object].kind == .object else { return nil }
    let end = Int(self[object].end)
    // The usual form: these two, in this order.
    let second = object + 3
    if second < end, self[object + 2].end == UInt32(second), Int(self[second + 1].end) == end,
      text(of: self[object + 1]) == "key", text(of: self[second]) == "value"
    {
      return (object + 2, second + 1)
    }
    guard let key = member(ByteSlice("key"), of: object) else { return nil }
    return (key, member(ByteSlice("value"), of: object) ?? 0)
  }
}
