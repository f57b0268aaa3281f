import Checks
import RuleEngine
import Testing

@Suite("A misleading backoff", .enabled(if: YAMLEvents.isSupported))
struct CutBackoffTests {
  private static func found(_ retry: String, defaults: String = "{ maxAttempts: 3 }") -> [String] {
    let checked = CheckedText(
      """
      version: 1
      defaults: { retry: \(defaults) }
      responders:
        - id: app
          rules: [ { id: again, when: { status: 503 }, then: { retry: \(retry) } } ]
          otherwise: { then: cancel }

      """
    )
    return ["cut-backoff", "hot-retry"].flatMap { checked.lines($0) }
  }

  @Test("is reported at its place, in the rule or in the defaults")
  func place() {
    let written = Self.found("{ backoff: { initial: 30s, max: 1s } }")
    #expect(written.count == 1 && written[0].hasPrefix("5:"), "\(written)")
    #expect(written.first?.contains("is 30 s, but no delay is longer than 1 s: every delay is 1 s.") == true)
    let shared = Self.found("{ exhausted: cancel }", defaults: "{ backoff: { initial: 1m } }")
    #expect(shared.count == 1 && shared[0].hasPrefix("2:"), "\(shared)")
    #expect(shared.first?.contains("longer than 30 s (the default of “max”)") == true)
  }

  @Test("without any delay is reported from ten tries on")
  func hot() {
    for backoff in ["{ initial: 0s }", "{ initial: 0s, max: 0s }", "{ initial: 0.4ms, multiplier: 1 }"] {
      let many = Self.found("{ maxAttempts: 10, backoff: \(backoff) }")
      #expect(
        many.count == 1 && many[0].contains("“app/again” makes up to 10 tries without a delay"),
        "\(many)"
      )
      #expect(Self.found("{ maxAttempts: 9, backoff: \(backoff) }") == [])
    }
  }

  @Test("is not reported if delays are as written, or if there is no retry")
  func quiet() {
    #expect(Self.found("{ maxAttempts: 12, backoff: { initial: 1ms } }") == [])
    #expect(Self.found("{ backoff: { initial: 5s, max: 5s } }") == [])
    #expect(Self.found("{ maxAttempts: 1, backoff: { initial: 30s, max: 1s } }") == [])
  }
}
