import Checks
import RuleEngine
import Testing

@Suite("A rule that others block", .enabled(if: YAMLEvents.isSupported))
struct UnreachableTests {
  private static func lines(_ third: String) -> [String] {
    CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: one, when: { status: 500..<510 }, then: cancel }
            - { id: apart, when: { status: 404 }, then: cancel }
            - { id: two, when: { status: 510..<520 }, then: proceed }
            - { id: three, when: { status: \(third) }, then: abort }
            - { id: last, when: { status: 5xx, operation: pay }, then: cancel }
          otherwise: { then: cancel }

      """
    ).lines("unreachable-rule")
  }

  @Test("by three together is reported with all three names")
  func three() {
    let lines = Self.lines("520..<600")
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix(
        "9:15 warning This rule never takes effect: “app/one”, “app/two” and “app/three” "
      ) == true
    )
  }

  @Test("by another one that matches a declared supertype is reported", arguments: [true, false])
  func ofDeclaredType(isDeclared: Bool) {
    let rules = """
      version: 1
      \(isDeclared ? "types: { NetworkError: { is: [ LocalizedError ] } }" : "name: open")
      responders:
        - id: app
          rules:
            - { id: any, when: { type: LocalizedError }, then: cancel }
            - { id: network, when: { type: NetworkError }, then: abort }

      """
    // One finding: that of the order of the types.
    #expect(CheckedText(rules).lines("ancestor-first").isEmpty == !isDeclared)
    #expect(CheckedText(rules).lines("unreachable-rule").isEmpty)
  }

  @Test("by a retry is reported, though it retries and escalates itself")
  func retries() {
    let rules = """
      version: 1
      responders:
        - id: app
          otherwise: { then: cancel }
        - id: job
          parent: app
          rules:
            - { id: any, when: { code: 1...255 }, then: { retry: { exhausted: cancel } } }
            - { id: killed, when: { code: 137 }, then: { retry: { exhausted: escalate } } }

      """
    #expect(CheckedText(rules).lines("unreachable-rule").count == 1)
  }

  @Test("by a single impossible condition is reported with that condition")
  func contradictsItself() {
    let rules = """
      version: 1
      responders:
        - id: app
          rules: [ { id: never, when: { status: 404, not: { status: 4xx } }, then: cancel } ]

      """
    let checked = CheckedText(rules)
    #expect(checked.lines("unreachable-responder") == [])
    let found = checked.lines("unreachable-rule")
    #expect(
      found.count == 1
        && found[0].hasSuffix(
          "no error meets both “status: 404” and “not: { status: 4xx }”. Remove one of them."
        ),
      "\(found)"
    )
  }

  /// What a rule asks for, and what is said of it.
  static let contradictions: [(when: String, said: String)] = [
    (
      "{ status: { atLeast: 500, lessThan: 400 } }",
      "“status: { atLeast: 500 }” and “status: { lessThan: 400 }”"
    ),
    (
      "{ operation: a, status: 500.5 }",
      "no error meets “status: 500.5”; a status is a whole number. Correct it."
    ),
    (
      "{ type: A, platform: windows }",
      "no error meets “platform: windows”; a platform is darwin or linux. Correct it."
    ),
    ("{ platform: [ windows, macos ] }", "no error meets “platform: [ windows, macos ]”"),
    (
      "{ type: A, domain: d, problem: { status: 500 }, status: { exists: false } }",
      "“problem: { status: 500 }”"
    ),
    ("{ type: A, platform: $others }", "no error meets “platform: windows”"),
    ("{ matcher: late, type: A, attempt: 1 }", "both “matcher: late” and “attempt: 1”"),
    (
      "{ status: 4xx, any: [ { status: 5xx }, { status: 3xx } ] }",
      "both “status: 4xx” and “any: [ { status: 5xx }"
    ),
  ]

  @Test("by its own conditions is reported with the contradiction", arguments: contradictions.indices)
  func contradiction(index: Int) {
    let (when, said) = Self.contradictions[index]
    let found = CheckedText(
      """
      version: 1
      lists: { others: [ windows ] }
      matchers: { late: { attempt: { atLeast: 3 } } }
      responders:
        - id: app
          rules: [ { id: never, when: \(when), then: cancel } ]
          otherwise: { then: cancel }

      """
    ).lines("unreachable-rule")
    #expect(found.count == 1 && found[0].contains(said), "\(found)")
  }

  @Test("by a budget of one try is reported as such and not as a contradiction")
  func oneTry() {
    let checked = CheckedText(
      """
      version: 1
      defaults: { retry: { maxAttempts: 1 } }
      responders:
        - id: app
          rules: [ { id: never, when: { status: 500 }, then: retry } ]
          otherwise: { then: { retry: { backoff: { initial: 1s } } } }

      """
    )
    let said = "with “maxAttempts: 1”, which includes the first try, nothing is retried"
    for code in ["unreachable-rule", "unreachable-otherwise"] {
      let found = checked.findings.filter { $0.code == code }
      #expect(found.count == 1 && found[0].message.contains(said), "\(found.map { $0.message })")
      #expect(found.first?.related.first?.range.start.line == 2)
    }
    #expect(checked.lines("vain-retry").isEmpty)
  }

  @Test("for all errors but one is not reported")
  func oneShort() {
    #expect(Self.lines("521..<600") == [])
  }

  @Test("has the others as related places, with a comparison of verdicts")
  func related() throws {
    let checked = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: all, when: { status: 5xx }, then: cancel }
            - { id: some, when: { status: 503 }, then: cancel }
          otherwise: { then: cancel }

      """
    )
    let finding = try #require(checked.findings.first { $0.code == "unreachable-rule" })
    #expect(finding.message.contains("with the same verdict"))
    #expect(finding.related.map { $0.range.start.line } == [5])
  }
}
