import Differences
import Edits
import Reasoning
import RuleEngine
import Source
import TestSupport
import Testing

@Suite("A rule file is simplified")
struct SimplifierTests {
  private static func compile(_ bytes: [UInt8], _ name: String) -> Simplifier.Rules? {
    let compilation = RuleSet.compile(name: name, bytes: bytes)
    guard let chain = compilation.chain, let program = compilation.program else { return nil }
    return (chain, program)
  }

  private static func findings(_ rules: Simplifier.Rules, _ name: String) -> [Diagnostic] {
    Simplifier.findings(in: rules) { compile($0, name) }
  }

  /// The text with all fixes.
  private static func fixed(_ text: [UInt8], _ findings: [Diagnostic]) -> [UInt8] {
    EditRound(findings.compactMap { $0.fix.map { SourceEdit($0.range.bytes, $0.replacement) } }, in: text)
      .text
  }

  /// Two responders with rules whose few verdicts repeat.
  private static func file(_ world: inout RandomRules) -> RandomRules.Object {
    func responder(_ id: String, _ count: Int) -> RandomRules.Object {
      let rules = (0..<count).map { index -> RandomRules.Object in
        [
          "id": "\(id)\(index)", "when": world.when(depth: 1, allowing: .nothing),
          "then": world.pick(["cancel", "cancel", "abort"]),
        ]
      }
      return ["id": id, "rules": rules]
    }
    var low = responder("low", 2)
    low["parent"] = "app"
    low["origins"] = ["low.*"]
    return ["version": 1, "responders": [responder("app", world.pick([2, 3, 5])), low]]
  }

  private func simplified(_ rules: [String]) throws -> (codes: [String], rules: [String]) {
    let head = "version: 1\n\nresponders:\n  - id: app\n    rules:\n"
    let text = Array((head + rules.map { "      \($0)\n" }.joined()).utf8)
    #expect(Formatter().format(name: "rules.yaml", bytes: text).text == text)
    let findings = Self.findings(try #require(Self.compile(text, "rules.yaml")), "rules.yaml")
    let lines = String(decoding: Self.fixed(text, findings), as: UTF8.self).split(separator: "\n")
    return (findings.map { $0.code }, lines.dropFirst(4).map { $0.drop { $0 == " " }.description })
  }

  @Test("Conditions that exclude nothing go")
  func conditions() throws {
    let (codes, rules) = try simplified([
      "- { id: a, when: { status: 5xx, type: { exists: true } }, then: abort }",
      "- { id: b, when: { status: 5xx, not: { type: { exists: true } } }, then: cancel }",
      "- { id: c, when: { any: [ { status: 404, attempt: 1 }, { type: Net } ] }, then: cancel }",
    ])
    #expect(codes == ["needless-condition"])
    #expect(rules[1] == "- { id: b, when: { status: 5xx }, then: cancel }")
  }

  @Test("Rules that nothing reaches go, and keep the comments of others")
  func rules() throws {
    let (codes, rules) = try simplified([
      "# first", "- { id: a, when: { status: 5xx }, then: abort }",
      "- { id: b, when: { status: 503, type: A }, then: cancel }", "# last",
      "- { id: c, when: { status: 404 }, then: proceed }",
    ])
    #expect(codes == ["needless-rule"])
    #expect(
      rules == [
        "# first", "- { id: a, when: { status: 5xx }, then: abort }", "# last",
        "- { id: c, when: { status: 404 }, then: proceed }",
      ]
    )
  }

  @Test("Neighbours with the same verdict become one rule, two by two")
  func merged() throws {
    let (codes, rules) = try simplified([
      "- { id: a, when: { status: 404, type: A }, then: cancel }",
      "- { id: b, when: { status: [ 410, 411 ], type: A }, then: cancel }",
      "- { id: c, when: { status: 5xx, message: slow }, then: abort }",
      "- { id: d, when: { status: 5xx }, then: abort }",
    ])
    #expect(codes == ["mergeable-rules", "mergeable-rules"])
    #expect(
      rules == [
        "- { id: a, when: { status: [ 404, 410, 411 ], type: A }, then: cancel }",
        "- { id: c, when: { status: 5xx }, then: abort }",
      ]
    )
  }

  @Test(
    "What differs, remembers, or has a comment of its own stays",
    arguments: [
      [
        "- { id: a, when: { status: 404 }, then: cancel }", "- { id: b, when: { status: 410 }, then: abort }",
      ],
      ["- { id: a, when: { status: 404 }, then: cancel }", "- { id: b, when: { type: A }, then: cancel }"],
      [
        "- { id: a, when: { status: 503 }, then: { retry: { maxAttempts: 3 } } }",
        "- { id: b, when: { status: 504 }, then: { retry: { maxAttempts: 3 } } }",
      ],
      [
        "- { id: a, when: { status: 404 }, then: cancel }", "# why",
        "- { id: b, when: { status: 410 }, then: cancel }",
      ],
    ]
  )
  func kept(_ rules: [String]) throws {
    #expect(try simplified(rules).codes == [])
  }

  @Test(
    "Random rule files stay the same for all errors, by proof and by random records, and as fmt writes them"
  )
  func properties() throws {
    let records = (0..<UInt64(Scale.of(3_000, quick: 300))).map { seed in
      var random = RandomRules(seed: seed &+ 31_000)
      return Written.json(random.anyRecord())
    }
    var counts: [String: Int] = [:]
    for seed in 0..<UInt64(Scale.of(1_000, quick: 30)) {
      var world = RandomRules(seed: seed &+ 5_200)
      let written = Array(Written.json(Self.file(&world)).utf8)
      guard var text = Formatter().format(name: "rules.json", bytes: written).text,
        let before = Self.compile(text, "rules.json")
      else { continue }
      var (rules, found) = (before, 0)
      for _ in 0..<20 {
        let findings = Self.findings(rules, "rules.json")
        if findings.isEmpty { break }
        found += findings.count
        for finding in findings { counts[finding.code, default: 0] += 1 }
        text = Self.fixed(text, findings)
        rules = try #require(Self.compile(text, "rules.json"), "seed \(seed)")
      }
      guard found > 0 else { continue }
      #expect(Formatter().format(name: "rules.json", bytes: text).text == text, "seed \(seed)")
      #expect(DifferenceProof(old: before, new: rules, upTo: 1).verdict == .same, "seed \(seed)")
      let (one, other) = (Reasoner(before.chain, before.program), Reasoner(rules.chain, rules.program))
      for record in records {
        #expect(one.answers(record, like: other) != false, "seed \(seed): \(record)")
      }
    }
    #expect(
      counts["needless-rule", default: 0] > 0 && counts["needless-condition", default: 0] > 0,
      "\(counts)"
    )
  }
}
