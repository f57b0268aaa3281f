import Foundation
import TestSupport
import Testing

@testable import JSONSchema
@testable import RuleLanguage
@testable import Schemas
@testable import Source

/// The schemas against the code they describe, and against every file of the repository.
@Suite("The JSON Schemas")
struct SchemaTests {
  static let root = Repository.root

  @Test("have every key that the code reads, and no other", arguments: SchemaKind.allCases)
  func everyKey(kind: SchemaKind) {
    #expect(kind.build(Registry()).gaps == [])
  }

  @Test("allow the correct values below each built-in matcher and action")
  func everyPlugin() {
    #expect(BuiltIn().matchers.filter { !($0 is any MatcherSchema) }.map { $0.key } == [])
    #expect(BuiltIn().actions.filter { !($0 is any ActionSchema) }.map { $0.key } == [])
    for action in BuiltIn().actions.compactMap({ $0 as? any ActionSchema }) {
      var builder = SchemaBuilder()
      let described = action.schemas(at: .rule, in: &builder).keys
      #expect(Set(described) == Set([action.key] + action.companions))
    }
  }

  @Test("have no key twice", arguments: SchemaKind.allCases)
  func keys(kind: SchemaKind) {
    for part in Self.parts(kind.build(Registry()).schema.node) {
      let keys = (part.members ?? []).map { $0.key }
      #expect(keys.count == Set(keys).count, "\(keys)")
    }
  }

  @Test("are the same in the repository as written by the command", arguments: SchemaKind.allCases)
  func goldens(kind: SchemaKind) throws {
    let file = Self.root.appending(path: "schemas/\(kind.rawValue).json")
    let text = kind.text()
    guard (try? String(contentsOf: file, encoding: .utf8)) != text else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record("schemas/\(kind.rawValue).json was rewritten; a run never blesses what it wrote.")
    } else {
      Issue.record(
        "schemas/\(kind.rawValue).json is not what errctl schema writes; UPDATE_GOLDENS=1 rewrites it."
      )
    }
  }

  @Test("reference only their own definitions, all of which are used", arguments: SchemaKind.allCases)
  func references(kind: SchemaKind) {
    let node = kind.build(Registry()).schema.node
    let defined = Set((node["$defs"]?.members ?? []).map { $0.key })
    let used = Set(Self.references(node).map { String($0.dropFirst("#/$defs/".count)) })
    #expect(used.subtracting(defined) == [])
    #expect(defined.subtracting(used) == [])
  }

  @Test("accept their own examples", arguments: SchemaKind.allCases)
  func examples(kind: SchemaKind) throws {
    let schema = kind.build(Registry()).schema.node
    let validator = try SchemaValidator(schema)
    for part in Self.parts(schema) {
      let examples = (part["examples"]?.elements ?? []) + [part["default"]].compactMap { $0 }
      guard !examples.isEmpty else { continue }
      for example in examples {
        let isAccepted = try validator.accepts(example, by: part)
        #expect(isAccepted, "\(JSONWriter.line(example)) as \(part["description"]?.text ?? "")")
      }
    }
  }

  private static func references(_ node: Node) -> [String] {
    switch node.content {
    case .sequence(let elements): elements.flatMap { references($0) }
    case .mapping(let members):
      members.flatMap { member in
        member.key == "$ref" ? [member.value.text] : references(member.value)
      }
    case .null, .bool, .integer, .decimal, .string: []
    }
  }

  private static func parts(_ node: Node) -> [Node] {
    switch node.content {
    case .sequence(let elements): elements.flatMap { parts($0) }
    case .mapping(let members): [node] + members.flatMap { parts($0.value) }
    case .null, .bool, .integer, .decimal, .string: []
    }
  }
}
