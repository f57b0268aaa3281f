package import Bytes

/// An OTLP/JSON export request (opentelemetry-proto 1.x, and the specification's "JSON Protobuf Encoding").
/// A log record is a document, and so is an exception event of a span, a span with the status ERROR that has no such event,
/// and a span that ended well, which is a completed operation; metrics have none.
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
            append(record, resource, scope, tape, to: &text)
          }
        }
      }
    }
    eachElement("resourceSpans", of: 0, tape) { group in
      let resource = tape.member(ByteSlice("resource"), of: group)
      eachElement("scopeSpans", of: group, tape) { scoped in
        let scope = tape.member(ByteSlice("scope"), of: scoped)
        eachElement("spans", of: scoped, tape) { place in
          let span = Span(at: place, resource, scope, tape)
          var exceptions = 0
          eachElement("events", of: place, tape) { event in
            guard let name = tape.member(ByteSlice("name"), of: event),
              tape.text(of: tape[name]) == "exception"
            else { return }
            exceptions += 1
            count += 1
            if span.isError || !quickReject.leavesOut(event, tape) {
              append(event, of: span, tape, to: &text)
            }
          }
          guard exceptions == 0 else { return }
          count += 1
          append(nil, of: span, tape, to: &text)
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
    _ record: Int, _ resource: Int?, _ scope: Int?, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
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
    appendSource(resource, scope, tape, isFirst: isFirst, to: &text)
    text.append("}\n")
  }

  /// Appends the exception event of a span, with what the span knows; without an event, the span itself.
  private func append(
    _ event: Int?, of span: Span, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    let isCompletion = event == nil && !span.isError
    text.append(isCompletion ? Self.completion : "{")
    var attributes: Int?
    if let event {
      var index = event + 1
      while index < Int(tape[event].end) {
        defer { index = Int(tape[index + 1].end) }
        if tape.text(of: tape[index]) == "attributes" {
          attributes = index + 1
          continue
        }
        tape.appendAsWritten(at: index, to: &text)
        text.append(UInt8(ascii: ":"))
        tape.appendAsWritten(at: index + 1, to: &text)
        text.append(UInt8(ascii: ","))
      }
    } else {
      append("timeUnixNano", "endTimeUnixNano", of: span.place, tape, to: &text)
    }
    if span.isError {
      text.append("\"severityNumber\":17,")
      if event == nil, let status = span.status {
        append("statusMessage", "message", of: status, tape, to: &text)
      }
    }
    appendAttributes(attributes, of: span, tape, to: &text)
    appendSource(span.resource, span.scope, tape, isFirst: false, to: &text)
    for key: StaticString in ["traceId", "spanId", "parentSpanId", "kind"] {
      guard let value = tape.member(ByteSlice(key), of: span.place) else { continue }
      text.append(",\"")
      text.append(key)
      text.append("\":")
      tape.appendAsWritten(at: value, to: &text)
    }
    if let name = tape.member(ByteSlice("name"), of: span.place) {
      text.append(",\"span\":")
      tape.appendAsWritten(at: name, to: &text)
    }
    text.append("}\n")
  }

  /// `"key":…,` if the object has the member.
  private func append(
    _ key: StaticString, _ member: StaticString, of object: Int, _ tape: borrowing JSONTape,
    to text: inout Buffer<UInt8>
  ) {
    guard let value = tape.member(ByteSlice(member), of: object) else { return }
    text.append(UInt8(ascii: "\""))
    text.append(key)
    text.append("\":")
    tape.appendAsWritten(at: value, to: &text)
    text.append(UInt8(ascii: ","))
  }

  /// `"attributes":{…}`: those of the event, then those that only the span has.
  private func appendAttributes(
    _ own: Int?, of span: Span, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    text.append("\"attributes\":{")
    var isFirst = true
    if let own { appendMembers(own, tape, isFirst: &isFirst, to: &text) }
    if let list = tape.member(ByteSlice("attributes"), of: span.place) {
      appendMembers(list, tape, isFirst: &isFirst, to: &text) { key, value in
        if let own, Self.has(tape.text(of: tape[key]), own, tape) { return false }
        // A gRPC server counts a call as OK that its handler failed.
        return !(tape.text(of: tape[key]) == "rpc.grpc.status_code" && Self.isZero(value, tape))
      }
    }
    text.append(UInt8(ascii: "}"))
  }

  private static func has(_ name: ByteSlice, _ list: Int, _ tape: borrowing JSONTape) -> Bool {
    guard tape[list].kind == .array else { return false }
    var index = list + 1
    while index < Int(tape[list].end) {
      if let (key, _) = tape.pair(at: index), tape.text(of: tape[key]) == name { return true }
      index = Int(tape[index].end)
    }
    return false
  }

  /// The name in `<class 'openai.RateLimitError'>`, which Python prints for a class.
  private static func className(in value: Int, _ tape: borrowing JSONTape) -> ByteSlice? {
    let text = tape.text(of: tape[AnyValue.held(by: value, tape)])
    let (opening, closing): (StaticString, StaticString) = ("<class '", "'>")
    guard text.hasPrefix(ByteSlice(opening)), text.hasSuffix(ByteSlice(closing)), text.count > 10 else {
      return nil
    }
    return text[opening.utf8CodeUnitCount..<(text.count - closing.utf8CodeUnitCount)]
  }

  private static func isZero(_ value: Int, _ tape: borrowing JSONTape) -> Bool {
    value > 0 && tape.text(of: tape[AnyValue.held(by: value, tape)]) == "0"
  }

  /// `,"resource":{…},"scope":{…}`, and as the origin the service, where the scope is a library that instruments it.
  private func appendSource(
    _ resource: Int?, _ scope: Int?, _ tape: borrowing JSONTape, isFirst: Bool, to text: inout Buffer<UInt8>
  ) {
    appendAttributes("resource", resource, tape, isFirst: isFirst, to: &text)
    guard let scope, tape[scope].kind == .object else { return }
    let name = tape.member(ByteSlice("name"), of: scope)
    text.append(",\"scope\":{\"name\":")
    if let name {
      tape.appendAsWritten(at: name, to: &text)
    } else {
      text.append("null")
    }
    appendAttributes("attributes", scope, tape, isFirst: false, to: &text)
    text.append(UInt8(ascii: "}"))
    guard let name, Self.isInstrumentation(tape.text(of: tape[name])), let resource,
      let list = tape.member(ByteSlice("attributes"), of: resource)
    else { return }
    eachPair(of: list, tape) { key, value in
      guard tape.text(of: tape[key]) == "service.name", value > 0 else { return }
      text.append(",\"origin\":")
      appendValue(value, tape, to: &text)
    }
  }

  /// The names of the instrumentations of OpenTelemetry's languages: `opentelemetry.instrumentation.flask`,
  /// `@opentelemetry/instrumentation-http`, `io.opentelemetry.tomcat-10.0`, `openinference.instrumentation.openai`.
  private static func isInstrumentation(_ scope: ByteSlice) -> Bool {
    scope.contains("opentelemetry") || scope.contains("OpenTelemetry") || scope.contains("instrumentation")
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
    appendMembers(list, tape, isFirst: &isFirst, to: &text)
    text.append(UInt8(ascii: "}"))
  }

  private func eachPair(of list: Int, _ tape: borrowing JSONTape, _ body: (_ key: Int, _ value: Int) -> Void)
  {
    guard tape[list].kind == .array else { return }
    var index = list + 1
    while index < Int(tape[list].end) {
      defer { index = Int(tape[index].end) }
      guard let (key, value) = tape.pair(at: index), tape[key].kind == .string else { continue }
      body(key, value)
    }
  }

  /// `"key":…,"key":…`
  private func appendMembers(
    _ list: Int, _ tape: borrowing JSONTape, isFirst: inout Bool, to text: inout Buffer<UInt8>,
    where isWanted: (_ key: Int, _ value: Int) -> Bool = { _, _ in true }
  ) {
    eachPair(of: list, tape) { key, value in
      guard isWanted(key, value) else { return }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      tape.appendAsWritten(at: key, to: &text)
      text.append(UInt8(ascii: ":"))
      if tape.text(of: tape[key]) == "error.type", value > 0, let name = Self.className(in: value, tape) {
        JSONText.append(string: name, to: &text)
      } else if value > 0 {
        appendValue(value, tape, to: &text)
      } else {
        text.append("null")
      }
    }
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

extension OTLPContainer {
  /// A span, where it stands in its request.
  private struct Span {
    let place: Int
    let resource: Int?
    let scope: Int?
    let status: Int?
    let isError: Bool

    init(at place: Int, _ resource: Int?, _ scope: Int?, _ tape: borrowing JSONTape) {
      self.place = place
      self.resource = resource
      self.scope = scope
      status = tape.member(ByteSlice("status"), of: place)
      let code = status.flatMap { tape.member(ByteSlice("code"), of: $0) }
      // Printers of Protocol Buffers write the names of enumerations.
      isError = code.map { ["2", "STATUS_CODE_ERROR"].contains(String(tape.text(of: tape[$0]))) } ?? false
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
