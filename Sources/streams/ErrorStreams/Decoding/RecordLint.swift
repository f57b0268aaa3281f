internal import Bytes
package import Records
internal import Source

/// Members of errctl's own records that are not read as their writer meant them: misspelt ones, and values of a type that the
/// field does not have.
package struct RecordLint: Sendable {
  package struct Fault: Sendable {
    package enum Kind: String, Sendable {
      case misspelt = "misspelt-member"
      case mistyped = "mistyped-member"
    }

    package let kind: Kind
    /// The member's name in the records.
    package let member: String
    /// The field that is meant.
    package let field: Field
    /// The type of the first value of a mistyped member, and the value, if it begins with a number.
    fileprivate let found: String
    fileprivate let value: String?
    /// The line of the first, from 1, and the name of its stream.
    package let line: Int
    fileprivate let stream: String
    /// The change of the record, as a sentence.
    package let advice: String
    package fileprivate(set) var count = 1

    /// The member, the count, the first place and the advice, in two sentences.
    package var message: String {
      let start = stream.isEmpty ? "line \(line)" : "line \(line) of \(stream)"
      let place = (count == 1 ? start : "first in \(start)") + (value.map { ": “\($0)”" } ?? "")
      let records = "\(count) record\(count == 1 ? "" : "s") (\(place))"
      switch kind {
      case .misspelt: return "“\(member)” is an attribute, not a field, in \(records). \(advice)"
      case .mistyped:
        let effect = field == .retryAfter ? "it is ignored" : "it is an attribute"
        return "“\(member)” is \(found) in \(records), so \(effect). \(advice)"
      }
    }
  }

  /// The faults in the order of their first places.
  package private(set) var faults: [Fault] = []
  /// The faults by member.
  private var places: [String: Int] = [:]
  /// The field that an unknown name means; nil for a name of its own.
  private var meant: [String: Field?] = [:]
  private static let mostNames = 10_000

  package init() {}

  /// Looks at each line that is an object.
  ///
  /// - Parameters:
  ///   - isCertain: whether the records are errctl's own for certain; otherwise only those are looked at that may be.
  ///   - number: the lines of the stream before the chunk; those of the chunk are added.
  ///   - stream: the name of the stream; empty if there is only one.
  package mutating func look(
    at chunk: borrowing Chunk, isCertain: Bool, number: inout Int, of stream: String = ""
  ) {
    number += chunk.blankLines
    var tape = JSONTape()
    var index = 0
    for line in chunk.bytes.slice.lines {
      number += 1
      look(
        at: line, chunk.numbers.isEmpty ? number : chunk.numbers[min(index, chunk.numbers.count - 1)], stream,
        &tape, isCertain)
      index += 1
    }
    if chunk.precedesLongLine { number += 1 }
  }

  private mutating func look(
    at line: ByteSlice, _ number: Int, _ stream: String, _ tape: inout JSONTape, _ isCertain: Bool
  ) {
    guard tape.scan(line, depthLimit: 4_096, valueLimit: line.count + 1, repairs: true) == nil,
      tape[0].kind == .object, isCertain || NativeLikeness(tape) >= .possible
    else { return }
    var index = 1
    while index < tape.count {
      let (key, value) = (index, index + 1)
      index = Int(tape[value].end)
      guard tape[value].kind != .null else { continue }
      let name = tape.text(of: tape[key])
      if let field = Field.named(name) {
        let value = tape.value(at: TapeIndex(value))
        if !field.accepts(value) {
          note(.mistyped, String(name), field, value, number, stream)
        }
      } else if let field = field(meantBy: name), !Self.has(field, tape) {
        note(.misspelt, String(name), field, .missing, number, stream)
      }
    }
  }

  private static func has(_ field: Field, _ tape: borrowing JSONTape) -> Bool {
    var name = field.name
    return name.withUTF8 { tape.member(ByteSlice(UnsafeRawBufferPointer($0)), of: 0) != nil }
  }

  private mutating func note(
    _ kind: Fault.Kind, _ member: String, _ field: Field, _ value: Value, _ line: Int, _ stream: String
  ) {
    if let place = places[member] {
      faults[place].count += 1
      return
    }
    places[member] = faults.count
    let number = value.kind == .string ? Self.number(value.text) : nil
    let advice =
      switch kind {
      case .misspelt: "Write “\(field.name)”."
      case .mistyped:
        number.flatMap { [.status, .attempt].contains(field) ? "Write \($0) without quotes." : nil }
          ?? "Write \(field.expectation)."
      }
    faults.append(
      Fault(
        kind: kind, member: member, field: field,
        found: Self.type(of: value), value: number, line: line, stream: stream, advice: advice))
  }

  /// A short text that begins with a number: it shows the fault, and is nobody's secret.
  private static func number(_ text: ByteSlice) -> String? {
    guard !text.isEmpty, text.count <= 8 else { return nil }
    let first = text[0] == UInt8(ascii: "-") && text.count > 1 ? text[1] : text[0]
    return first.isDigit ? String(text) : nil
  }

  private static func type(of value: Value) -> String {
    switch value.kind {
    case .missing, .null: "null"
    case .bool: "a boolean"
    case .integer: value.text.hasPrefix(ByteSlice("-")) ? "a negative number" : "a number"
    case .decimal: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  private mutating func field(meantBy name: ByteSlice) -> Field? {
    let name = String(name)
    if let known = meant[name] { return known }
    let field = Self.field(meantBy: name)
    if meant.count < Self.mostNames { meant[name] = .some(field) }
    return field
  }

  /// Nil for members that have a meaning, and for those of loggers, whose records have formats of their own.
  private static func field(meantBy name: String) -> Field? {
    guard name != "completed", name != "elapsed", !NativeLikeness.loggers.contains(where: { "\($0)" == name })
    else { return nil }
    let word = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != "." }
    if let field = words[word] { return field }
    return Field.allCases.first { isSlip(word, of: $0.name.lowercased()) }
  }

  /// A letter too many or too few, two letters swapped, or another letter in a long word; two of them in a longer one.
  /// Short words that differ in a letter are other words: `mode`, `tape`, `base`; so are plurals.
  private static func isSlip(_ word: String, of name: String) -> Bool {
    if word == name { return true }
    guard word.utf8.count >= 4, word.utf8.count <= 16, word != "\(name)s" else { return false }
    let distance = Suggestion.distance(of: word, from: name)
    if distance == 1 {
      let isOtherLetter = word.utf8.count == name.utf8.count && word.utf8.sorted() != name.utf8.sorted()
      return name.utf8.count >= (isOtherLetter ? 6 : 4)
    }
    return distance == 2 && name.utf8.count >= 8
  }

  /// Other tools' names of members, in small letters without separators.
  private static let words: [String: Field] = [
    "statuscode": .status, "httpstatus": .status, "httpstatuscode": .status, "responsestatus": .status,
    "timestamp": .time, "datetime": .time, "ts": .time, "occurredat": .time,
    "errortype": .type, "errorclass": .type, "exceptiontype": .type, "exceptionclass": .type,
    "errorcode": .code, "errordomain": .domain, "errormessage": .message, "errorcase": .case,
    "localizeddescription": .message, "failurereason": .reason, "recoverysuggestion": .suggestion,
    "loglevel": .severity, "attemptnumber": .attempt, "operationname": .operation, "cause": .underlying,
    "causes": .underlying, "underlyingerror": .underlying, "underlyingerrors": .underlying,
    "innererror": .underlying, "innerexception": .underlying, "iscancelled": .cancelled,
    "iscanceled": .cancelled, "isfatal": .fatal,
  ]
}
