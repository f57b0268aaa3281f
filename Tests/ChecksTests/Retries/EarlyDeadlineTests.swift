import Checks
import RuleEngine
import Testing

@Suite("A deadline before the first delay", .enabled(if: YAMLEvents.isSupported))
struct EarlyDeadlineTests {
  private static func found(_ retry: String, defaults: String = "{ maxAttempts: 3 }") -> [String] {
    CheckedText(
      """
      version: 1
      defaults: { retry: \(defaults) }
      responders:
        - id: app
          rules: [ { id: again, when: { status: 503 }, then: { retry: \(retry) } } ]
          otherwise: { then: cancel }

      """
    ).lines("early-deadline")
  }

  @Test("is reported at the deadline, in the rule or in the defaults")
  func place() {
    let written = Self.found("{ deadline: 4s, backoff: { initial: 10s, jitter: equal } }")
    #expect(written.count == 1 && written[0].hasPrefix("5:"), "\(written)")
    #expect(written.first?.contains("up to 10 s, but no delay may end later than 4 s") == true)
    #expect(written.first?.contains("no error that says its elapsed time is tried again") == true)
    let shared = Self.found("{ backoff: { initial: 10s } }", defaults: "{ deadline: 9s }")
    #expect(shared.count == 1 && shared[0].hasPrefix("2:"), "\(shared)")
    #expect(shared.first?.contains("only a random delay that happens to be short is granted") == true)
  }

  @Test("counts the share by which a delay may be longer or shorter")
  func share() {
    let longer = Self.found("{ deadline: 11s, backoff: { initial: 10s, jitter: 0.2 } }")
    #expect(
      longer.first?.contains("up to 12 s") == true && longer.first?.contains("happens to be short") == true
    )
    let shorter = Self.found("{ deadline: 7s, backoff: { initial: 10s, jitter: 0.2 } }")
    #expect(shorter.first?.contains("no error that says its elapsed time is tried again") == true)
    #expect(Self.found("{ deadline: 12s, backoff: { initial: 10s, jitter: 0.2 } }") == [])
  }

  @Test("is not reported where the first delay ends in time, or there is no retry or no deadline")
  func quiet() {
    #expect(Self.found("{ deadline: 10s, backoff: { initial: 10s } }") == [])
    #expect(Self.found("{ deadline: 2s, backoff: { initial: 10s, max: 1s } }") == [])
    #expect(Self.found("{ maxAttempts: 1, deadline: 1s, backoff: { initial: 10s } }") == [])
    #expect(Self.found("{ deadline: none, backoff: { initial: 10s } }", defaults: "{ deadline: 1s }") == [])
  }
}
