import Foundation
import TestSupport
import Testing

@testable import JSONSchema
@testable import Engine
import RuleEngine
@testable import RuleLanguage
@testable import Schemas
@testable import Source

/// Compares the schema of rule files with the engine.
@Suite("The schema of rule files")
struct RuleFileSchemaTests {
  private static func validator() throws -> SchemaValidator {
    try SchemaValidator(SchemaKind.ruleFile.build(Registry()).schema.node)
  }

  /// The faults that a schema cannot detect, by reason.
  private static let accepted: [(reason: String, name: String)] = {
    let file = SchemaTests.root.appending(path: "Tests/EndToEnd/Schema/accepted-faults.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces)) : nil
    }
  }()

  @Test("rejects every fault except the listed ones, each with a reason")
  func faults() throws {
    let validator = try Self.validator()
    var passed: Set<String> = []
    var rejected = 0
    for fixture in FaultFixture.all {
      for ending in fixture.endings where ending != "yaml" || YAMLEvents.isSupported {
        var diagnostics = Diagnostics()
        let name = "\(fixture.name).\(ending)"
        let reading = SourceReader().read(name: name, bytes: fixture.bytes(ending) ?? [], into: &diagnostics)
        // A schema does not apply to a file that cannot be read.
        guard let node = reading.node, !diagnostics.hasErrors else { continue }
        if validator.accepts(node) { passed.insert(fixture.name) } else { rejected += 1 }
      }
    }
    let listed = Set(Self.accepted.filter { $0.reason != "reading" }.map { $0.name })
    #expect(passed.subtracting(listed).sorted() == [], "accepted, and not listed")
    #expect(listed.subtracting(passed).sorted() == [], "listed, and not accepted")
    #expect(rejected > 800)
  }

  @Test("accepts the rule files of the repository", arguments: ["yaml", "json"])
  func repository(ending: String) throws {
    if ending == "yaml", !YAMLEvents.isSupported { return }
    let validator = try Self.validator()
    let folder = SchemaTests.root.appending(path: "rules")
    let names = Repository.ruleSets(with: "rules.\(ending)").map { "\($0)/rules.\(ending)" }
    #expect(names.count >= 10)
    for name in names {
      var diagnostics = Diagnostics()
      let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
      let reading = SourceReader().read(name: name, bytes: bytes, into: &diagnostics)
      #expect(validator.accepts(try #require(reading.node)), "\(name)")
    }
  }

  @Test("accepts random files that the engine accepts")
  func randomFiles() throws {
    let validator = try Self.validator()
    var valid = 0
    for seed in 0..<UInt64(Scale.of(200, quick: 50)) {
      var random = RandomRules(seed: seed, mayMatchAll: seed % 2 == 0)
      random.hasBreakers = true
      let text = Data(try JSONSerialization.data(withJSONObject: random.file()))
      let compilation = RuleSet.compile(name: "rules.json", bytes: Array(text))
      guard compilation.chain != nil else { continue }
      valid += 1
      let node = try #require(Node.made(json: String(decoding: text, as: UTF8.self)))
      #expect(validator.accepts(node), "\(String(decoding: text, as: UTF8.self))")
    }
    #expect(valid > Scale.of(50, quick: 12))
  }

  @Test("rejects nothing that the engine accepts: the shop's rules with one value changed")
  func slips() throws {
    let validator = try Self.validator()
    let file = SchemaTests.root.appending(path: "rules/shop/rules.json")
    let bytes = Array(try Data(contentsOf: file))
    var diagnostics = Diagnostics()
    let reading = SourceReader().read(name: "rules.json", bytes: bytes, into: &diagnostics)
    let places = Self.values(try #require(reading.node))
    let slips: [String] = [
      "5", "[5]", "{\"zzz\": 1}", "null", "\"\"", "[]", "true", "{}", "\"all\"", "\"1s\"", "\"$x\"",
      "{\"exists\": true}",
    ]
    var (rejections, silences) = (0, 0)
    let stride = Scale.isQuick ? 27 : 3
    for (index, value) in places.enumerated() where index % stride == 0 {
      for step in [0, 1] {
        var text = bytes
        let turn: Int = index * 5 + step * 7
        let slip: String = slips[turn % slips.count]
        text.replaceSubrange(value.range.bytes, with: Array(slip.utf8))
        guard let node = Node.made(json: String(decoding: text, as: UTF8.self)), !validator.accepts(node)
        else {
          silences += 1
          continue
        }
        rejections += 1
        let compilation = RuleSet.compile(name: "rules.json", bytes: text)
        #expect(compilation.hasErrors, "line \(value.range.start.line): \(value.range.text)")
      }
    }
    #expect(rejections > 300 / stride && silences > 150 / stride)
  }

  /// The values below keys, outermost first.
  private static func values(_ node: Node) -> [Node] {
    switch node.content {
    case .sequence(let elements): [node] + elements.flatMap { values($0) }
    case .mapping(let members): [node] + members.flatMap { values($0.value) }
    case .null, .bool, .integer, .decimal, .string: [node]
    }
  }
}
