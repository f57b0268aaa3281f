import Checks
import RuleEngine
import Testing

@Suite("A name with other capitals", .enabled(if: YAMLEvents.isSupported))
struct LetterCaseTests {
  @Test("is reported once in a rule, a case or an origin")
  func everywhere() {
    let lines = CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { case: [ NetworkError.server, networkError.server ] }, then: cancel }
            - { id: mine, when: { case: NetworkError.Server, origin: com.shop.pay }, then: abort }
          otherwise: { then: cancel }
        - { id: pay, parent: app, origins: [ com.Shop.pay.* ], rules: [ { id: a, when: { status: 1 }, then: cancel } ] }

      """
    ).lines("letter-case")
    #expect(lines.map { $0.split(separator: " ")[0] } == ["5:60", "6:35", "6:64"], "\(lines)")
  }
}
