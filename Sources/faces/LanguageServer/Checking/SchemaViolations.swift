internal import Patterns
internal import Source

/// The violations of a JSON Schema in a document, for the part of the language that errctl's own schemas use and most
/// editors know: draft 7, which has neither `maxContains` nor `dependentSchemas`
/// (https://json-schema.org/draft-07/json-schema-validation).
final class SchemaViolations {
  struct Violation {
    enum Kind {
      /// A value or a key.
      case wrong
      /// A mapping lacks keys.
      case missing
      /// Elements of a list are equal.
      case duplicate
    }

    let range: SourceRange
    var kind = Kind.wrong
  }

  private let definitions: Node?
  private var patterns: [String: Searcher?] = [:]

  static func found(in document: Node, by schema: Node) -> [Violation] {
    SchemaViolations(definitions: schema["$defs"]).check(document, schema)
  }

  private init(definitions: Node?) { self.definitions = definitions }

  private func fits(_ value: Node, _ schema: Node) -> Bool { check(value, schema).isEmpty }

  private func check(_ value: Node, _ schema: Node) -> [Violation] {
    if case .bool(let accepts) = schema.content { return accepts ? [] : [Violation(range: value.range)] }
    var found: [Violation] = []
    for member in schema.members ?? [] { found += check(value, member, beside: schema) }
    return found
  }

  private func check(_ value: Node, _ keyword: Node.Member, beside schema: Node) -> [Violation] {
    let wanted = keyword.value
    switch keyword.key {
    case "$ref":
      let name = wanted.text.dropFirst("#/$defs/".count)
      return definitions?[String(name)].map { check(value, $0) } ?? []
    case "allOf": return (wanted.elements ?? []).flatMap { check(value, $0) }
    case "anyOf":
      // Which alternative a server tells about is its own choice.
      let found = (wanted.elements ?? []).map { check(value, $0) }
      return found.contains { $0.isEmpty } ? [] : found.flatMap { $0 }
    case "not": return fits(value, wanted) ? [Violation(range: value.range)] : []
    case "if":
      guard let then = schema["then"], fits(value, wanted) else { return [] }
      return check(value, then)
    default: break
    }
    if let elements = value.elements { return checkList(value, elements, keyword) }
    if let members = value.members { return checkMapping(value, members, keyword, beside: schema) }
    return isRejected(value, keyword) ? [Violation(range: value.range)] : []
  }

  private func isRejected(_ value: Node, _ keyword: Node.Member) -> Bool {
    let wanted = keyword.value
    switch keyword.key {
    case "type": return !Self.isOf(wanted.text, value)
    case "enum": return !(wanted.elements ?? []).contains { Self.isEqual($0, value) }
    case "const": return !Self.isEqual(wanted, value)
    case "minimum": return value.number.map { $0 < wanted.number ?? -.infinity } ?? false
    case "maximum": return value.number.map { $0 > wanted.number ?? .infinity } ?? false
    case "minLength":
      return value.string.map { Double($0.unicodeScalars.count) < wanted.number ?? 0 } ?? false
    case "pattern": return value.string.map { !matches($0, wanted.text) } ?? false
    default: return false
    }
  }

  private func checkList(_ value: Node, _ elements: [Node], _ keyword: Node.Member) -> [Violation] {
    let wanted = keyword.value
    let isRejected: Bool
    var kind = Violation.Kind.wrong
    switch keyword.key {
    case "items": return elements.flatMap { check($0, wanted) }
    case "minItems": isRejected = Double(elements.count) < wanted.number ?? 0
    case "uniqueItems":
      isRejected = Set(elements.map { JSONWriter.line($0) }).count < elements.count
      kind = .duplicate
    case "contains":
      isRejected = !elements.contains { fits($0, wanted) }
    default: isRejected = self.isRejected(value, keyword)
    }
    return isRejected ? [Violation(range: value.range, kind: kind)] : []
  }

  private func check(_ member: Node.Member, _ schema: Node) -> [Violation] {
    if case .bool(false) = schema.content { return [Violation(range: member.keyRange)] }
    let found = check(member.value, schema)
    // A violation of the whole value may be reported at its key.
    let whole = found.filter { $0.range.bytes == member.value.range.bytes }
    return found + whole.map { Violation(range: member.keyRange, kind: $0.kind) }
  }

  private func checkMapping(
    _ value: Node, _ members: [Node.Member], _ keyword: Node.Member, beside schema: Node
  ) -> [Violation] {
    let wanted = keyword.value
    switch keyword.key {
    case "properties":
      return members.flatMap { member in wanted[member.key].map { check(member, $0) } ?? [] }
    case "patternProperties":
      return members.flatMap { member in
        (wanted.members ?? []).filter { matches(member.key, $0.key) }
          .flatMap { check(member, $0.value) }
      }
    case "additionalProperties":
      return members.flatMap { member -> [Violation] in
        guard schema["properties"]?[member.key] == nil,
          !(schema["patternProperties"]?.members ?? []).contains(where: { matches(member.key, $0.key) })
        else { return [] }
        return check(member, wanted)
      }
    case "propertyNames":
      return members.flatMap { member in
        check(Node(.string(member.key), style: .plain, range: member.keyRange, text: member.key), wanted)
      }
    case "required":
      let isWhole = (wanted.elements ?? []).allSatisfy { value[$0.text] != nil }
      return isWhole ? [] : [Violation(range: value.range, kind: .missing)]
    case "minProperties":
      let isWhole = Double(members.count) >= wanted.number ?? 0
      return isWhole ? [] : [Violation(range: value.range, kind: .missing)]
    case "maxProperties":
      return Double(members.count) <= wanted.number ?? .infinity ? [] : [Violation(range: value.range)]
    default: return isRejected(value, keyword) ? [Violation(range: value.range)] : []
    }
  }

  private func matches(_ text: String, _ expression: String) -> Bool {
    let searcher = patterns[expression] ?? (try? Pattern(expression: expression))?.makeSearcher()
    patterns[expression] = .some(searcher)
    return searcher?.matches(text) ?? true
  }

  private static func isOf(_ type: String, _ value: Node) -> Bool {
    switch value.content {
    case .null: type == "null"
    case .bool: type == "boolean"
    case .integer: type == "integer" || type == "number"
    case .decimal(let number): type == "number" || type == "integer" && number == number.rounded()
    case .string: type == "string"
    case .sequence: type == "array"
    case .mapping: type == "object"
    }
  }

  private static func isEqual(_ left: Node, _ right: Node) -> Bool {
    if let left = left.number, let right = right.number { return left == right }
    return JSONWriter.line(left) == JSONWriter.line(right)
  }
}

extension Node {
  fileprivate var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .decimal(let number): number
    default: nil
    }
  }
}
