import Records
import RuleEngine
import Testing

@Suite("A cancellation", .enabled(if: YAMLEvents.isSupported))
struct CancellationTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { operation: sync }, then: { retry: { maxAttempts: 3 } } }
        otherwise: { do: [ { present: { title: Sorry, message: Please try again later. } } ], then: cancel }

    """

  private static let forms = [
    #""domain":"SKErrorDomain","code":2"#, #""domain":"CKErrorDomain","code":20"#,
    #""domain":"com.apple.AuthenticationServices.AuthorizationError","code":1001"#,
    #""domain":"com.apple.LocalAuthentication","code":-2"#, #""domain":"NSOSStatusErrorDomain","code":-128"#,
    #""domain":"NSPOSIXErrorDomain","code":89"#,
    #""domain":"NSPOSIXErrorDomain","code":125,"platform":"linux""#,
    #""type":"Alamofire.AFError","case":"explicitlyCancelled""#,
    #""type":"StoreKit.StoreKitError","case":"userCancelled""#, #""type":"asyncio.CancelledError""#,
    #""domain":"GKErrorDomain","code":2"#, #""type":"AxiosError","code":"ERR_CANCELED""#,
  ]

  /// Cancellations inside another error: in its payload, and as its cause.
  private static let inside = forms.flatMap { inner in
    [
      #""type":"SyncError","case":"network","payload":[{\#(inner)}]"#,
      #""type":"SyncError","underlying":[{"type":"Lost"},{\#(inner)}]"#,
    ]
  }

  @Test("is a finding where a rule retried or showed it", arguments: forms)
  func bare(members: String) {
    let retried = CheckedText(Self.rules, stream: "{\(members),\"operation\":\"sync\"}\n")
    #expect(retried.lines("retried-cancellation").count == 1)
    #expect(retried.lines("shown-cancellation") == [])
    let shown = CheckedText(Self.rules, stream: "{\(members)}\n")
    #expect(shown.lines("shown-cancellation").count == 1)
    #expect(shown.lines("retried-cancellation") == [])
  }

  @Test("is a finding inside another error, too", arguments: inside)
  func wrapped(members: String) {
    // The platform of errno numbers is that of the whole record.
    let platform = members.contains("linux") ? #","platform":"linux""# : ""
    let retried = CheckedText(Self.rules, stream: "{\(members)\(platform),\"operation\":\"sync\"}\n")
    #expect(retried.lines("wrapped-cancellation").count == 1)
    #expect(retried.lines("retried-cancellation") == [])
    let shown = CheckedText(Self.rules, stream: "{\(members)\(platform)}\n")
    #expect(shown.lines("shown-cancellation").count == 1)
  }

  @Test(
    "is none for other codes, other platforms, and an app's own cases",
    arguments: [
      #""domain":"SKErrorDomain","code":3"#, #""domain":"shop","code":2"#,
      #""domain":"NSPOSIXErrorDomain","code":89,"platform":"linux""#,
      #""type":"OrderError","case":"cancelled""#, #""type":"OrderError","code":"CANCELLED""#,
    ]
  )
  func others(members: String) {
    let checked = CheckedText(
      Self.rules,
      stream: "{\(members)}\n{\(members),\"operation\":\"sync\"}\n"
    )
    #expect(checked.lines("retried-cancellation") + checked.lines("shown-cancellation") == [])
  }

  @Test(
    "that errors of Swift are recorded as makes a rule for it a note, unless it ends alike",
    arguments: [
      ("{ domain: SKErrorDomain, code: SKErrorPaymentCancelled }", 1),
      ("{ type: SKError, code: paymentCancelled }", 1), ("{ case: LAError.userCancel }", 1),
      ("{ domain: CKErrorDomain, code: [ 20 ], operation: sync }", 1),
      ("{ domain: SKErrorDomain, code: [ 2, 3 ] }", 0), ("{ domain: SKErrorDomain }", 0),
      ("{ domain: SKErrorDomain, code: 2, cancelled: false }", 0),
      ("{ not: { domain: SKErrorDomain, code: 2 } }", 0), ("{ domain: SKErrorDomain, code: 0..<3 }", 0),
      ("{ underlying: { domain: SKErrorDomain, code: 2 } }", 0),
    ]
  )
  func marked(when: String, findings: Int) {
    func count(_ verdict: String, _ defaults: String = "") -> Int {
      CheckedText(
        "version: 1\n\(defaults)responders:\n  - id: app\n    rules:\n      - { id: a, when: \(when), \(verdict) }\n"
      ).lines("marked-cancellation").count
    }
    #expect(count("then: proceed") == findings)
    #expect(count("do: [ { log: x } ], then: cancel") == findings)
    #expect(count("then: cancel") == 0)
    #expect(count("then: proceed", "defaults: { ignore: none }\n") == 0)
  }
}
