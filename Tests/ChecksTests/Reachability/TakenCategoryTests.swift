import RuleEngine
import Testing

@Suite("A rule for a category behind another rule", .enabled(if: YAMLEvents.isSupported))
struct TakenCategoryTests {
  private func lines(
    _ category: String,
    _ earlier: String,
    then: String = "abort",
    _ later: String = "{ category: busy }",
    order: String = "declared"
  ) -> [String] {
    CheckedText(
      """
      version: 1
      categories:
        - { name: offline, when: { code: -1009 } }
        - { name: busy, when: \(category) }
      responders:
        - id: app
          policy: { order: \(order) }
          rules:
            - { id: down, when: \(earlier), then: \(then) }
            - { id: again, when: \(later), then: proceed }

      """
    ).lines("taken-category")
  }

  @Test(
    "comes too late if the other takes a whole condition of the category",
    arguments: [
      ("{ status: [ 429, 5xx ] }", "{ status: 5xx }", "“5xx”"),
      ("{ status: [ 429, 503, 504 ] }", "{ status: 400...503 }", "“429”, “503”"),
      ("{ any: [ { type: Busy }, { status: 5xx } ] }", "{ status: { atLeast: 500 } }", "“5xx”"),
      ("{ any: [ { type: Busy, status: 5xx }, { status: 429 } ] }", "{ status: 5xx }", "“Busy and 5xx”"),
    ]
  )
  func partly(category: String, earlier: String, names: String) {
    #expect(lines(category, earlier).first?.contains("because of \(names)") == true)
    #expect(lines(category, earlier, "{ category: busy, operation: load }").count == 1)
  }

  @Test("is for nothing but records that name the category if the other takes all of it")
  func wholly() {
    #expect(lines("{ status: 5xx }", "{ status: 5xx }").first?.contains("take every error") == true)
    #expect(lines("{ status: [ 502, 503 ] }", "{ status: 5xx }", then: "retry").count == 1)
  }

  @Test("is right behind a rule for one value of several")
  func special() {
    #expect(lines("{ status: [ 429, 503 ] }", "{ status: 503 }") == [])
    #expect(lines("{ any: [ { type: Busy }, { type: Late } ] }", "{ type: Late }") == [])
  }

  @Test("is right behind a rule for less, for something else, or one that decides nothing")
  func fine() {
    #expect(lines("{ status: 5xx }", "{ status: 503 }") == [])
    #expect(lines("{ status: 5xx }", "{ status: 5xx, operation: pay }") == [])
    #expect(lines("{ status: 5xx }", "{ type: Busy }") == [])
    #expect(lines("{ status: 5xx }", "{ status: 5xx }", then: "continue") == [])
    #expect(lines("{ status: 5xx }", "{ status: 5xx }", order: "lastFirst") == [])
    #expect(lines("{ status: 5xx }", "{ category: offline }") == [])
  }
}
