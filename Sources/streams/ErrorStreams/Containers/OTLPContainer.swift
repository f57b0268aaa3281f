package import Bytes

/// An OTLP/JSON export request (opentelemetry-proto 1.x, and the specification's "JSON Protobuf Encoding").
/// A log record is a document, and so is an exception event of a span, a span with the status ERROR that has no such event,
/// and a span that ended well, which is a completed operation; metrics have none. A request under other names, or a span or
/// log record alone, is made one first.
package struct OTLPContainer: DocumentContainer {
  package init() {}

  package var summary: String { "one OTLP/JSON export request per line, or one per file" }

  package var markers: Mapping.Markers {
    let tops = Self.tops.map { "\($0)" }
    return Mapping.Markers(any: [tops + OTLPRequest.marks, OTLPRequest.neighbors + tops])
  }

  private static let tops: [StaticString] = ["resourceLogs", "resourceSpans", "resourceMetrics"]

  package func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut quickReject: inout RecordQuickReject
  ) -> Int {
    guard Self.isRequest(tape) else { return appendRequest(tape, to: &text) }
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
        let teller = SpanTeller(scope, tape)
        eachElement("spans", of: scoped, tape) { place in
          let span = Span(at: place, resource, scope, teller, tape)
          var exceptions = 0
          eachElement("events", of: place, tape) { event in
            guard let name = tape.member(ByteSlice("name"), of: event),
              tape.text(of: tape[name]) == "exception"
            else { return }
            exceptions += 1
            count += 1
            if span.isFailure || !quickReject.leavesOut(event, tape) {
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

  private static func isRequest(_ tape: borrowing JSONTape) -> Bool {
    tape.member(ByteSlice("resourceLogs"), of: 0) != nil
      || tape.member(ByteSlice("resourceSpans"), of: 0) != nil
      || tape.member(ByteSlice("resourceMetrics"), of: 0) != nil
  }

  /// Appends the documents of a request under other names.
  private func appendRequest(_ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) -> Int {
    var request = Buffer<UInt8>(capacity: 4_096)
    guard OTLPRequest.append(tape, to: &request) else { return 0 }
    var written = JSONTape()
    guard written.scan(request.slice, depthLimit: .max, valueLimit: .max, repairs: true) == nil,
      Self.isRequest(written)
    else { return 0 }
    var none = RecordQuickReject()
    return appendDocuments(of: written, to: &text, leavingOut: &none)
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
    let isCompletion = event == nil && !span.isFailure
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
    if span.isFailure {
      text.append("\"severityNumber\":")
      JSONText.append(integer: span.severity, to: &text)
      text.append(UInt8(ascii: ","))
    }
    if span.isError, event == nil || Self.isSilent(attributes, tape), let status = span.status,
      Self.saysMore(status, tape)
    {
      append("statusMessage", "message", of: status, tape, to: &text)
    } else if event == nil, let reason = span.reason {
      text.append("\"statusMessage\":")
      appendValue(reason, tape, to: &text)
      text.append(UInt8(ascii: ","))
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
    if event == nil, span.isUntold(tape) { text.append(",\"untold\":true") }
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
        if let own, Self.value(of: tape.text(of: tape[key]), own, tape) != nil { return false }
        // A gRPC server counts a call as OK that its handler failed.
        return !(tape.text(of: tape[key]) == "rpc.grpc.status_code" && Self.isZero(value, tape))
      }
    }
    text.append(UInt8(ascii: "}"))
  }

  /// The place of an attribute's value, 0 for none; nil if the list lacks it.
  fileprivate static func value(of name: ByteSlice, _ list: Int, _ tape: borrowing JSONTape) -> Int? {
    guard tape[list].kind == .array else { return nil }
    var index = list + 1
    while index < Int(tape[list].end) {
      if let (key, value) = tape.pair(at: index), tape.text(of: tape[key]) == name { return value }
      index = Int(tape[index].end)
    }
    return nil
  }

  /// Whether the attributes of an exception have no message, or an empty one.
  private static func isSilent(_ attributes: Int?, _ tape: borrowing JSONTape) -> Bool {
    guard let attributes, let value = value(of: ByteSlice("exception.message"), attributes, tape), value > 0
    else { return true }
    return tape.text(of: tape[AnyValue.held(by: value, tape)]).isEmpty
  }

  /// Whether the message of a status says more than the type of an exception without a text: `AppError: `.
  private static func saysMore(_ status: Int, _ tape: borrowing JSONTape) -> Bool {
    guard let place = tape.member(ByteSlice("message"), of: status) else { return false }
    return !tape.text(of: tape[place]).hasSuffix(ByteSlice(": "))
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
  /// `@opentelemetry/instrumentation-http`, `io.opentelemetry.tomcat-10.0`, `openinference.instrumentation.openai`; Logfire names
  /// itself in place of the program.
  private static func isInstrumentation(_ scope: ByteSlice) -> Bool {
    scope.contains("opentelemetry") || scope.contains("OpenTelemetry") || scope.contains("instrumentation")
      || scope == "logfire"
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
    if kind == "stringValue" || kind == "boolValue" || kind == "bytesValue" {
      tape.appendAsWritten(at: held, to: &text)
    } else if kind == "intValue" || kind == "doubleValue" {
      let number = tape.text(of: tape[held])
      if tape[held].kind == .string, !number.hasPrefix(ByteSlice("00")), let whole = number.wholeNumber {
        JSONText.append(integer: whole, to: &text)
      } else {
        tape.appendAsWritten(at: held, to: &text)
      }
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
  fileprivate struct Span {
    let place: Int
    let resource: Int?
    let scope: Int?
    let status: Int?
    let isError: Bool
    /// OpenTelemetry's number.
    private(set) var severity: Int64
    /// The place of the reason for which a try is repeated.
    private(set) var reason: Int?

    /// Whether it is an error, or a library says what its status does not.
    var isFailure: Bool { isError || reason != nil || severity >= 13 }

    init(
      at place: Int, _ resource: Int?, _ scope: Int?, _ teller: SpanTeller, _ tape: borrowing JSONTape
    ) {
      self.place = place
      self.resource = resource
      self.scope = scope
      status = tape.member(ByteSlice("status"), of: place)
      let code = status.flatMap { tape.member(ByteSlice("code"), of: $0) }
      // Printers of Protocol Buffers write the names of enumerations.
      isError =
        code.map { place in
          let text = tape.text(of: tape[place])
          return text == "2" || text == "STATUS_CODE_ERROR"
        } ?? false
      severity = isError ? 17 : 0
      guard let told = teller.value(of: place, tape) else { return }
      switch teller {
      case .level: severity = tape.text(of: tape[AnyValue.held(by: told, tape)]).wholeNumber ?? severity
      case .retries:
        severity = 13
        reason = told
      case .nothing: break
      }
    }
  }
}

extension OTLPContainer.Span {
  /// Whether it is a client's span that tells nothing but that the request failed, or its status: the failure is that of the span
  /// of its server, if there is one.
  fileprivate func isUntold(_ tape: borrowing JSONTape) -> Bool {
    guard isError, let kind = tape.member(ByteSlice("kind"), of: place),
      tape.text(of: tape[kind]) == "3" || tape.text(of: tape[kind]) == "SPAN_KIND_CLIENT"
    else { return false }
    if let status, let message = tape.member(ByteSlice("message"), of: status),
      !tape.text(of: tape[message]).isEmpty
    {
      return false
    }
    guard let list = tape.member(ByteSlice("attributes"), of: place),
      let type = OTLPContainer.value(of: ByteSlice("error.type"), list, tape), type > 0
    else { return true }
    return tape.text(of: tape[AnyValue.held(by: type, tape)]).wholeNumber != nil
  }
}

/// The facts that the spans of a library tell in an attribute, and not by their status.
private enum SpanTeller {
  case nothing
  /// Logfire writes logs as spans.
  case level
  /// Celery's try that failed, and is to be repeated, ends as if it were well.
  case retries

  init(_ scope: Int?, _ tape: borrowing JSONTape) {
    guard let scope, let name = tape.member(ByteSlice("name"), of: scope) else {
      self = .nothing
      return
    }
    let library = tape.text(of: tape[name])
    self =
      library == "logfire" ? .level : library.contains("instrumentation.celery") ? .retries : .nothing
  }

  private var attribute: StaticString? {
    switch self {
    case .nothing: nil
    case .level: "logfire.level_num"
    case .retries: "celery.retry.reason"
    }
  }

  /// The place of the attribute's value.
  func value(of span: Int, _ tape: borrowing JSONTape) -> Int? {
    guard let attribute, let list = tape.member(ByteSlice("attributes"), of: span),
      tape[list].kind == .array
    else { return nil }
    var index = list + 1
    while index < Int(tape[list].end) {
      if let (key, value) = tape.pair(at: index), value > 0, tape.text(of: tape[key]) == ByteSlice(attribute)
      {
        return value
      }
      index = Int(tape[index].end)
    }
    return nil
  }
}

extension ByteSlice {
  /// Whether it is `key`; the bytes as one number, since each attribute is asked.
  fileprivate var isKey: Bool { count == 3 && packed == 0x79_656B }

  /// Whether it is `value`.
  fileprivate var isValue: Bool { count == 5 && packed == 0x65_756C_6176 }
}

extension JSONTape {
  /// The value is 0 if it is missing; nil for anything else than `{key, value}`.
  func pair(at object: Int) -> (key: Int, value: Int)? {
    guard self[object].kind == .object else { return nil }
    let end = Int(self[object].end)
    // The usual form: these two, in this order.
    let second = object + 3
    if second < end, self[object + 2].end == UInt32(second), Int(self[second + 1].end) == end,
      text(of: self[object + 1]).isKey, text(of: self[second]).isValue
    {
      return (object + 2, second + 1)
    }
    guard let key = member(ByteSlice("key"), of: object) else { return nil }
    return (key, member(ByteSlice("value"), of: object) ?? 0)
  }
}
