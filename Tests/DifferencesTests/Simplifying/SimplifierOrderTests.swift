import Testing

@Suite("Rules stand in the order of how often they decide")
struct SimplifierOrderTests {
  /// Neighbours have different verdicts, so that they are not merged.
  private func rule(_ status: Int) -> String {
    "- { id: s\(status), when: { status: \(status) }, then: \(["cancel", "abort", "proceed"][status % 3]) }"
  }

  @Test("Where no error matches two of them, each with its comments")
  func sorted() throws {
    let comment = { (status: Int) in "# \(status)" }
    let before = [comment(404), rule(404), comment(502), rule(502), comment(503), rule(503)]
    let rest = ["# the rest", "- { id: rest, then: cancel }"]
    let simplified = try Simplification(before + rest, decided: [3, 0, 2_000, 40])
    #expect(simplified.codes == ["rare-rules-first"])
    #expect(
      simplified.rules == [
        comment(503), rule(503), comment(404), rule(404), comment(502), rule(502),
      ] + rest
    )
    #expect(
      simplified.messages == [
        "“app” decided 2,043 errors: 2,000 by “s503”, 3 by “s404”, 40 by “rest”. With the most frequent first, it asks 1.1 rules on average, not 3.0. Sort them."
      ]
    )
  }

  @Test("No rule passes another that matches some of its errors")
  func overlapping() throws {
    let rules = [
      rule(404), "- { id: types, when: { status: [ 500, 504 ], type: A }, then: abort }", rule(503),
      rule(504),
    ]
    let simplified = try Simplification(rules, decided: [0, 1, 2, 2_000])
    #expect(simplified.rules == [rules[1], rules[3], rules[2], rules[0]])
  }

  @Test("A rule stays in its paragraph, and below the comment that may be about it")
  func paragraphs() throws {
    let rules = [rule(401), rule(402), rule(403), rule(404), "", rule(501), rule(502), rule(503), rule(504)]
    let counts = [0, 0, 0, 1_500, 0, 0, 0, 1_000]
    #expect(
      try Simplification(rules, decided: counts).rules
        == [rule(404), rule(401), rule(402), rule(403), rule(504), rule(501), rule(502), rule(503)]
    )
    let titled = [rule(401), rule(402), "# gone", rule(403), rule(404), rule(405), rule(406)]
    #expect(
      try Simplification(titled, decided: [0, 0, 0, 0, 0, 500]).rules
        == [rule(401), rule(402), "# gone", rule(403), rule(406), rule(404), rule(405)]
    )
  }

  @Test("Small gains, few errors, unnamed rules and rules that all run are left alone")
  func kept() throws {
    let rules = [rule(404), rule(502), rule(503)]
    #expect(try Simplification(rules, decided: nil).codes == [])
    #expect(try Simplification(rules, decided: [900, 50, 1_000]).codes == [])
    #expect(try Simplification(rules, decided: [0, 0, 99]).codes == [])
    #expect(try Simplification(rules, decided: [1_000, 50, 0]).codes == [])
    let unnamed = ["- { when: { status: 404 }, then: cancel }", rules[1], rules[2]]
    #expect(try Simplification(unnamed, decided: [0, 0, 500]).codes == [])
    let all = "defaults:\n  policy: { match: all }\n\n"
    #expect(try Simplification(rules, below: all, decided: [0, 0, 500]).codes == [])
  }
}
