import RuleEngine
import Testing

@Suite("Codes")
struct CodeTests {
  @Test("an integer and its canonical decimal text are the same code, also in ranges")
  func texts() throws {
    try expect(
      #"{"code":404}"#,
      matches: [#"{"type":"E","code":404}"#, #"{"type":"E","code":"404"}"#],
      not: [
        #"{"type":"E","code":"0404"}"#, #"{"type":"E","code":"+404"}"#, #"{"type":"E","code":"404 "}"#,
        #"{"type":"E","code":"404.0"}"#,
      ]
    )
    try expect(#"{"code":"404"}"#, matches: [#"{"type":"E","code":404}"#, #"{"type":"E","code":"404"}"#])
    try expect(
      #"{"code":"010"}"#,
      matches: [#"{"type":"E","code":"010"}"#],
      not: [#"{"type":"E","code":10}"#, #"{"type":"E","code":"10"}"#]
    )
    try expect(
      #"{"code":"4xx"}"#,
      matches: [#"{"type":"E","code":"499"}"#],
      not: [#"{"type":"E","code":"0499"}"#]
    )
    try expect(
      #"{"code":"-5...-1"}"#,
      matches: [#"{"type":"E","code":"-3"}"#],
      not: [#"{"type":"E","code":"-0"}"#, #"{"type":"E","code":"-03"}"#]
    )
    try expect(
      #"{"code":{"atLeast":10}}"#,
      matches: [#"{"type":"E","code":"10"}"#, #"{"type":"E","code":11}"#],
      not: [#"{"type":"E","code":"9"}"#, #"{"type":"E","code":"ten"}"#]
    )
    try expect(
      #"{"code":{"equals":[10,"x"]}}"#,
      matches: [#"{"type":"E","code":"10"}"#, #"{"type":"E","code":"x"}"#]
    )
    try expect(#"{"code":{"equals":"10"}}"#, matches: [#"{"type":"E","code":10}"#])
    try expect(
      #"{"code":-9223372036854775808}"#,
      matches: [#"{"type":"E","code":"-9223372036854775808"}"#],
      not: [#"{"type":"E","code":"-9223372036854775807"}"#]
    )
  }

  @Test("a code beyond 64 bits is compared as text")
  func bigCodes() throws {
    let (one, other) = ("18446744073709551615", "18446744073709551616")
    for when in [one, one.json] {
      try expect(
        #"{"code":\#(when)}"#,
        matches: [#"{"type":"E","code":\#(one)}"#, #"{"type":"E","code":"\#(one)"}"#],
        not: [#"{"type":"E","code":\#(other)}"#]
      )
    }
    try expect(
      #"{"code":{"equals":[\#(one),7]}}"#,
      matches: [
        #"{"type":"E","code":\#(one)}"#, #"{"type":"E","code":"\#(one)"}"#, #"{"type":"E","code":"7"}"#,
      ],
      not: [#"{"type":"E","code":\#(other)}"#]
    )
  }

  @Test("a code beyond 64 bits, also as text, is out of every bound")
  func bigCodesInRanges() throws {
    let great = [
      #"{"type":"E","code":9223372036854775808}"#, #"{"type":"E","code":"9223372036854775808"}"#,
      #"{"type":"E","code":1\#(String(repeating: "0", count: 400))}"#,
    ]
    let small = [
      #"{"type":"E","code":-9223372036854775809}"#, #"{"type":"E","code":"-9223372036854775809"}"#,
    ]
    let others = [
      #"{"type":"E","code":"09223372036854775808"}"#, #"{"type":"E","code":"9223372036854775808a"}"#,
      #"{"type":"E","code":"-"}"#, #"{"type":"E","code":""}"#,
    ]
    let last = [#"{"type":"E","code":9223372036854775807}"#, #"{"type":"E","code":"9223372036854775807"}"#]
    try expect(#"{"code":{"atLeast":5}}"#, matches: great + last, not: small + others)
    try expect(#"{"code":{"greaterThan":9223372036854775807}}"#, matches: great, not: small + others + last)
    try expect(#"{"code":{"lessThan":5.5}}"#, matches: small, not: great + others + last)
    try expect(#"{"code":"-5...9223372036854775807"}"#, matches: last, not: great + small + others)
  }

  @Test("a bare string with * is a glob, also for integers, and is never looked up")
  func globs() throws {
    try expect(
      #"{"code":"4*"}"#,
      matches: [#"{"type":"E","code":404}"#, #"{"type":"E","code":"4x"}"#],
      not: [#"{"type":"E","code":504}"#]
    )
    try expect(
      #"{"domain":"NSURLErrorDomain","code":"NSURL*"}"#,
      matches: [#"{"domain":"NSURLErrorDomain","code":"NSURLX"}"#],
      not: [#"{"domain":"NSURLErrorDomain","code":-1001}"#]
    )
  }

  @Test(
    "a word is looked up in the table of the domain in the same mapping",
    arguments: [
      ("NSURLErrorDomain", "NSURLErrorTimedOut", "-1001"),
      ("NSCocoaErrorDomain", "NSUserCancelledError", "3072"),
      ("NSPOSIXErrorDomain", "ENOENT", "2"), ("grpc", "UNAVAILABLE", "14"),
    ]
  )
  func words(domain: String, word: String, code: String) throws {
    try expect(
      #"{"domain":"\#(domain)","code":"\#(word)"}"#,
      matches: [
        #"{"domain":"\#(domain)","code":\#(code)}"#, #"{"domain":"\#(domain)","code":"\#(code)"}"#,
        #"{"domain":"\#(domain)","code":"\#(word)"}"#,
      ],
      not: [
        #"{"domain":"\#(domain)","code":1}"#, #"{"domain":"x","code":"\#(word)"}"#,
        #"{"domain":"x","code":\#(code)}"#,
      ]
    )
    #expect(Rules.faults(when: #"{"domain":"\#(domain)","code":"NO_SUCH"}"#) == ["unknown-code"])
  }

  @Test("if the domain has no table, or the domain is not a plain name, the word is the string")
  func literalWords() throws {
    try expect(
      #"{"domain":"acme","code":"ENOENT"}"#,
      matches: [#"{"domain":"acme","code":"ENOENT"}"#],
      not: [#"{"domain":"acme","code":2}"#]
    )
    try expect(
      #"{"code":"ENOENT"}"#,
      matches: [#"{"domain":"NSPOSIXErrorDomain","code":"ENOENT"}"#],
      not: [#"{"domain":"NSPOSIXErrorDomain","code":2}"#]
    )
    try expect(#"{"domain":"NSPOSIX*","code":"ENOENT"}"#, not: [#"{"domain":"NSPOSIXErrorDomain","code":2}"#])
    try expect(
      #"{"domain":["NSPOSIXErrorDomain","x"],"code":"ENOENT"}"#,
      not: [#"{"domain":"NSPOSIXErrorDomain","code":2}"#]
    )
    try expect(
      #"{"all":[{"domain":"NSPOSIXErrorDomain"},{"code":"ENOENT"}]}"#,
      not: [#"{"domain":"NSPOSIXErrorDomain","code":2}"#]
    )
  }

  @Test("errno symbols follow the record's platform, or else the file's, also for causes")
  func errno() throws {
    let when = #"{"domain":"NSPOSIXErrorDomain","code":"EAGAIN"}"#
    func record(_ code: Int, _ platform: String = "") -> String {
      #"{"domain":"NSPOSIXErrorDomain","code":\#(code)\#(platform.isEmpty ? "" : #","platform":"\#(platform)""#)}"#
    }
    try expect(
      when,
      matches: [record(35), record(35, "darwin"), record(11, "linux")],
      not: [record(11), record(11, "darwin"), record(35, "linux")]
    )
    try expect(
      when,
      matches: [record(11), record(35, "darwin")],
      not: [record(35)],
      beside: #""defaults":{"platform":"linux"}"#
    )
    try expect(
      #"{"underlying":\#(when)}"#,
      matches: [
        #"{"type":"E","platform":"linux","underlying":[\#(record(11))]}"#,
        #"{"type":"E","platform":"linux","underlying":[\#(record(11, "darwin"))]}"#,
      ],
      not: [#"{"type":"E","underlying":[\#(record(11, "linux"))]}"#]
    )
  }

  @Test("a symbol that a platform lacks never matches there")
  func onePlatformOnly() throws {
    let when = #"{"domain":"NSPOSIXErrorDomain","code":"EBADARCH"}"#
    try expect(
      when,
      matches: [#"{"domain":"NSPOSIXErrorDomain","code":86}"#],
      not: [#"{"domain":"NSPOSIXErrorDomain","code":86,"platform":"linux"}"#]
    )
    try expect(
      #"{"not":\#(when)}"#,
      matches: [#"{"domain":"NSPOSIXErrorDomain","code":86,"platform":"linux"}"#]
    )
  }

  @Test("own codes add to the tables; a duplicate symbol is an error")
  func ownCodes() throws {
    let codes = #""codes":{"acme.pay":{"DECLINED":4001,"LOST":"lost-card"},"grpc":{"TEAPOT":418}}"#
    try expect(
      #"{"domain":"acme.pay","code":["DECLINED","LOST"]}"#,
      matches: [
        #"{"domain":"acme.pay","code":4001}"#, #"{"domain":"acme.pay","code":"4001"}"#,
        #"{"domain":"acme.pay","code":"lost-card"}"#, #"{"domain":"acme.pay","code":"DECLINED"}"#,
      ],
      not: [#"{"domain":"acme.pay","code":"declined"}"#, #"{"domain":"acme","code":"DECLINED"}"#],
      beside: codes
    )
    try expect(
      #"{"domain":"grpc","code":["TEAPOT","CANCELLED"]}"#,
      matches: [#"{"domain":"grpc","code":418}"#, #"{"domain":"grpc","code":1}"#],
      beside: codes
    )
    #expect(Rules.faults(when: #"{"domain":"acme.pay","code":"X"}"#, beside: codes) == ["unknown-code"])
    #expect(Rules.faults(when: "{}", beside: #""codes":{"grpc":{"CANCELLED":9}}"#) == ["duplicate-name"])
  }

  @Test("own codes that are decimal texts equal the integers")
  func ownTextCodes() throws {
    let codes = #""codes":{"acme":{"A":"4001"}}"#
    try expect(
      #"{"domain":"acme","code":"A"}"#,
      matches: [#"{"domain":"acme","code":4001}"#, #"{"domain":"acme","code":"4001"}"#],
      beside: codes
    )
  }

  @Test("a list may contain words, numbers and ranges")
  func mixedLists() throws {
    try expect(
      #"{"domain":"NSURLErrorDomain","code":"$all"}"#,
      matches: [
        #"{"domain":"NSURLErrorDomain","code":-1001}"#, #"{"domain":"NSURLErrorDomain","code":7}"#,
        #"{"domain":"NSURLErrorDomain","code":-12}"#,
      ],
      not: [#"{"domain":"NSURLErrorDomain","code":-1002}"#],
      beside: #""lists":{"all":["NSURLErrorTimedOut",7,"-20..<-10"]}"#
    )
  }
}
