internal import Bytes
public import Records
internal import Source

/// A text with placeholders: `{error.message}`, `{attributes.user ?? "someone"}`. Inserted text is not
/// parsed.
public struct Template: Sendable {
  /// Literal text, or a placeholder.
  public enum Part: Sendable {
    case text(String)
    /// The value of a subject, or the default if it is missing; without a default, an empty string.
    case value(Subject, default: String?)
  }

  /// The parts in order.
  public let parts: [Part]

  /// Whether the whole text is one placeholder, so that the value keeps its type.
  public var isOneValue: Bool {
    if parts.count == 1, case .value = parts[0] { true } else { false }
  }

  /// The range is in UTF-8 bytes.
  package struct Fault: Error {
    package let message: String
    package let bytes: Range<Int>
  }

  package enum Extra: Sendable {
    case outcome
    /// The event's values, in event rules.
    case with
  }

  var asText: Template { isOneValue ? Template(parts: parts + [.text("")]) : self }

  private init(parts: [Part]) {
    self.parts = parts
  }

  /// `extras` are allowed beside the error; throws the first fault.
  package init(_ text: String, allowing extras: Set<Extra>) throws(Fault) {
    let (parts, faults) = Self.parts(of: text, allowing: extras)
    if let fault = faults.first { throw fault }
    self.init(parts: parts)
  }

  package static func read(_ text: String, allowing extras: Set<Extra>) -> (Template?, [Fault]) {
    let (parts, faults) = parts(of: text, allowing: extras)
    return (faults.isEmpty ? Template(parts: parts) : nil, faults)
  }

  private static func parts(of text: String, allowing extras: Set<Extra>) -> ([Part], [Fault]) {
    let bytes = Array(text.utf8)
    var parts: [Part] = []
    var faults: [Fault] = []
    var literal: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let isDoubled = index + 1 < bytes.count && bytes[index + 1] == byte
      if (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")) && isDoubled {
        literal.append(byte)
        index += 2
      } else if byte == UInt8(ascii: "}") {
        faults.append(
          Fault(
            message: "This brace does not close a placeholder. Write }} for a literal brace.",
            bytes: index..<(index + 1)))
        index += 1
      } else if byte == UInt8(ascii: "{") {
        if !literal.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
        literal = []
        let end: Int
        do throws(Fault) {
          end = try Self.end(of: bytes, from: index)
        } catch {
          return (parts, faults + [error])
        }
        do throws(Fault) {
          parts.append(try place(bytes, (index + 1)..<end, allowing: extras))
        } catch {
          faults.append(error)
        }
        index = end + 1
      } else {
        literal.append(byte)
        index += 1
      }
    }
    if !literal.isEmpty || parts.isEmpty { parts.append(.text(String(decoding: literal, as: UTF8.self))) }
    return (parts, faults)
  }

  /// The place of the brace that closes the one at `start`; quotes are respected.
  private static func end(of bytes: [UInt8], from start: Int) throws(Fault) -> Int {
    var isQuoted = false
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if bytes[index] == UInt8(ascii: "}"), !isQuoted { return index }
      if bytes[index] == UInt8(ascii: "{"), !isQuoted { break }
      index += 1
    }
    throw Fault(
      message: "This brace is never closed. Close it with }, or write {{ for a literal brace.",
      bytes: start..<min(start + 1, bytes.count))
  }

  private static func place(_ bytes: [UInt8], _ range: Range<Int>, allowing extras: Set<Extra>) throws(Fault)
    -> Part
  {
    let text = String(decoding: bytes[range], as: UTF8.self)
    let halves = text.halves(at: "??")
    let path = trimmed(halves[0])
    /// The place without surrounding spaces, or that of the braces if it is empty.
    func place(of half: Substring) -> Range<Int> {
      let leading = half.utf8.prefix { $0 == 0x20 }.count
      let count = trimmed(half).utf8.count
      guard count > 0 else { return (range.lowerBound - 1)..<(range.upperBound + 1) }
      let start = range.lowerBound + text.utf8.distance(from: text.startIndex, to: half.startIndex) + leading
      return start..<(start + count)
    }
    var fallback: String?
    if halves.count == 2 {
      let quoted = trimmed(halves[1])
      guard quoted.count >= 2, quoted.first == "\"", quoted.last == "\"" else {
        throw Fault(
          message: "After ??, write a text in double quotes, such as \"someone\".",
          bytes: place(of: halves[1]))
      }
      fallback = String(quoted.dropFirst().dropLast())
    }
    guard let subject = Subject(templatePath: path) else {
      let known = Subject.templatePaths(like: path).filter {
        extras.contains(.outcome) || !$0.hasPrefix("outcome.")
      }
      let whole = wholePath(of: path, among: known, isEvent: extras.contains(.with))
      let question = whole.map { " Did you mean “\($0)”?" } ?? Suggestion.question(for: path, among: known)
      let values = extras.contains(.with) ? "{with.NAME}, " : ""
      let advice =
        question.isEmpty
        ? " Write \(values){error.FIELD}, {problem.MEMBER}, {problem.ext.NAME} or {attributes.NAME}, or {{ for a literal brace."
        : question
      throw Fault(message: "“\(path)” is not a placeholder.\(advice)", bytes: place(of: halves[0]))
    }
    if case .with = subject, !extras.contains(.with) {
      throw Fault(
        message: "Only an event carries values. Use “\(path)” in an event rule.", bytes: place(of: halves[0]))
    }
    if case .outcome = subject, !extras.contains(.outcome) {
      throw Fault(
        message: "The outcome is known under “always” only. Use “\(path)” there.", bytes: place(of: halves[0])
      )
    }
    return .value(subject, default: fallback)
  }

  /// Such as `error.message` for `message`.
  private static func wholePath(of name: String, among known: [String], isEvent: Bool) -> String? {
    let (head, rest) = Subject.split(name)
    if Subject(templatePath: rest) != nil { return rest }
    if name == "error" { return "error.message" }
    if head == "error", let meaning = KnownWords.meaning(of: rest, among: Field.allCases.map { $0.name }) {
      return "error.\(meaning)"
    }
    guard !name.isEmpty, !name.contains("."), !["error", "problem", "attributes", "with"].contains(name)
    else {
      return nil
    }
    if isEvent { return "with.\(name)" }
    let members = known.compactMap { $0.split(separator: ".").last.map { String($0) } }
    let meant = members.contains(name) ? name : Suggestion.closest(to: name, among: members)
    return meant.flatMap { meant in known.first { $0.hasSuffix(".\(meant)") } }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension Subject {
  /// Such as `error.message` or `attributes.http.route`.
  package init?(templatePath path: String) {
    let (head, rest) = Self.split(path)
    switch head {
    case "error":
      let (name, index) = Self.split(rest)
      if name == "payload", let index = Int(index), index >= 0 {
        self = .payload(index)
        return
      }
      guard let field = Field.allCases.first(where: { $0.name == rest }),
        ![.event, .with, .attributes, .problem, .answers, .performed].contains(field)
      else { return nil }
      self = .field(field)
    case "problem":
      let (name, extensionPath) = Self.split(rest)
      if name == "ext", !extensionPath.isEmpty {
        self = .problemExtension(extensionPath)
        return
      }
      guard let member = ProblemMember.allCases.first(where: { $0.name == rest }) else { return nil }
      self = .problem(member)
    case "attributes":
      guard !rest.isEmpty else { return nil }
      self = .attribute(rest)
    case "with":
      guard !rest.isEmpty else { return nil }
      self = .with(rest)
    case "outcome":
      guard let member = OutcomeMember.allCases.first(where: { $0.name == rest }) else { return nil }
      self = .outcome(member)
    default:
      return nil
    }
  }

  /// The key of `per`: a field alone, or any template path.
  package init?(keyPath path: String) {
    self.init(templatePath: path.contains(".") ? path : "error.\(path)")
    switch self {
    case .outcome, .with, .elapsed: return nil
    case .field, .problem, .problemExtension, .attribute, .payload: break
    }
  }

  package static func templatePaths(like path: String) -> [String] {
    let rest = split(path).rest
    return
      ([rest.isEmpty ? "" : "attributes.\(rest)"] + Field.allCases.map { "error.\($0.name)" }
      + ProblemMember.allCases.map { "problem.\($0)" } + OutcomeMember.allCases.map { "outcome.\($0)" })
      .filter { Subject(templatePath: $0) != nil }
  }

  fileprivate static func split(_ path: String) -> (head: String, rest: String) {
    guard let dot = path.firstIndex(of: ".") else { return (path, "") }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }
}
