import Checks
import RuleEngine
import Testing

@Suite("A retry of requests that are not idempotent", .enabled(if: YAMLEvents.isSupported))
struct UnsafeRetryTests {
  private func found(_ condition: String, then verdict: String = "{ retry: { maxAttempts: 3 } }") -> [String]
  {
    CheckedText(
      """
      version: 1
      responders:
        - id: app
          rules: [ { id: again, when: { \(condition) }, then: \(verdict) } ]
          otherwise: { then: cancel }

      """
    ).lines("unsafe-retry")
  }

  @Test(
    arguments: [
      ("status: 503, attributes: { method: POST }", "POST"),
      ("status: 503, attributes: { http.request.method: [ GET, PATCH ] }", "PATCH"),
      ("status: 503, attributes: { http.method: { matches: '^P' } }", "POST"),
      ("status: 503, not: { attributes: { request.method: [ GET, DELETE ] } }", "POST"),
      ("status: 5xx, attributes: { idempotent: false }", "what is not idempotent"),
      ("status: 5xx, not: { attributes: { idempotent: true } }", "what is not idempotent"),
    ]
  )
  func `is reported where the rule's own condition lets them pass`(condition: String, what: String) {
    let found = found(condition)
    #expect(found.count == 1 && found[0].contains("“app/again” retries \(what), though"), "\(found)")
  }

  @Test(
    arguments: [
      "status: 503, attributes: { method: GET }",
      "status: 503, attributes: { method: [ GET, PUT, DELETE ] }",
      "status: 503, not: { attributes: { method: [ POST, PATCH, CONNECT ] } }",
      "status: [ 425, 429 ], attributes: { method: POST }",
      "status: 5xx, attributes: { idempotent: true }",
      "status: 503, attributes: { other.method: POST }",
    ]
  )
  func `is none where they are excluded, where nothing was done, or where no rule speaks of them`(
    condition: String
  ) {
    #expect(found(condition) == [])
  }

  @Test func `is none where nothing is tried again`() {
    #expect(found("status: 503, attributes: { method: POST }", then: "cancel") == [])
    #expect(found("status: 503, attributes: { method: POST }", then: "{ retry: { maxAttempts: 1 } }") == [])
  }
}
