import Testing

@Suite("Named matchers are written where they alone are the condition")
struct SimplifierNamesTests {
  private func file(_ top: String, _ condition: String) -> String {
    "version: 1\n\n\(top)responders:\n  - id: app\n    rules:\n      - { id: busy, when: \(condition), then: abort }\n"
  }

  @Test("A matcher that is the whole condition of one rule or category")
  func once() throws {
    let rule = try Simplification(file("matchers:\n  full: { status: 503 }\n\n", "{ matcher: full }"))
    #expect(rule.codes == ["needless-name"])
    #expect(rule.text == file("", "{ status: 503 }"))
    #expect(
      rule.messages == [
        "Only “busy” asks for the matcher “full”, and for nothing else. Write the condition there."
      ]
    )
    let categories = { (when: String) in "categories:\n  - { name: busy, when: \(when) }\n\n" }
    let matchers = "matchers:\n  busy: { status: 503 }\n  other: { type: A }\n\n"
    let simplified = try Simplification(
      file(matchers + categories("{ matcher: busy }"), "{ category: busy, matcher: other }")
    )
    #expect(
      simplified.text
        == file(
          "matchers:\n  other: { type: A }\n\n" + categories("{ status: 503 }"),
          "{ category: busy, matcher: other }"
        )
    )
  }

  @Test("One with a comment, beside other conditions, or asked for twice stays")
  func kept() throws {
    let full = "matchers:\n  full: { status: 503 }\n\n"
    #expect(
      try Simplification(file("matchers:\n  # the pool\n  full: { status: 503 }\n\n", "{ matcher: full }"))
        .codes
        == []
    )
    #expect(try Simplification(file(full, "{ matcher: full, type: A }")).codes == [])
    #expect(try Simplification(file(full, "{ any: [ { matcher: full }, { type: A } ] }")).codes == [])
    let twice = full + "categories:\n  - { name: full, when: { matcher: full } }\n\n"
    #expect(try Simplification(file(twice, "{ matcher: full }")).codes == [])
  }

  @Test("Categories stay, however few ask for them, because resolutions name them")
  func categories() throws {
    let top = "categories:\n  - { name: full, when: { status: 503 } }\n\n"
    #expect(try Simplification(file(top, "{ category: full }")).codes == [])
  }
}
