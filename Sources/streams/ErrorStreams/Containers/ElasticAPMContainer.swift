internal import Bytes

/// Events of the intake of Elastic APM (elastic.co, “APM Server: events intake API”), one a line: an error is a document, and so is
/// a transaction or a span that failed, and one that ended well, which is a completed operation.
struct ElasticAPMContainer: DocumentContainer {
  var summary: String { "one event per line" }

  var markers: Mapping.Markers {
    Mapping.Markers(any: [
      ["error.id", "transaction.trace_id", "span.trace_id", "metadata.service", "metricset.samples"],
      [
        "error.exception", "error.log", "transaction.span_count", "transaction.duration", "span.duration",
        "metadata.service.name", "metricset.timestamp",
      ],
    ])
  }

  func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut quickReject: inout RecordQuickReject
  ) -> Int {
    if let error = object("error", of: 0, tape) {
      append(error: error, tape, to: &text)
      return 1
    }
    if let transaction = object("transaction", of: 0, tape) {
      return append(transaction, isTransaction: true, tape, to: &text) ? 1 : 0
    }
    if let span = object("span", of: 0, tape) {
      return append(span, isTransaction: false, tape, to: &text) ? 1 : 0
    }
    return 0
  }

  private func object(_ key: StaticString, of object: Int, _ tape: borrowing JSONTape) -> Int? {
    tape.member(ByteSlice(key), of: object).flatMap { tape[$0].kind == .object ? $0 : nil }
  }

  private func append(error: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    text.append("{\"severity\":\"error\"")
    let transaction = tape.member(ByteSlice("transaction_id"), of: error)
    let span = tape.member(ByteSlice("parent_id"), of: error) ?? transaction
    append("spanId", at: span, tape, to: &text)
    if let span, let transaction, tape.text(of: tape[span]) != tape.text(of: tape[transaction]) {
      append("parentSpanId", at: transaction, tape, to: &text)
    }
    if let exception = object("exception", of: error, tape) {
      text.append(",\"exceptions\":[")
      append(exception: exception, tape, to: &text)
      text.append(UInt8(ascii: "]"))
    }
    appendMembers(of: error, without: ["exception", "stacktrace"], tape, to: &text)
    appendLabels(of: error, tape, to: &text)
    text.append("}\n")
  }

  /// Appends an exception and its causes in a list. Recursion is bounded by the text's nesting.
  private func append(exception: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "{"))
    let module = tape.member(ByteSlice("module"), of: exception)
    // Python's own classes, and those of the program that was started, are known without a module.
    let isBuiltin =
      module.map { tape.text(of: tape[$0]) == "builtins" || tape.text(of: tape[$0]) == "__main__" } ?? false
    appendMembers(
      of: exception, without: ["message", "stacktrace", "cause"] + (isBuiltin ? ["module"] : []),
      isFirst: true,
      tape, to: &text)
    if let message = tape.member(ByteSlice("message"), of: exception) {
      text.append(",\"message\":")
      let type = tape.member(ByteSlice("type"), of: exception)
      JSONText.append(
        string: Self.message(
          tape.text(of: tape[message]), withoutType: type.map { tape.text(of: tape[$0]) }), to: &text)
    }
    text.append(UInt8(ascii: "}"))
    guard let causes = tape.member(ByteSlice("cause"), of: exception), tape[causes].kind == .array,
      Int(tape[causes].end) > causes + 1, tape[causes + 1].kind == .object
    else { return }
    text.append(UInt8(ascii: ","))
    append(exception: causes + 1, tape, to: &text)
  }

  /// Python's agent writes `TYPE: message`.
  private static func message(_ message: ByteSlice, withoutType type: ByteSlice?) -> ByteSlice {
    guard let type, message.hasPrefix(type), message[type.count..<message.count].hasPrefix(ByteSlice(": "))
    else { return message }
    return message[(type.count + 2)..<message.count]
  }

  /// Appends a transaction or a span that failed or ended well; false and nothing for any other.
  private func append(
    _ event: Int, isTransaction: Bool, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) -> Bool {
    guard let hasFailed = hasFailed(event, tape) else { return false }
    text.append(hasFailed ? "{\"severity\":\"error\"" : Self.completion)
    if !hasFailed { text.append("\"severity\":\"info\"") }
    append("spanId", at: tape.member(ByteSlice("id"), of: event), tape, to: &text)
    append("parentSpanId", at: tape.member(ByteSlice("parent_id"), of: event), tape, to: &text)
    let type = tape.member(ByteSlice("type"), of: event)
    let isRequest = isTransaction && type.map { tape.text(of: tape[$0]) == "request" } ?? false
    let name = tape.member(ByteSlice("name"), of: event)
    if isRequest, let name {
      text.append(",\"transaction\":{\"name\":")
      tape.appendAsWritten(at: name, to: &text)
      text.append(UInt8(ascii: "}"))
    } else {
      append("span", at: name, tape, to: &text)
    }
    if hasFailed, !hasStatus(event, tape) { text.append(",\"untold\":true") }
    appendMembers(
      of: event, without: ["name", "stacktrace", "span_count", "sampled", "sample_rate"], tape, to: &text)
    appendLabels(of: event, tape, to: &text)
    text.append("}\n")
    return true
  }

  /// Nil for an outcome that is unknown. An event without an outcome may have a result.
  private func hasFailed(_ event: Int, _ tape: borrowing JSONTape) -> Bool? {
    if let outcome = tape.member(ByteSlice("outcome"), of: event), tape[outcome].kind == .string {
      let word = tape.text(of: tape[outcome])
      return word == "failure" ? true : word == "success" ? false : nil
    }
    guard let place = tape.member(ByteSlice("result"), of: event), tape[place].kind == .string else {
      return nil
    }
    let result = tape.text(of: tape[place])
    if result.isWord("failure") || result.isWord("failed") || result.isWord("error") || result == "HTTP 5xx" {
      return true
    }
    return result.isWord("success") || result == "HTTP 2xx" || result == "HTTP 3xx" ? false : nil
  }

  private func hasStatus(_ event: Int, _ tape: borrowing JSONTape) -> Bool {
    guard let context = object("context", of: event, tape) else { return false }
    for key: StaticString in ["http", "response"] {
      guard let place = object(key, of: context, tape) else { continue }
      if tape.member(ByteSlice("status_code"), of: place) != nil || object("response", of: place, tape) != nil
      {
        return true
      }
    }
    return false
  }

  /// `,"key":…` if there is a text.
  private func append(
    _ key: StaticString, at place: Int?, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>
  ) {
    guard let place, tape[place].kind == .string else { return }
    text.append(",\"")
    text.append(key)
    text.append("\":")
    tape.appendAsWritten(at: place, to: &text)
  }

  /// The members that a program and a person added to the context: attributes of their own.
  private func appendLabels(of event: Int, _ tape: borrowing JSONTape, to text: inout Buffer<UInt8>) {
    guard let context = object("context", of: event, tape) else { return }
    for key: StaticString in ["custom", "tags"] {
      guard let labels = object(key, of: context, tape) else { continue }
      text.append(",\"")
      text.append(key)
      text.append("\":")
      tape.appendAsWritten(at: labels, to: &text)
    }
  }

  /// The members that are written without some of theirs, and those: only the request itself matters of what a server knows
  /// of it.
  private static let parts: [StaticString] = ["context", "request", "response", "log"]
  private static let noise: [StaticString] = [
    "custom", "tags", "env", "headers", "cookies", "socket", "body", "stacktrace",
  ]

  /// `,"key":…` for each member but some, and those without a value.
  private func appendMembers(
    of object: Int, without names: [StaticString], isFirst: Bool = false, _ tape: borrowing JSONTape,
    to text: inout Buffer<UInt8>
  ) {
    var isFirst = isFirst
    var index = object + 1
    while index < Int(tape[object].end) {
      defer { index = Int(tape[index + 1].end) }
      let key = tape.text(of: tape[index])
      guard tape[index + 1].kind != .null, !names.contains(where: { key == ByteSlice($0) }) else { continue }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      tape.appendAsWritten(at: index, to: &text)
      text.append(UInt8(ascii: ":"))
      if tape[index + 1].kind == .object, Self.parts.contains(where: { key == ByteSlice($0) }) {
        text.append(UInt8(ascii: "{"))
        appendMembers(of: index + 1, without: Self.noise, isFirst: true, tape, to: &text)
        text.append(UInt8(ascii: "}"))
      } else {
        tape.appendAsWritten(at: index + 1, to: &text)
      }
    }
  }
}
