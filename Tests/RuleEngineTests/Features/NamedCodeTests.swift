import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("A text code that is a symbol of its domain")
struct NamedCodeTests {
  private static func rules(_ matchers: [String]) throws -> Rules {
    let rules = matchers.enumerated().map { "{ id: r\($0), when: \($1), then: cancel }" }
    return try Rules(
      """
      version: 1
      codes: { acme.pay: { DECLINED: 4001, LOST: "card_lost", FOUND: "77" } }
      responders: [ { id: app, rules: [ \(rules.joined(separator: ", ")) ], otherwise: { then: abort } } ]
      """
    )
  }

  private static func by(_ rules: Rules, _ records: [String]) throws -> [String] {
    try rules.answers(records).map {
      $0.evaluation == "abort" ? "none" : String($0.by?.split(separator: "/").last ?? "")
    }
  }

  @Test("is that code for numbers, ranges and symbols, and its own text for texts")
  func kinds() throws {
    let rules = try Self.rules([
      "{ domain: grpc, code: 14 }", "{ domain: grpc, code: DEADLINE_EXCEEDED }",
      "{ domain: grpc, code: 0...3 }",
      "{ domain: grpc, code: { equals: ABORTED } }", "{ domain: grpc, code: { hasPrefix: OUT } }",
    ])
    let records = [
      "14", "\"14\"", "UNAVAILABLE", "4", "DEADLINE_EXCEEDED", "CANCELLED_", "UNKNOWN", "ABORTED", "10",
      "OUT_OF_RANGE",
    ]
    .map { Int($0) == nil && !$0.hasPrefix("\"") ? "\"\($0)\"" : $0 }
    .map { #"{"domain":"grpc","code":\#($0)}"# }
    let expected = ["r0", "r0", "r0", "r1", "r1", "none", "r2", "r3", "none", "r4"]
    #expect(try Self.by(rules, records) == expected)
    // The same with what is remembered of the first round.
    #expect(try Self.by(rules, records + records) == expected + expected)
  }

  @Test("is not a code of another domain, whichever is seen first", arguments: [false, true])
  func domains(isReversed: Bool) throws {
    let rules = try Self.rules(["{ code: 14 }", "{ code: 4001 }"])
    let all = [
      (#"{"domain":"grpc","code":"UNAVAILABLE"}"#, "r0"),
      (#"{"domain":"acme.pay","code":"UNAVAILABLE"}"#, "none"),
      (#"{"type":"E","code":"UNAVAILABLE"}"#, "none"), (#"{"domain":"acme.pay","code":"DECLINED"}"#, "r1"),
      (#"{"domain":"grpc","code":"DECLINED"}"#, "none"), (#"{"domain":"grpc","code":"unavailable"}"#, "none"),
    ]
    let records = isReversed ? Array(all.reversed()) : all
    #expect(try Self.by(rules, (records + records).map { $0.0 }) == (records + records).map { $0.1 })
  }

  @Test("counts in causes and payloads, by the record's platform for errno symbols")
  func nested() throws {
    let rules = try Self.rules([
      "{ underlying: { domain: NSPOSIXErrorDomain, code: 111 } }",
      "{ underlying: { code: ECONNREFUSED, domain: NSPOSIXErrorDomain } }",
      "{ payload: { 0: { domain: acme.pay, code: 4001 } } }",
    ])
    let cause = #""underlying":[{"domain":"NSPOSIXErrorDomain","code":"ECONNREFUSED"}]"#
    #expect(
      try Self.by(
        rules,
        [
          #"{"type":"E",\#(cause),"platform":"linux"}"#, #"{"type":"E",\#(cause)}"#,
          #"{"type":"E","payload":[{"domain":"acme.pay","code":"DECLINED"}]}"#,
        ]
      ) == ["r0", "r1", "r2"]
    )
  }

  @Test("that stands for a text is that text too")
  func texts() throws {
    let rules = try Self.rules(["{ domain: acme.pay, code: LOST }", "{ domain: acme.pay, code: 77 }"])
    let records = ["card_lost", "LOST", "FOUND", "77", "lost"].map {
      #"{"domain":"acme.pay","code":"\#($0)"}"#
    }
    #expect(try Self.by(rules, records) == ["r0", "r0", "r1", "r1", "none"])
  }
}

@Suite("The symbol of a framework's code")
struct FrameworkSymbolTests {
  private static func matches(_ when: String, _ record: String) throws -> Bool {
    try Rules(
      "version: 1\nresponders: [ { id: app, rules: [ { when: \(when), then: cancel } ], otherwise: { then: abort } } ]"
    ).answer(record).evaluation == "cancel"
  }

  @Test(
    "is its number in all spellings",
    arguments: [
      "{ domain: SKErrorDomain, code: SKErrorPaymentCancelled }",
      "{ domain: SKErrorDomain, code: paymentCancelled }",
      "{ domain: SKErrorDomain, code: .paymentCancelled }",
      "{ domain: SKErrorDomain, code: SKError.paymentCancelled }",
      "{ domain: SKErrorDomain, code: SKError.Code.paymentCancelled }",
      "{ type: SKError, code: paymentCancelled }", "{ case: SKError.paymentCancelled }",
      "{ case: StoreKit.SKError.paymentCancelled }", "{ underlying: { case: SKError.paymentCancelled } }",
    ]
  )
  func spellings(when: String) throws {
    func record(_ error: String) -> String {
      when.hasPrefix("{ underlying") ? #"{"type":"E","underlying":[\#(error)]}"# : error
    }
    #expect(try Self.matches(when, record(#"{"domain":"SKErrorDomain","code":2}"#)))
    #expect(try Self.matches(when, record(#"{"domain":"SKErrorDomain","code":"SKErrorPaymentCancelled"}"#)))
    #expect(try !Self.matches(when, record(#"{"domain":"SKErrorDomain","code":3}"#)))
    #expect(try !Self.matches(when, record(#"{"domain":"CKErrorDomain","code":2}"#)))
  }

  @Test("is a plain string where the domain has none of that name")
  func unknown() throws {
    for word in ["SKErrorPaymentCanceled", "URLError.timedOut", "paymentLost"] {
      let when = "{ domain: SKErrorDomain, code: \(word) }"
      #expect(try Self.matches(when, #"{"domain":"SKErrorDomain","code":"\#(word)"}"#), "\(word)")
      #expect(try !Self.matches(when, #"{"domain":"SKErrorDomain","code":2}"#), "\(word)")
    }
  }

  @Test("is what the rule file says, if it has codes of its own")
  func own() throws {
    let rules = try Rules(
      """
      version: 1
      codes: { SKErrorDomain: { SKErrorPaymentCancelled: 2, mine: 7, paymentInvalid: 99 } }
      responders:
        - id: app
          rules:
            - { id: r0, when: { domain: SKErrorDomain, code: SKErrorPaymentCancelled }, then: cancel }
            - { id: r1, when: { domain: SKErrorDomain, code: mine }, then: cancel }
            - { id: r2, when: { domain: SKErrorDomain, code: paymentInvalid }, then: cancel }
            - { id: r3, when: { domain: SKErrorDomain, code: paymentNotAllowed }, then: cancel }
          otherwise: { then: abort }
      """
    )
    let records = [2, 7, 99, 4, 3].map { #"{"domain":"SKErrorDomain","code":\#($0)}"# }
    let by = try rules.answers(records).map { String($0.by?.split(separator: "/").last ?? "") }
    #expect(by == ["r0", "r1", "r2", "r3", "otherwise"])
    let unknown = #""codes":{"SKErrorDomain":{"mine":7}}"#
    #expect(
      Rules.faults(when: #"{"domain":"SKErrorDomain","code":"mien"}"#, beside: unknown) == ["unknown-code"]
    )
  }
}

@Suite("Codes of structs that Foundation and POSIX bridge")
struct BridgedStructTests {
  private static func matches(_ when: String, _ record: String) throws -> Bool {
    let rules = try Rules(
      "version: 1\nlists: { lost: [ timedOut, networkConnectionLost ] }\nresponders: [ { id: app, rules: [ { when: \(when), then: cancel } ], otherwise: { then: abort } } ]"
    )
    return try rules.answer(record).evaluation == "cancel"
  }

  @Test(
    "mean the domain and the code",
    arguments: [
      "{ case: URLError.timedOut }", "{ case: Foundation.URLError.timedOut }",
      "{ case: URLError.Code.timedOut }",
      "{ case: [ server, URLError.timedOut ] }", "{ type: URLError, code: timedOut }",
      "{ code: [ notConnectedToInternet, timedOut ], type: Foundation.URLError }",
      "{ type: URLError, code: $lost }",
      "{ type: URLError, code: [ -1001, cancelled ] }", "{ type: URLError, code: NSURLErrorTimedOut }",
      "{ any: [ { case: POSIXError.EPERM }, { case: URLError.timedOut } ] }",
      "{ not: { not: { case: URLError.timedOut } } }",
    ]
  )
  func urlError(when: String) throws {
    #expect(try Self.matches(when, #"{"domain":"NSURLErrorDomain","code":-1001}"#))
    #expect(
      try Self.matches(when, #"{"type":"URLError","domain":"NSURLErrorDomain","code":"NSURLErrorTimedOut"}"#)
    )
    #expect(try !Self.matches(when, #"{"type":"URLError","code":"other"}"#))
    #expect(try !Self.matches(when, #"{"domain":"NSCocoaErrorDomain","code":-1001}"#))
    #expect(try !Self.matches(when, #"{"domain":"NSURLErrorDomain","code":-1012}"#))
  }

  @Test("mean errno numbers of the record's platform, and those of Cocoa")
  func others() throws {
    let refused = "{ case: POSIXError.ECONNREFUSED }"
    #expect(try Self.matches(refused, #"{"domain":"NSPOSIXErrorDomain","code":61}"#))
    #expect(try !Self.matches(refused, #"{"domain":"NSPOSIXErrorDomain","code":61,"platform":"linux"}"#))
    #expect(
      try Self.matches(
        "{ type: CocoaError, code: fileNoSuchFile }",
        #"{"domain":"NSCocoaErrorDomain","code":4}"#
      )
    )
  }

  @Test("are words like any other beside a domain, with values, or where the struct has no such name")
  func words() throws {
    #expect(
      try Self.matches(
        "{ type: URLError, domain: d, code: timedOut }",
        #"{"type":"URLError","domain":"d","code":"timedOut"}"#
      )
    )
    #expect(try Self.matches("{ case: URLError.slow }", #"{"type":"URLError","case":"slow"}"#))
    #expect(
      try Self.matches(
        "{ case: URLError.timedOut(1) }",
        #"{"type":"URLError","case":"timedOut","payload":[1]}"#
      )
    )
    #expect(try Self.matches("{ type: URLError, code: -1001 }", #"{"type":"URLError","code":-1001}"#))
    #expect(
      try Self.matches("{ case: Shop.URLError.timedOut }", #"{"type":"Shop.URLError","case":"timedOut"}"#)
    )
  }
}
