import Checks
import RuleEngine
import Testing

@Suite("A retry of errors that a later rule refuses", .enabled(if: YAMLEvents.isSupported))
struct RetriedBeforeRefusedTests {
  private static func findings(
    _ first: String,
    _ second: String,
    retry: String = "{ retry: { maxAttempts: 3 } }",
    then: String = "abort",
    before: String = ""
  ) -> [String] {
    CheckedText(
      """
      version: 1
      categories:
        - { name: unpaid, when: { any: [ { status: 402 }, { status: 429, code: insufficient_quota } ] } }
      responders:
        - id: app
          rules:
            \(before)
            - { id: again, when: \(first), then: \(retry) }
            - { id: no, when: \(second), then: \(then) }
          otherwise: { then: abort }
      """
    ).lines("retried-before-refused")
  }

  @Test(
    "A special case that says what the error is, below a retry of the general one, is reported",
    arguments: [
      ("{ status: 429 }", "{ status: 429, attributes: { error.type: insufficient_quota } }"),
      ("{ status: 429 }", "{ status: 429, type: SpendLimitError }"),
      ("{ status: [ 429, 5xx ] }", "{ status: 429, message: { contains: quota } }"),
      ("{ status: 429 }", "{ status: 429, code: insufficient_quota }"),
      ("{ type: ClientError }", "{ type: ClientError, status: 403 }"),
      (
        "{ any: [ { status: 5xx }, { type: APIError } ] }",
        "{ type: APIError, code: context_length_exceeded }"
      ),
      ("{ status: 429 }", "{ category: unpaid }"),
      ("{ status: 429 }", "{ any: [ { code: x, status: 401 }, { status: 429, code: insufficient_quota } ] }"),
    ]
  )
  func reported(_ first: String, _ second: String) {
    let lines = Self.findings(first, second)
    #expect(lines.count == 1, "\(lines)")
    #expect(
      lines.first?.contains("“app/again” retries errors of this rule first, with up to 3 tries.") == true
    )
    #expect(Self.findings(first, second, then: "cancel").count == 1)
  }

  @Test(
    "A rule that says what follows the tries is not reported",
    arguments: [
      ("{ status: 429 }", "{ status: 429 }"),
      ("{ status: 5xx }", "{ status: 503 }"),
      ("{ status: 429 }", "{ status: 429, origin: billing }"),
      ("{ status: 429 }", "{ status: 429, attributes: { tenant: small } }"),
      ("{ type: [ A, B ] }", "{ type: { exactly: A } }"),
      ("{ status: 429 }", "{ status: 429, code: x, attempt: { atLeast: 3 } }"),
      ("{ status: 429 }", "{ code: insufficient_quota }"),
      ("{ status: 429 }", "{ status: 503, code: insufficient_quota }"),
      ("{ severity: { atLeast: debug } }", "{ origin: x }"),
    ]
  )
  func afterTheTries(_ first: String, _ second: String) { #expect(Self.findings(first, second) == []) }

  @Test(
    "A retry that ends, has one try or first does something, and a rule that does not refuse, are not reported"
  )
  func others() {
    let second = "{ status: 429, code: insufficient_quota }"
    #expect(Self.findings("{ status: 429 }", second, retry: "{ retry: { exhausted: abort } }") == [])
    #expect(Self.findings("{ status: 429 }", second, retry: "{ retry: { exhausted: escalate } }") == [])
    #expect(Self.findings("{ status: 429 }", second, retry: "{ retry: { maxAttempts: 1 } }") == [])
    #expect(Self.findings("{ status: 429 }", second, then: "proceed") == [])
    #expect(Self.findings("{ status: 429 }", second, then: "{ retry: { maxAttempts: 9 } }") == [])
  }

  @Test("An error that an earlier rule refuses never gets to the retry")
  func earlier() {
    let earlier = "- { id: unpaid, when: { code: insufficient_quota }, then: abort }"
    let second = "{ status: 429, code: insufficient_quota }"
    #expect(Self.findings("{ status: 429 }", second, before: earlier) == [])
  }
}
