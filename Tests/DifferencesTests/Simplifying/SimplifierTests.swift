import Source
import Testing

@Suite("A rule file is simplified")
struct SimplifierTests {
  @Test("Conditions that exclude nothing go")
  func conditions() throws {
    let simplified = try Simplification([
      "- { id: a, when: { status: 5xx, type: { exists: true } }, then: abort }",
      "- { id: b, when: { status: 5xx, not: { type: { exists: true } } }, then: cancel }",
      "- { id: c, when: { any: [ { status: 404, attempt: 1 }, { type: Net } ] }, then: cancel }",
    ])
    #expect(simplified.codes == ["needless-condition"])
    #expect(simplified.rules[1] == "- { id: b, when: { status: 5xx }, then: cancel }")
  }

  @Test("Rules that nothing reaches go, and keep the comments of others")
  func rules() throws {
    let simplified = try Simplification([
      "# first", "- { id: a, when: { status: 5xx }, then: abort }",
      "- { id: b, when: { status: 503, type: A }, then: abort }", "# last",
      "- { id: c, when: { status: 404 }, then: proceed }",
    ])
    #expect(simplified.codes == ["needless-rule"])
    #expect(
      simplified.rules == [
        "# first", "- { id: a, when: { status: 5xx }, then: abort }", "# last",
        "- { id: c, when: { status: 404 }, then: proceed }",
      ]
    )
  }

  @Test("A rule that nothing reaches stays if its verdict is another one: it may stand at the wrong place")
  func misplacedRule() throws {
    let simplified = try Simplification([
      "- { id: a, when: { status: 5xx }, then: abort }", "- { id: b, when: { status: 503 }, then: cancel }",
      "- { id: c, when: { type: A }, then: proceed }", "- { id: d, when: { type: A }, then: abort }",
    ])
    #expect(simplified.codes.isEmpty)
  }

  @Test("A rule of several lines goes as a whole")
  func ruleOfLines() throws {
    let simplified = try Simplification([
      "- { id: a, when: { status: 5xx }, then: abort }", "- id: b", "  when: { status: 503 }",
      "  then: abort",
    ])
    #expect(simplified.codes == ["needless-rule"])
    #expect(simplified.rules == ["- { id: a, when: { status: 5xx }, then: abort }"])
  }

  @Test("A condition of a category stays where errors would get another category, whoever asks for it")
  func categories() throws {
    let top = """
      categories:
        - { name: busy, when: { status: 5xx, type: X } }
        - { name: slow, when: { status: 504, not: { type: X } } }
        - { name: gone, when: { status: 410, not: { cancelled: true } } }

      """
    let simplified = try Simplification(
      "version: 1\n\n\(top)\nresponders:\n  - id: app\n    rules:\n      - { id: a, then: abort }\n"
    )
    #expect(simplified.codes == ["needless-condition"])
    #expect(simplified.text.contains("  - { name: gone, when: { status: 410, not: { cancelled: true } } }\n"))
    #expect(
      simplified.text.contains(
        "  - { name: busy, when: { status: 5xx, type: X } }\n  - { name: slow, when: { status: 504 } }\n"
      )
    )
  }

  @Test("Neighbours with the same verdict become one rule, two by two")
  func merged() throws {
    let simplified = try Simplification([
      "- { id: a, when: { status: 404, type: A }, then: cancel }",
      "- { id: b, when: { status: [ 410, 411 ], type: A }, then: cancel }",
      "- { id: c, when: { status: 5xx, message: slow }, then: abort }",
      "- { id: d, when: { status: 5xx }, then: abort }",
    ])
    #expect(simplified.codes == ["mergeable-rules", "mergeable-rules"])
    #expect(
      simplified.rules == [
        "- { id: a, when: { status: [ 404, 410, 411 ], type: A }, then: cancel }",
        "- { id: c, when: { status: 5xx }, then: abort }",
      ]
    )
  }

  @Test("Neighbours don't become one rule that leaves errors to a third")
  func merging() throws {
    let rules = [
      "- { id: a, when: { status: 404 }, then: cancel }", "- { id: b, when: { type: A }, then: cancel }",
      "- { id: c, then: cancel }",
    ]
    #expect(try Simplification(rules).codes == [])
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
    #expect(try Simplification(rules).codes == [])
  }

  @Test("A file that takes more proofs than are made is looked at in part, which is said")
  func longFile() throws {
    let rules = (400..<430).map { "    - { id: s\($0), when: { status: \($0) }, then: cancel }\n" }.joined()
    let text = Array("version: 1\nresponders:\n- id: app\n  rules:\n\(rules)".utf8)
    let file = try #require(Simplification.compile(text, "rules.yaml"))
    let codes = Simplification.findings(file, "rules.yaml", steps: 10_000).map { $0.code }
    #expect(codes.contains("not-simplified") && codes.count < 10)
    #expect(
      Simplification.findings(file, "rules.yaml").map { $0.code }
        == Array(repeating: "mergeable-rules", count: 15)
    )
  }
}
