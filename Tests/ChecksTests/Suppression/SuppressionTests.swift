import Checks
import RuleEngine
import Testing

@Suite("A suppression", .enabled(if: YAMLEvents.isSupported))
struct SuppressionTests {
  private static func findings(_ text: String, today: String = "2026-11-21") -> [String] {
    var settings = CheckSettings()
    settings.today = CalendarDay(today)
    settings.levels = ["unanswered-error": .off]
    return CheckedText(text, settings: settings).findings.map {
      "\($0.range.start.line):\($0.range.start.column) \($0.code)"
    }
  }

  private static func rules(_ lines: String) -> String {
    "version: 1\nresponders:\n  - id: app\n    rules:\n\(lines)"
  }

  @Test("in a comment on its own line applies to the whole element that begins on the next line")
  func ownLine() {
    let text = Self.rules(
      """
            # errctl: ignore code-without-domain -- any library's 4
            - id: four
              when:
                code: 4
              then: cancel
            - { id: five, when: { code: 5 }, then: cancel }

      """
    )
    #expect(Self.findings(text) == ["10:29 code-without-domain"])
  }

  @Test("in a comment at the end of a line applies to what begins on that line")
  func lineEnd() {
    let text = Self.rules(
      """
            - { id: four, when: { code: 4 }, then: cancel }  # errctl: ignore code-without-domain -- any library's
            - { id: five, when: { code: 5 }, then: cancel }

      """
    )
    #expect(Self.findings(text) == ["6:29 code-without-domain"])
  }

  @Test("under suppress applies to its rule, category or responder, in YAML and in JSON")
  func key() {
    let text = Self.rules(
      """
            - { id: four, when: { code: 4 }, then: cancel, suppress: { code-without-domain: any library's 4 } }
            - id: five
              when: { code: 5 }
              then: cancel
              suppress: { code-without-domain: { reason: for now, until: 2026-12-31 } }

      """
    )
    #expect(Self.findings(text) == [])
    let json = """
      {"version": 1, "responders": [{"id": "app", "suppress": {"code-without-domain": "all of them"},
       "rules": [{"id": "four", "when": {"code": 4}, "then": "cancel"}]}]}
      """
    var settings = CheckSettings()
    settings.levels = ["unanswered-error": .off]
    #expect(CheckedText(json, name: "rules.json", settings: settings).findings.isEmpty)
  }

  @Test("applies on its last day, and not on the day after")
  func expiry() {
    let text = Self.rules(
      """
            # errctl: ignore code-without-domain -- until the library is replaced until 2026-11-21
            - { id: four, when: { code: 4 }, then: cancel }

      """
    )
    #expect(Self.findings(text, today: "2026-11-21") == [])
    #expect(
      Self.findings(text, today: "2026-11-22") == ["5:24 expired-suppression", "6:29 code-without-domain"]
    )
  }

  @Test("that suppresses nothing, names no code, or has no reason is a finding")
  func faults() {
    let text = Self.rules(
      """
            # errctl: ignore case-as-type -- there was one
            - { id: four, then: cancel }
            # errctl: ignore code-without-domian -- a slip
            # errctl: ignore code-without-domain
            # errctl: forget it
            - { id: five, then: cancel }

      """
    )
    let found = Self.findings(text).filter { $0.hasSuffix("suppression") }
    #expect(
      found == [
        "5:24 unused-suppression", "7:24 faulty-suppression", "8:24 faulty-suppression",
        "9:7 faulty-suppression",
      ]
    )
  }

  @Test("is not recognized inside a string")
  func inText() {
    let text = Self.rules(
      """
            - id: four
              do:
                - log: "# errctl: ignore nothing -- x"
                - log: |
                    a
                    # errctl: ignore nothing -- x
              then: cancel

      """
    )
    #expect(Self.findings(text) == [])
  }

  @Test("can't hide errors that make a file unusable")
  func errorsStay() {
    let text = Self.rules(
      """
            # errctl: ignore unknown-verdict -- I want it so
            - { id: four, then: procede }

      """
    )
    #expect(Self.findings(text) == ["6:27 unknown-verdict"])
  }

  @Test("is ignored if suppressed findings are requested")
  func ignored() {
    var settings = CheckSettings()
    settings.honoursSuppressions = false
    let text = Self.rules(
      """
            # errctl: ignore code-without-domain -- any library's 4
            - { id: four, when: { code: 4 }, then: cancel }

      """
    )
    #expect(CheckedText(text, settings: settings).lines("code-without-domain").count == 1)
  }
}
