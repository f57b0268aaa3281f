import Checks
import RuleEngine
import Testing

@Suite("A quota that its budget never uses up", .enabled(if: YAMLEvents.isSupported))
struct IdleQuotaTests {
  private static func found(_ retry: String) -> [String] {
    CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { status: 503 }, then: { retry: { \(retry) } } } ]
          otherwise: { then: cancel }

      """
    ).lines("idle-quota")
  }

  @Test("is reported from as many retries on as the budget grants a key")
  func boundary() {
    let budget = "maxAttempts: 4, per: [ type, attributes.host ], within: 1m"
    let keys = "per: [ attributes.host, type, origin ]"
    let found = Self.found("\(budget), quota: { retries: 3, within: 1m, \(keys) }")
    #expect(
      found.count == 1 && found[0].contains("“maxAttempts” grants 3 retries of a key in 1 min"),
      "\(found)"
    )
    #expect(Self.found("\(budget), quota: { retries: 2, within: 1m, \(keys) }") == [])
    #expect(Self.found("\(budget), quota: { retries: 3, within: 61s, \(keys) }") == [])
  }

  @Test("is not reported where several keys share it, or where the record says the try")
  func quiet() {
    #expect(Self.found("per: type, quota: { retries: 100, within: 1m }") == [])
    #expect(Self.found("per: [ type, status ], quota: { retries: 100, within: 1m, per: type }") == [])
    #expect(Self.found("quota: { retries: 100, within: 1m, per: operation }") == [])
    #expect(Self.found("per: type, quota: { tokens: 100, ratio: 1 }") == [])
  }
}
