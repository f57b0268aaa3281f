internal import Bytes
internal import Records

/// An optional type, the case, and its first values.
struct CasePattern {
  let name: String
  var values: [CaseValue]?

  enum CaseValue {
    case scalar(Scalar)
    case nested(CasePattern)
  }

  struct Fault: Error {
    let message: String
  }

  /// `NetworkError.server(500, "x", .none)`
  static func parse(_ text: String) -> Result<CasePattern, Fault> {
    if let fault = swiftPattern(text) { return .failure(fault) }
    var parser = Parser(rest: text[...])
    do throws(Fault) {
      let pattern = try parser.pattern()
      parser.skipSpaces()
      guard parser.rest.isEmpty else {
        throw Fault(message: "Unexpected “\(parser.rest)” after the case. Delete it.")
      }
      return .success(pattern)
    } catch {
      return .failure(error)
    }
  }

  /// A pattern of Swift's `case` or `catch`, which binds names or has a condition; nil for a case.
  private static func swiftPattern(_ text: String) -> Fault? {
    let words = text.split { " (,".contains($0) }
    guard words.count > 1, let place = words.firstIndex(where: { ["let", "var", "where"].contains($0) })
    else {
      return nil
    }
    let name = words.first { !["let", "var", "case"].contains($0) } ?? ""
    let written = name.prefix { $0 != ")" }
    guard words[place] != "where", !words.contains("where") else {
      return Fault(
        message:
          "A case has no “where”. Write it as a condition beside it: { case: \(written), payload.0: { atLeast: 500 } }."
      )
    }
    return Fault(
      message:
        "Nothing is bound here, so “\(words[place])” has no meaning. Write \(written), which fits any values."
    )
  }

  func condition(source: Condition.Source) -> Condition {
    var conditions = names(source)
    for (index, value) in (values ?? []).enumerated() {
      switch value {
      case .scalar(let scalar):
        conditions.append(.compare(.payload(index), .equal(scalar), source))
      case .nested(let pattern):
        conditions.append(.payloadError(index, pattern.condition(source: source)))
      }
    }
    return conditions.count == 1 ? conditions[0] : .all(conditions)
  }

  private func names(_ source: Condition.Source) -> [Condition] {
    guard let dot = name.lastIndex(of: ".") else {
      return [.compare(.field(.case), .name(name), source)]
    }
    if name.contains("*") { return [.compare(.field(.case), .qualifiedCaseGlob(name), source)] }
    let type = String(name[..<dot])
    let bare = String(name[name.index(after: dot)...])
    let caseName = Condition.compare(.field(.case), .text(TextTest(.equals, bare)), source)
    return type.isEmpty
      ? [caseName] : [.compare(.field(.type), .typeName(type, exactly: true), source), caseName]
  }

  private struct Parser {
    /// Reading and matching recurse.
    private static let depthLimit = 32

    var rest: Substring
    private var depth = 0

    init(rest: Substring) {
      self.rest = rest
    }

    mutating func skipSpaces() {
      rest = rest.drop { $0 == " " }
    }

    mutating func pattern() throws(Fault) -> CasePattern {
      skipSpaces()
      let name = rest.prefix { !"(), \"".contains($0) }
      guard let first = name.first, name.last != ".", !"0123456789+-".contains(first) else {
        let found = rest.prefix(40)
        throw Fault(message: "Expected a case's name such as NetworkError.server, found “\(found)”.")
      }
      rest = rest.dropFirst(name.count)
      var pattern = CasePattern(name: String(name))
      skipSpaces()
      guard rest.first == "(" else { return pattern }
      rest.removeFirst()
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.depthLimit else {
        throw Fault(message: "Cases may nest \(Self.depthLimit) levels deep.")
      }
      var values: [CaseValue] = []
      skipSpaces()
      while rest.first != ")" {
        values.append(try value())
        skipSpaces()
        if rest.first == "," {
          rest.removeFirst()
          skipSpaces()
        } else if rest.first != ")" {
          let found = rest.isEmpty ? "the end" : "“\(rest)”"
          throw Fault(message: "Expected “,” or “)” after a case's value, found \(found).")
        }
      }
      rest.removeFirst()
      pattern.values = values
      return pattern
    }

    mutating func value() throws(Fault) -> CaseValue {
      if rest.first == "\"" { return .scalar(.string(try string())) }
      let word = rest.prefix { !"(),\" ".contains($0) }
      guard let scalar = CasePattern.scalar(word) else { return .nested(try pattern()) }
      rest = rest.dropFirst(word.count)
      return .scalar(scalar)
    }

    private mutating func string() throws(Fault) -> String {
      var end = rest.index(after: rest.startIndex)
      while end < rest.endIndex, rest[end] != "\"" {
        if rest[end] == "\\" { end = rest.index(after: end) }
        if end < rest.endIndex { end = rest.index(after: end) }
      }
      guard end < rest.endIndex else {
        throw Fault(message: "The string in the case's values has no closing quote.")
      }
      let quoted = String(rest[...end])
      guard case .string(let text) = CasePattern.json(quoted) else {
        throw Fault(message: "\(quoted) is not a JSON string.")
      }
      rest = rest[rest.index(after: end)...]
      return text
    }
  }

  private static func scalar(_ word: Substring) -> Scalar? {
    guard let first = word.first, "0123456789-tfn".contains(first) else { return nil }
    return json(String(word))
  }

  private static func json(_ text: String) -> Scalar? {
    var text = text
    return text.withUTF8 { bytes in
      var tape = JSONTape()
      let slice = ByteSlice(UnsafeRawBufferPointer(bytes))
      guard tape.scan(slice, depthLimit: 1, valueLimit: 1, repairs: false) == nil else { return nil }
      let value = tape.value(at: .first)
      switch value.kind {
      case .null: return .null
      case .bool: return value.bool.map { .bool($0) }
      case .integer, .decimal: return value.number.map { .number($0) }
      case .string: return .string(String(value.text))
      case .missing, .array, .object: return nil
      }
    }
  }
}
