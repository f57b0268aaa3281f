import Edits
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("Accepted spellings")
struct CanonicalSpellingTests {
  private static let folder = Repository.root.appending(path: "rules")

  /// Rule sets that need no other file, with their streams.
  private static let ruleSets = [
    "shop", "originals/sundell-categories", "originals/error-responder", "originals/hierarchy-responder",
  ]

  private func node(_ bytes: [UInt8], _ name: String) throws -> Node {
    var diagnostics = Diagnostics()
    return try #require(SourceReader().read(name: name, bytes: bytes, into: &diagnostics).node)
  }

  private func chain(_ bytes: [UInt8], _ name: String) throws -> ResponderChain {
    let compiled = RuleSet.compile(name: name, bytes: bytes)
    return try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
  }

  /// What a rule set makes of a stream.
  private func resolutions(_ chain: ResponderChain, _ stream: [String]) -> [String] {
    var evaluator = RuleEvaluator(chain)
    return stream.compactMap { try? evaluator.resolution(of: $0, explained: false) }
  }

  @Test("mean what the canonical ones mean, in YAML and JSON, and fmt writes those", arguments: ruleSets)
  func agree(name: String) throws {
    let folder = Self.folder.appending(path: name)
    let original = Array(try Data(contentsOf: folder.appending(path: "rules.yaml")))
    let value = try node(original, "rules.yaml")
    let stream = try String(contentsOf: folder.appending(path: "stream.ndjson"), encoding: .utf8)
      .split(separator: "\n").prefix(Scale.of(400, quick: 60)).map { String($0) }
    let expected = resolutions(try chain(original, "rules.yaml"), stream)
    #expect(expected.count > 10)
    var random = SeededRandom(seed: 25)
    var changes = 0
    for _ in 0..<Scale.of(12, quick: 3) {
      let (other, count) = LooseSpelling.of(value, &random)
      changes += count
      let json = Array(JSONWriter.line(other).utf8)
      // YAML's flow style takes JSON as it is.
      for (name, text) in [("rules.json", json), ("rules.yaml", json)] {
        #expect(
          resolutions(try chain(text, name), stream) == expected,
          "\(String(decoding: text, as: UTF8.self))"
        )
        for layout in [Edits.Formatter.Layout.kept, .canonical] {
          let result = Formatter(layout: layout).format(name: name, bytes: text)
          let formatted = try #require(result.text, "\(result.diagnostics.map { $0.message })")
          #expect(node(formatted, name, is: value), "\(String(decoding: formatted, as: UTF8.self))")
          #expect(Formatter(layout: layout).format(name: name, bytes: formatted).text == formatted)
        }
      }
    }
    #expect(changes > 0)
  }

  private func node(_ bytes: [UInt8], _ name: String, is value: Node) -> Bool {
    (try? node(bytes, name)).map { $0.isSame(as: value) } ?? false
  }
}

/// Writes a rule file in the spellings that are accepted, wherever chance says so: the way back from `fmt`'s.
private enum LooseSpelling {
  static func of(_ root: Node, _ random: inout SeededRandom) -> (Node, changes: Int) {
    var changes = 0
    return (changed(root, key: "", &random, &changes), changes)
  }

  private static func changed(_ node: Node, key: String, _ random: inout SeededRandom, _ changes: inout Int)
    -> Node
  {
    switch node.content {
    case .sequence(let elements):
      return with(.sequence(elements.map { changed($0, key: "", &random, &changes) }), node)
    case .mapping(let members):
      if key == "when", members.count == 1, members[0].key == "any", Bool.random(using: &random) {
        changes += 1
        return members[0].value
      }
      guard key != "meta", key != "with", key != "match" else { return node }
      var result = members.map { member in
        Node.Member(
          key: member.key,
          keyRange: member.keyRange,
          value: changed(member.value, key: member.key, &random, &changes)
        )
      }
      for (kind, own, beside) in [("log", "message", "level"), ("perform", "name", "with")] {
        guard let action = result.first(where: { $0.key == kind }), action.value.string != nil,
          Bool.random(using: &random)
        else { continue }
        changes += 1
        let companion = result.filter { $0.key == beside }
        var inner = [Node.Member(key: own, keyRange: action.keyRange, value: action.value)] + companion
        if Bool.random(using: &random) { inner.reverse() }
        let long = Node.Member(key: kind, keyRange: action.keyRange, value: with(.mapping(inner), node))
        result = result.filter { $0.key != beside }.map { $0.key == kind ? long : $0 }
      }
      return with(.mapping(result), node)
    case .null, .bool, .integer, .decimal, .string: return node
    }
  }

  private static func with(_ content: Node.Content, _ node: Node) -> Node {
    Node(content, style: node.style, range: node.range, text: node.text)
  }
}
