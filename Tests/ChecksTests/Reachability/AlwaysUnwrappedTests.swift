import Checks
import RuleEngine
import Testing

@Suite("A rule for errors that defaults.unwrap replaces", .enabled(if: YAMLEvents.isSupported))
struct AlwaysUnwrappedTests {
  private func lines(_ entry: String, _ when: String, then: String = "cancel") -> [String] {
    CheckedText(
      """
      version: 1
      defaults: { unwrap: [ \(entry) ] }
      responders:
        - id: app
          rules: [ { id: one, when: \(when), then: \(then) } ]

      """
    ).lines("always-unwrapped")
  }

  private static let transport = "{ when: { case: APIError.transport }, path: payload.0 }"

  @Test("is reported, with the exception of wrappers without an error")
  func reported() {
    #expect(
      lines(Self.transport, "{ case: APIError.transport, operation: pay }") == [
        "5:31 warning What this rule matches is unwrapped before any rule is evaluated, unless its payload.0 is not an error. "
          + "Write the rule for the inner error, or for wrappers without one."
      ]
    )
    let wrapper = "{ when: { type: RequestError }, path: underlying }"
    let exactly = lines(wrapper, "{ type: { exactly: RequestError } }")
    #expect(exactly.first?.contains("unless it has no cause") == true)
  }

  @Test("is reported without an exception if it asks for the inner error too")
  func sure() {
    let lines = lines(Self.transport, "{ case: APIError.transport, payload: { 0: { code: 7 } } }")
    #expect(lines.first?.hasSuffix("any rule is evaluated. Write the rule for the inner error.") == true)
  }

  @Test("is not reported if it also matches others, or only wrappers without an error")
  func silent() {
    #expect(lines(Self.transport, "{ type: APIError }").isEmpty)
    #expect(lines(Self.transport, "{ case: APIError.transport, payload: { 0: timeout } }").isEmpty)
    let wrapper = "{ when: { type: A }, path: underlying }"
    #expect(lines(wrapper, "{ type: A, underlying: { exists: false } }").isEmpty)
  }

  @Test("is not reported if rules make errors, which keep their wrappers")
  func made() {
    let when = "{ case: APIError.transport }"
    #expect(lines(Self.transport, when, then: "{ transform: { code: 7 } }").isEmpty)
  }

  @Test("is not reported where the inner error fits too: by its origin, or by nothing")
  func circumstances() {
    #expect(lines("{ when: { origin: a }, path: payload.0 }", "{ origin: a, operation: pay }").isEmpty)
    #expect(lines("{ path: payload.0 }", "{ type: APIError }").isEmpty)
  }

  @Test("leaves other rules unreachable that earlier ones block, inner errors included")
  func unreachable() {
    let lines = CheckedText(
      """
      version: 1
      defaults: { unwrap: [ \(Self.transport) ] }
      responders:
        - id: app
          rules:
            - { id: one, when: { status: 5xx }, then: cancel }
            - { id: two, when: { status: 503 }, then: proceed }

      """
    ).lines("unreachable-rule")
    #expect(lines.count == 1 && lines.first?.hasPrefix("7:15") == true)
  }
}
