import Checks
import RuleEngine
import Testing

@Suite("A value that a field never has", .enabled(if: YAMLEvents.isSupported))
struct ImpossibleValueTests {
  private static func lines(_ matchers: [String], codes: String = "{}") -> [String] {
    let rules = matchers.enumerated().map {
      "      - { id: r\($0.offset), when: \($0.element), then: cancel }"
    }
    return CheckedText(
      """
      version: 1
      codes: \(codes)
      responders:
        - id: app
          rules:
      \(rules.joined(separator: "\n"))
          otherwise: { then: cancel }

      """
    ).lines("impossible-value")
  }

  @Test("is a name beside a domain of NSError without a table of codes")
  func namesWithoutTable() {
    let lines = Self.lines([
      "{ domain: AMSErrorDomain, code: AMSErrorNotSignedIn }",
      "{ domain: [ ShopErrorDomain, com.apple.accounts ], code: [ 7, ACErrorAccountNotFound ] }",
      "{ domain: HKErrorDomain, code: { equals: HKErrorHealthDataUnavailable } }",
      "{ domain: SKErrorDomain, code: [ paymentInvalid, SKErrorPaymentCanceled ] }",
      "{ domain: SKErrorDomain, code: URLError.timedOut }",
    ])
    #expect(lines.map { $0.split(separator: ":")[0] } == ["6", "7", "8", "9", "10"], "\(lines)")
  }

  @Test("is not a number, no range, no name of a table, and no word of another kind of domain")
  func codesThatMayBe() {
    let lines = Self.lines(
      [
        "{ domain: SKErrorDomain, code: [ 2, -7, 2..<5 ] }",
        "{ domain: NSURLErrorDomain, code: NSURLErrorTimedOut }",
        "{ domain: ShopErrorDomain, code: BROKE }",
        "{ domain: acme.pay, code: CARD_DECLINED }",
        "{ code: ECONNREFUSED, domain: { hasPrefix: acme } }",
      ],
      codes: "{ ShopErrorDomain: { BROKE: 7 } }"
    )
    #expect(lines == [])
  }

  @Test("is a case with its values, or with a slash")
  func cases() {
    let lines = Self.lines([
      "{ case: APIError.http(_) }", "{ case: [ APIError/offline, APIError.offline ] }",
      "{ case: \"Shop.*\" }", "{ case: { exactly: APIError.late } }",
    ])
    #expect(lines.map { $0.split(separator: ":")[0] } == ["6", "7"], "\(lines)")
    #expect(lines.allSatisfy { $0.contains("Write APIError.") }, "\(lines)")
  }
}
