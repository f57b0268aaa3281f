internal import Bytes

/// OTLP under other names, as an export request of OTLP/JSON: with the names of Protocol Buffers (`resource_spans`), without the
/// list around it, as Java's logging exporters print it, and as the exporters for consoles of Python and Go print each span
/// and each log record.
enum OTLPRequest {
  /// The members one of which each of these has, and those one of which it has besides.
  static let marks = [
    "resource_spans", "resource_logs", "resource_metrics", "scopeSpans", "scopeLogs", "context.trace_id",
    "SpanContext.TraceID", "severity_number", "ObservedTimestamp",
  ]
  static let neighbors = ["resource", "Resource", "resource_spans", "resource_logs", "resource_metrics"]

  /// Appends the request; false and nothing if the document is none of these.
  static func append(_ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) -> Bool {
    for name: StaticString in ["resource_spans", "resource_logs", "resource_metrics"]
    where tape.member(ByteSlice(name), of: 0) != nil {
      appendCamelCase(0, tape, to: &text)
      return true
    }
    for (name, list): (StaticString, StaticString) in [
      ("scopeSpans", "resourceSpans"), ("scopeLogs", "resourceLogs"),
    ] where tape.member(ByteSlice(name), of: 0) != nil {
      open(list, "{\"", "\":[", to: &text)
      tape.appendAsWritten(at: 0, to: &text)
      text.append("]}")
      return true
    }
    if let context = member(["context", "spancontext"], of: 0, tape) {
      appendSpan(context, tape, to: &text)
      return true
    }
    guard member(["severitynumber", "severity"], of: 0, tape) != nil else { return false }
    appendLog(tape, to: &text)
    return true
  }

  // MARK: - Names of Protocol Buffers

  /// Recursion is bounded by the depth of a record.
  private static func appendCamelCase(
    _ place: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    let kind = tape[place].kind
    guard kind == .object || kind == .array else { return tape.appendAsWritten(at: place, to: &text) }
    text.append(UInt8(ascii: kind == .object ? "{" : "["))
    var index = place + 1
    while index < Int(tape[place].end) {
      if index > place + 1 { text.append(UInt8(ascii: ",")) }
      if kind == .object {
        appendCamelCase(tape.text(of: tape[index]), to: &text)
        text.append(UInt8(ascii: ":"))
        index += 1
      }
      appendCamelCase(index, tape, to: &text)
      index = Int(tape[index].end)
    }
    text.append(UInt8(ascii: kind == .object ? "}" : "]"))
  }

  private static func appendCamelCase(_ key: ByteSlice, to text: inout Buffer<UInt8>) {
    var name = Buffer<UInt8>(capacity: key.count)
    var isBehindLine = false
    for index in 0..<key.count {
      let isLine = key[index] == UInt8(ascii: "_")
      if !isLine { name.append(isBehindLine && key[index].isLetter ? key[index] & 0xDF : key[index]) }
      isBehindLine = isLine
    }
    JSONText.append(string: name.slice, to: &text)
  }

  // MARK: - Consoles

  private static func appendSpan(
    _ context: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    text.append("{\"resourceSpans\":[{")
    appendSource("scopeSpans", "spans", tape, to: &text)
    append("name", at: member(["name"], of: 0, tape), tape, to: &text)
    append("kind", at: member(["kind", "spankind"], of: 0, tape), tape, to: &text)
    append("endTimeUnixNano", at: member(["endtime"], of: 0, tape), tape, to: &text)
    appendId("traceId", at: member(["traceid"], of: context, tape), tape, to: &text)
    appendId("spanId", at: member(["spanid"], of: context, tape), tape, to: &text)
    let parent = member(["parentid", "parent"], of: 0, tape)
    appendId(
      "parentSpanId", at: parent.flatMap { member(["spanid"], of: $0, tape) ?? $0 }, tape, to: &text)
    if let status = member(["status"], of: 0, tape) {
      text.append("\"status\":{")
      append("message", at: member(["description"], of: status, tape), tape, to: &text)
      let code = member(["statuscode", "code"], of: status, tape)
      let isError = code.map { tape.text(of: tape[$0]).isWord("error") } ?? false
      text.append(isError ? "\"code\":2}," : "\"code\":0},")
    }
    text.append("\"events\":[")
    if let events = member(["events"], of: 0, tape), tape[events].kind == .array {
      var index = events + 1
      while index < Int(tape[events].end) {
        if index > events + 1 { text.append(UInt8(ascii: ",")) }
        text.append(UInt8(ascii: "{"))
        append("name", at: member(["name"], of: index, tape), tape, to: &text)
        append("timeUnixNano", at: member(["timestamp", "time"], of: index, tape), tape, to: &text)
        appendPairs(member(["attributes"], of: index, tape), tape, to: &text)
        text.append(UInt8(ascii: "}"))
        index = Int(tape[index].end)
      }
    }
    text.append("],")
    appendPairs(member(["attributes"], of: 0, tape), tape, to: &text)
    text.append("}]}]}]}")
  }

  private static func appendLog(_ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    text.append("{\"resourceLogs\":[{")
    appendSource("scopeLogs", "logRecords", tape, to: &text)
    append("body", at: value(member(["body"], of: 0, tape), tape), tape, to: &text)
    append(
      "severityNumber", at: member(["severitynumber", "severity"], of: 0, tape), tape, to: &text)
    append("severityText", at: member(["severitytext"], of: 0, tape), tape, to: &text)
    append("eventName", at: member(["eventname"], of: 0, tape), tape, to: &text)
    // Go's time without a value is of the year 1.
    if let time = member(["timestamp"], of: 0, tape), !tape.text(of: tape[time]).hasPrefix(ByteSlice("0001-"))
    {
      append("timeUnixNano", at: time, tape, to: &text)
    }
    append(
      "observedTimeUnixNano", at: member(["observedtimestamp"], of: 0, tape), tape, to: &text)
    appendId("traceId", at: member(["traceid"], of: 0, tape), tape, to: &text)
    appendId("spanId", at: member(["spanid"], of: 0, tape), tape, to: &text)
    appendPairs(member(["attributes"], of: 0, tape), tape, to: &text)
    text.append("}]}]}]}")
  }

  /// `"resource":{…},"SCOPES":[{"scope":{…},"LIST":[{`
  private static func appendSource(
    _ scopes: StaticString, _ list: StaticString, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    if let resource = member(["resource"], of: 0, tape) {
      text.append("\"resource\":{")
      appendPairs(member(["attributes"], of: resource, tape) ?? resource, tape, to: &text)
      text.append("},")
    }
    open(scopes, "\"", "\":[{", to: &text)
    if let scope = member(["instrumentationscope", "instrumentationlibrary", "scope"], of: 0, tape),
      let name = member(["name"], of: scope, tape)
    {
      text.append("\"scope\":{\"name\":")
      tape.appendAsWritten(at: name, to: &text)
      text.append("},")
    }
    open(list, "\"", "\":[{", to: &text)
  }

  /// `"attributes":[{"key":…,"value":…},…]` of an object, or of Go's list of keys and values.
  private static func appendPairs(_ place: Int?, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    text.append("\"attributes\":[")
    if let place, tape[place].kind == .object || tape[place].kind == .array {
      var index = place + 1
      while index < Int(tape[place].end) {
        if index > place + 1 { text.append(UInt8(ascii: ",")) }
        let isList = tape[place].kind == .array
        let key = isList ? member(["key"], of: index, tape) : index
        let held = isList ? value(member(["value"], of: index, tape), tape) : index + 1
        text.append(UInt8(ascii: "{"))
        if let key, let held {
          append("key", at: key, tape, to: &text)
          text.append("\"value\":")
          tape.appendAsWritten(at: held, to: &text)
        }
        text.append(UInt8(ascii: "}"))
        index = Int(tape[isList ? index : index + 1].end)
      }
    }
    text.append(UInt8(ascii: "]"))
  }

  /// The value in Go's `{"Type":"STRING","Value":"…"}`; any other value as it is.
  private static func value(_ place: Int?, _ tape: borrowing JSONTape) -> Int? {
    place.map { tape.member(ByteSlice("Value"), of: $0) ?? $0 }
  }

  /// `"key":…,` if there is a value.
  private static func append(
    _ key: StaticString, at place: Int?, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    guard let place, tape[place].kind != .null else { return }
    open(key, "\"", "\":", to: &text)
    tape.appendAsWritten(at: place, to: &text)
    text.append(UInt8(ascii: ","))
  }

  /// `"key":"…",` without Python's `0x`.
  private static func appendId(
    _ key: StaticString, at place: Int?, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    guard let place, tape[place].kind == .string else { return }
    let id = tape.text(of: tape[place])
    open(key, "\"", "\":", to: &text)
    JSONText.append(string: id.hasPrefix(ByteSlice("0x")) ? id[2..<id.count] : id, to: &text)
    text.append(UInt8(ascii: ","))
  }

  private static func open(
    _ name: StaticString, _ before: StaticString, _ behind: StaticString, to text: inout Buffer<UInt8>
  ) {
    text.append(before)
    text.append(name)
    text.append(behind)
  }

  /// The value of the member with one of the names, in small letters without underscores: `end_time` and `EndTime` are `endtime`.
  private static func member(_ names: [StaticString], of object: Int, _ tape: borrowing JSONTape) -> Int? {
    guard tape[object].kind == .object else { return nil }
    var index = object + 1
    while index < Int(tape[object].end) {
      let key = tape.text(of: tape[index])
      if names.contains(where: { isName(key, ByteSlice($0)) }) { return index + 1 }
      index = Int(tape[index + 1].end)
    }
    return nil
  }

  private static func isName(_ key: ByteSlice, _ name: ByteSlice) -> Bool {
    var place = 0
    for index in 0..<key.count where key[index] != UInt8(ascii: "_") {
      guard place < name.count, key[index] | 0x20 == name[place] else { return false }
      place += 1
    }
    return place == name.count
  }
}
