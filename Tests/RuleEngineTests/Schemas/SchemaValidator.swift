import Foundation

import RuleEngine

/// A validator for the keywords of JSON Schema 2020-12 that our schemas use; it rejects any other.
///
/// `Tests/EndToEnd/Schema/check.sh` compares the same files with PyPI's check-jsonschema.
final class SchemaValidator {
  /// An unknown keyword.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  private let root: Part
  private let definitions: Definitions

  private final class Definitions {
    var parts: [String: Part] = [:]
  }

  init(_ schema: Node) throws {
    let definitions = Definitions()
    for member in schema["$defs"]?.members ?? [] {
      definitions.parts[member.key] = try Part(member.value, definitions)
    }
    self.definitions = definitions
    root = try Part(schema, definitions)
  }

  func accepts(_ node: Node) -> Bool { root.accepts(node) }

  /// Whether a part of the schema accepts a value.
  func accepts(_ node: Node, by part: Node) throws -> Bool { try Part(part, definitions).accepts(node) }

  /// A schema with parsed keywords.
  private final class Part {
    private let definitions: Definitions
    private var flag: Bool?
    private var tests: [(Node) -> Bool] = []

    init(_ node: Node, _ definitions: Definitions) throws {
      self.definitions = definitions
      if case .bool(let flag) = node.content {
        self.flag = flag
        return
      }
      guard let members = node.members else { throw Fault(description: "\(node.kindName) is not a schema") }
      for member in members { try add(member.key, member.value, node) }
    }

    func accepts(_ node: Node) -> Bool { flag ?? tests.allSatisfy { $0(node) } }

    private func part(_ node: Node) throws -> Part { try Part(node, definitions) }
    private func parts(_ node: Node) throws -> [Part] { try (node.elements ?? []).map { try part($0) } }

    private func named(_ node: Node) throws -> [String: Part] {
      try Dictionary(uniqueKeysWithValues: (node.members ?? []).map { ($0.key, try part($0.value)) })
    }

    private func add(_ keyword: String, _ value: Node, _ schema: Node) throws {
      switch keyword {
      case "$schema", "$defs", "title", "description", "default", "examples", "patternErrorMessage",
        "enumDescriptions":
        break
      case "then", "minContains", "maxContains": break
      case "$ref":
        let name = String((value.string ?? "").dropFirst("#/$defs/".count))
        tests.append { [unowned definitions] in definitions.parts[name]?.accepts($0) ?? false }
      case "anyOf":
        let parts = try parts(value)
        tests.append { node in parts.contains { $0.accepts(node) } }
      case "allOf":
        let parts = try parts(value)
        tests.append { node in parts.allSatisfy { $0.accepts(node) } }
      case "not":
        let part = try part(value)
        tests.append { !part.accepts($0) }
      case "if":
        let (condition, then) = (try part(value), try schema["then"].map { try part($0) })
        tests.append { !condition.accepts($0) || then?.accepts($0) ?? true }
      case "type": try addType(value.string ?? "")
      case "enum":
        let values = (value.elements ?? []).map { JSONWriter.line($0) }
        tests.append { values.contains(JSONWriter.line($0)) }
      case "const":
        let text = JSONWriter.line(value)
        tests.append { JSONWriter.line($0) == text }
      default: try addBounds(keyword, value, schema)
      }
    }

    private func addType(_ type: String) throws {
      guard ["boolean", "integer", "number", "string", "object", "array"].contains(type) else {
        throw Fault(description: "“\(type)” is not a type")
      }
      tests.append { node in
        switch node.content {
        case .null: false
        case .bool: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .decimal(let number): type == "number" || (type == "integer" && number == number.rounded())
        case .string: type == "string"
        case .sequence: type == "array"
        case .mapping: type == "object"
        }
      }
    }

    private func addBounds(_ keyword: String, _ value: Node, _ schema: Node) throws {
      let bound = value.number?.double ?? 0
      switch keyword {
      case "minimum": tests.append { $0.number.map { $0.double >= bound } ?? true }
      case "maximum": tests.append { $0.number.map { $0.double <= bound } ?? true }
      case "minLength": tests.append { $0.string.map { Double($0.unicodeScalars.count) >= bound } ?? true }
      case "minItems": tests.append { $0.elements.map { Double($0.count) >= bound } ?? true }
      case "minProperties": tests.append { $0.members.map { Double($0.count) >= bound } ?? true }
      case "pattern":
        let expression = try Self.expression(value)
        tests.append { node in node.string.map { Self.finds(expression, in: $0) } ?? true }
      case "items":
        let part = try part(value)
        tests.append { $0.elements?.allSatisfy { part.accepts($0) } ?? true }
      case "contains":
        let part = try part(value)
        let least = schema["minContains"]?.number?.double ?? 1
        let most = schema["maxContains"]?.number?.double ?? .infinity
        tests.append { node in
          guard let elements = node.elements else { return true }
          let count = Double(elements.count { part.accepts($0) })
          return count >= least && count <= most
        }
      case "uniqueItems":
        tests.append { node in
          let texts = (node.elements ?? []).map { JSONWriter.line($0) }
          return Set(texts).count == texts.count
        }
      default: try addMembers(keyword, value, schema)
      }
    }

    private func addMembers(_ keyword: String, _ value: Node, _ schema: Node) throws {
      switch keyword {
      case "properties":
        let parts = try named(value)
        tests.append { $0.members?.allSatisfy { parts[$0.key]?.accepts($0.value) ?? true } ?? true }
      case "patternProperties":
        let parts = try (value.members ?? []).map { (try Self.expression(.made($0.key)), try part($0.value)) }
        tests.append { node in
          (node.members ?? []).allSatisfy { member in
            parts.allSatisfy { !Self.finds($0.0, in: member.key) || $0.1.accepts(member.value) }
          }
        }
      case "additionalProperties":
        let part = try part(value)
        let known = Set((schema["properties"]?.members ?? []).map { $0.key })
        let patterns = try (schema["patternProperties"]?.members ?? []).map {
          try Self.expression(.made($0.key))
        }
        tests.append { node in
          (node.members ?? []).allSatisfy { member in
            known.contains(member.key) || patterns.contains { Self.finds($0, in: member.key) }
              || part.accepts(member.value)
          }
        }
      case "propertyNames":
        let part = try part(value)
        tests.append { $0.members?.allSatisfy { part.accepts(.made($0.key)) } ?? true }
      case "required":
        let keys = (value.elements ?? []).compactMap { $0.string }
        tests.append { node in node.members == nil || keys.allSatisfy { node[$0] != nil } }
      case "dependentSchemas":
        let parts = try named(value)
        tests.append { node in parts.allSatisfy { node[$0.key] == nil || $0.value.accepts(node) } }
      default: throw Fault(description: "the keyword “\(keyword)” is not known")
      }
    }

    private static func expression(_ node: Node) throws -> NSRegularExpression {
      try NSRegularExpression(pattern: node.string ?? "")
    }

    private static func finds(_ expression: NSRegularExpression, in text: String) -> Bool {
      expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
  }
}
