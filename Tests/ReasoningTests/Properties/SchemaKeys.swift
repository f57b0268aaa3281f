import Foundation
import TestSupport

/// Keys of rule files, each with the kind of mapping that has it, as the schema has them and as a file does.
struct SchemaKeys {
  struct Key: Hashable, CustomStringConvertible {
    let owner: String
    let name: String

    var description: String { "\(owner).\(name)" }
  }

  typealias Object = [String: Any]

  private(set) var all: Set<Key> = []
  private let definitions: Object
  private var seen: Set<[String]> = []

  /// Fields, below which are operators.
  private static let fields: Set<String> = [
    "type", "case", "code", "domain", "status", "message", "reason", "suggestion", "operation", "origin",
    "id",
    "time", "attempt", "retryAfter", "elapsed", "severity", "platform", "is", "options", "answers",
    "performed",
    "category",
    "event", "fatal", "cancelled", "attributes", "with", "detail", "instance", "title", "ext",
  ]
  private static let matchers: Set<String> = ["when", "all", "any", "not", "rootCause", "inside", "matchers"]
  /// Mappings whose keys are names.
  private static let maps: Set<String> = [
    "matchers", "breakers", "quotas", "types", "codes", "lists", "alerts", "attributes", "with", "set",
    "meta", "ext",
    "payload", "suppress",
  ]
  /// Records, and values of any kind.
  private static let others: Set<String> = [
    "underlying", "payload", "meta", "match", "noMatch", "codes", "lists", "recovers",
  ]

  init() throws {
    let data = try Data(contentsOf: Repository.root.appending(path: "schemas/rule-file.json"))
    let schema = try JSONSerialization.jsonObject(with: data) as? Object ?? [:]
    definitions = schema["$defs"] as? Object ?? [:]
    walk(schema, below: "")
    // A rule set in one file has none.
    all.remove(Key(owner: "", name: "imports"))
  }

  private static func owner(_ parent: String) -> String? {
    if others.contains(parent) { return nil }
    if matchers.contains(parent) { return "when" }
    if fields.contains(parent) { return "operator" }
    return parent == "always" ? "do" : parent
  }

  private mutating func walk(_ schema: Any, below parent: String) {
    if let list = schema as? [Any] { for element in list { walk(element, below: parent) } }
    guard let schema = schema as? Object else { return }
    if let reference = (schema["$ref"] as? String)?.split(separator: "/").last.map(String.init),
      // Any value but null.
      reference != "present", seen.insert([reference, parent]).inserted,
      let definition = definitions[reference]
    {
      walk(definition, below: parent)
    }
    for (name, value) in schema["properties"] as? Object ?? [:] {
      if let owner = Self.owner(parent) { all.insert(Key(owner: owner, name: name)) }
      walk(value, below: name)
    }
    let skipped: Set = ["properties", "examples", "default", "const", "enum", "description", "$defs", "$ref"]
    for (key, value) in schema where !skipped.contains(key) { walk(value, below: parent) }
  }

  static func keys(of file: Object) -> Set<Key> {
    var keys: Set<Key> = []
    collect(file, below: "", isNamed: false, into: &keys)
    return keys
  }

  private static func collect(
    _ value: Any,
    below parent: String,
    isNamed: Bool,
    into keys: inout Set<Key>
  ) {
    if let list = value as? [Any] {
      for element in list { collect(element, below: parent, isNamed: isNamed, into: &keys) }
    }
    guard let object = value as? Object else { return }
    if maps.contains(parent), !isNamed {
      for value in object.values { collect(value, below: parent, isNamed: true, into: &keys) }
      return
    }
    for (name, value) in object {
      if let owner = owner(parent) { keys.insert(Key(owner: owner, name: name)) }
      collect(value, below: name, isNamed: false, into: &keys)
    }
  }
}
