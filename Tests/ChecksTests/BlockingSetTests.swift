import Checks
import RuleEngine
import Testing

@Suite("A rule that others block", .enabled(if: YAMLEvents.isSupported))
struct BlockingSetTests {
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

  @Test("by three together is found, and the three are named")
  func three() {
    let lines = Self.lines("520..<600")
    #expect(lines.count == 1)
    #expect(
      lines.first?.hasPrefix("9:15 warning This rule never answers: “app/one”, “app/two” and “app/three” ")
        == true
    )
  }

  @Test("by another one that asks for what its type is said to be is found", arguments: [true, false])
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
    #expect(CheckedText(rules).lines("unreachable-rule").isEmpty == !isDeclared)
  }

  @Test("by what it asks for itself is called so, wherever it stands alone")
  func contradictsItself() {
    let rules = """
      version: 1
      responders:
        - id: app
          rules: [ { id: never, when: { status: 404, not: { status: 4xx } }, then: cancel } ]

      """
    let checked = CheckedText(rules)
    #expect(checked.lines("unreachable-responder") == [])
    #expect(
      checked.lines("unreachable-rule").map { $0.contains("no error is all that it asks for") } == [true]
    )
  }

  @Test("by all but one error is not claimed")
  func oneShort() {
    #expect(Self.lines("521..<600") == [])
  }

  @Test("has the others as related places, each with whether it says the same")
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
    #expect(finding.message.contains("says the same"))
    #expect(finding.related.map { $0.range.start.line } == [5])
  }
}
