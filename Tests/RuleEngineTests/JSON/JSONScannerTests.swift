import RuleEngine
import TestSupport
import Testing

@Suite("The JSON scanner")
struct JSONScannerTests {
  @Test("puts values on the tape in document order, each with its position and the index after it")
  func order() {
    #expect(
      JSONTape.outline(#" {"a":[1,{}],"b":null,"c" : true} "#) == [
        #"object {"a":[1,{}],"b":null,"c" : true} @1 >9"#,
        "string a @2 >2",
        "array [1,{}] @6 >5",
        "integer 1 @7 >4",
        "object {} @9 >5",
        "string b @13 >6",
        "null null @17 >7",
        "string c @22 >8",
        "true true @28 >9",
      ]
    )
  }

  @Test("finds a member by its key, the last one of duplicates")
  func members() {
    let text = Array(#"{"a":1,"b":{"a":9},"a":2}"#.utf8)
    JSONTape.scanning(text) { tape, fault in
      #expect(fault == nil)
      #expect(tape.member(ByteSlice("a"), of: 0).map { tape[$0].integer } == 2)
      #expect(tape.member(ByteSlice("c"), of: 0) == nil)
    }
  }

  @Test("leaves strings in place unless they need decoding")
  func strings() {
    JSONTape.scanning(Array(#"["plain é 😀", "es\"caped\u00e9\ud83d\ude00\n\u0000"]"#.utf8)) { tape, fault in
      #expect(fault == nil)
      #expect(!tape[1].isDecoded)
      #expect(String(tape.text(of: tape[1])) == "plain é 😀")
      #expect(tape[2].isDecoded)
      #expect(!tape[2].isRepaired)
      #expect(String(tape.text(of: tape[2])) == "es\"capedé😀\n\0")
    }
  }

  @Test("decodes escapes at every offset within the eight bytes of a step")
  func escapesAtEveryOffset() {
    for length in 0..<40 {
      let plain = String(repeating: "x", count: length)
      #expect(JSONTape.outline("\"\(plain)\\t\(plain)\"") == ["string \(plain)\t\(plain) @0 >1"])
      #expect(JSONTape.outline("\"\(plain)é\(plain)\"") == ["string \(plain)é\(plain) @0 >1"])
      #expect(JSONTape.outline("\"\(plain)\u{1}\"") == ["controlCharacter@\(length + 1)"])
    }
  }

  @Test(
    "keeps 64-bit integers exact and converts every other number to the nearest Double",
    arguments: [
      ("0", "0"), ("-0", "0"), ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"), ("9007199254740993", "9007199254740993"),
    ]
  )
  func integers(text: String, value: String) {
    JSONTape.scanning(Array(text.utf8)) { tape, fault in
      #expect(fault == nil)
      #expect(tape[0].kind == .integer)
      #expect(String(tape[0].integer) == value)
    }
  }

  @Test(
    "converts numbers beyond 64-bit integers to the nearest Double",
    arguments: [
      ("0.0", 0), ("-0.0", -0.0), ("0e99999999999", 0), ("1.5", 1.5), ("1e3", 1000), ("1E+2", 100),
      ("0.1", 0.1),
      ("9223372036854775808", 9223372036854775808), ("-9223372036854775809", -9223372036854775808),
      ("1732165843.123456", 1732165843.123456), ("0.30000000000000004", 0.30000000000000004),
      ("123456789012345678901234567890", 123456789012345677877719597056), ("1e22", 1e22), ("1e23", 1e23),
      ("2.2250738585072011e-308", .leastNormalMagnitude.nextDown), ("5e-324", .leastNonzeroMagnitude),
      ("1e-400", 0),
      ("8.442911973260991817129021e-309", Double(bitPattern: 1708864407863297)),
      ("1e400", .greatestFiniteMagnitude), ("-1e400", -.greatestFiniteMagnitude),
    ] as [(String, Double)]
  )
  func decimals(text: String, value: Double) {
    JSONTape.scanning(Array(text.utf8)) { tape, fault in
      #expect(fault == nil)
      #expect(tape[0].kind == .decimal)
      #expect(tape[0].decimal.bitPattern == value.bitPattern, "\(tape[0].decimal)")
      #expect(String(tape.text(of: tape[0])) == text)
    }
  }

  @Test("agrees with the standard library on ten thousand random decimals")
  func randomDecimals() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<10_000 {
      let whole =
        UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
      let fraction = UInt64.random(in: 0...9_999_999, using: &random)
      let text = "\(whole).\(fraction)e\(Int.random(in: -330...330, using: &random))"
      JSONTape.scanning(Array(text.utf8)) { tape, _ in
        let nearest = Double(text) ?? .nan
        #expect(tape[0].decimal == (nearest.isFinite ? nearest : .greatestFiniteMagnitude), "\(text)")
      }
    }
  }

  @Test(
    "reports the fault and its exact position",
    arguments: [
      ("", "empty@0"), ("  ", "empty@0"), ("[1,]", "trailingComma@2"), ("{\"a\":1,}", "trailingComma@6"),
      ("[1", "unexpectedEnd@2"), ("{\"a\"", "unexpectedEnd@4"), ("[1 2]", "expectedCommaInArray@3"),
      ("{\"a\":1 \"b\":2}", "expectedCommaInObject@7"), ("{a:1}", "expectedKey@1"),
      ("{'a':1}", "singleQuote@1"),
      ("['a']", "singleQuote@1"), ("[1] x", "trailingText@4"), ("// no\n1", "comment@0"),
      ("[1 /* no */]", "comment@3"),
      ("# no", "comment@0"), ("[NaN]", "notFinite@1"), ("-Infinity", "notFinite@0"),
      ("[Infinity]", "notFinite@1"),
      ("[True]", "unknownWord@1"), ("nul", "unknownWord@0"), ("+1", "plusSign@0"), ("01", "leadingZero@0"),
      ("-012", "leadingZero@1"), ("1.", "missingDigits@2"), (".5", "missingDigits@0"),
      ("1e", "missingDigits@2"),
      ("-", "missingDigits@1"), ("\"a\nb\"", "lineBreakInString@2"), ("\"a\tb\"", "controlCharacter@2"),
      ("\"\\x\"", "unknownEscape@1"), ("\"\\u12g4\"", "badUnicodeEscape@1"),
      ("\"\\ud800\"", "loneSurrogate@1"),
      ("\"ab\\udc00\"", "loneSurrogate@3"), ("[\"abc", "unclosedString@1"), ("\"abc\\", "unclosedString@0"),
      ("\"\\u12", "unclosedString@0"), ("\u{FEFF}1", "byteOrderMark@0"), ("[1}", "expectedCommaInArray@2"),
      ("{\"a\":}", "expectedValue@5"), ("{\"a\" 1}", "expectedColon@5"), ("{,}", "expectedKey@1"),
      ("[,1]", "expectedValue@1"), ("1\u{0}", "trailingText@1"),
    ]
  )
  func faults(text: String, fault: String) {
    #expect(JSONTape.outline(text) == [fault])
  }

  @Test(
    "finds invalid UTF-8 at any position",
    arguments: [
      ([0x22, 0x61, 0xC0, 0xAF, 0x22], "invalidUTF8@2"), ([0x22, 0xED, 0xA0, 0x80, 0x22], "invalidUTF8@1"),
      ([0x22, 0xF0, 0x9F, 0x98, 0x22], "invalidUTF8@1"), ([0x22, 0xE2, 0x82], "invalidUTF8@1"),
      ([0xFF], "invalidUTF8@0"),
      ([0x5B, 0x31, 0xFF, 0x5D], "invalidUTF8@2"), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "invalidUTF8@1"),
    ] as [([UInt8], String)]
  )
  func invalidUTF8(bytes: [UInt8], fault: String) {
    #expect(JSONTape.outline(bytes) == [fault])
  }

  @Test("repairs invalid Unicode like the WHATWG decoder, and reports it")
  func repairs() {
    let bytes: [UInt8] = [0x22, 0x61, 0xC0, 0xAF, 0xF0, 0x9F, 0x98, 0x62, 0xE2, 0x82, 0x22]
    #expect(JSONTape.outline(bytes, repairs: true) == ["string! a\u{FFFD}\u{FFFD}\u{FFFD}b\u{FFFD} @0 >1"])
    #expect(
      JSONTape.outline(#""\ud800\u0041\udc00\ud83d\ude00""#, repairs: true) == [
        "string! \u{FFFD}A\u{FFFD}😀 @0 >1"
      ]
    )
    #expect(
      JSONTape.outline(#"["\ud800\ud800\udc00","ok"]"#, repairs: true).dropFirst() == [
        "string! \u{FFFD}\u{10000} @1 >2", "string ok @22 >3",
      ]
    )
  }

  @Test("accepts depth and number of values up to the limit and rejects one more, at its position")
  func limits() {
    let nested = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(JSONTape.fault(nested(128)) == nil)
    #expect(JSONTape.fault(nested(129)) == JSONFault(.tooDeep, at: 128))
    #expect(JSONTape.fault("[1,2,3]", valueLimit: 4) == nil)
    #expect(JSONTape.fault("[1,2,3,4]", valueLimit: 4) == JSONFault(.tooManyValues, at: 7))
    #expect(JSONTape.fault(#"{"a":1,"b":2}"#, valueLimit: 3) == JSONFault(.tooManyValues, at: 7))
    let fault = JSONFault(.tooDeep, at: 0)
    #expect(
      fault.message(of: .record, limits: Limits()).hasSuffix(
        "The limit record-depth is 128; raise it with --limit record-depth=N."
      )
    )
    #expect(fault.limitName(of: .ruleFile) == "rule-file-depth")
  }

  @Test("rejects a million open brackets by depth, without recursion")
  func openBrackets() {
    for opening in ["[", "{\"a\":", "[{\"a\":"] {
      let text = String(repeating: opening, count: 1_000_000)
      #expect(JSONTape.fault(text)?.kind == .tooDeep)
    }
  }

  @Test("has a message for every fault that says what to do")
  func messages() {
    for kind in JSONFault.Kind.allCases where !JSONFault(kind, at: 0).isLimit {
      #expect(kind.message.hasSuffix("."), "\(kind)")
    }
  }

  @Test("clears the last text before the next scan")
  func reuse() {
    var tape = JSONTape()
    #expect(tape.scan("[1,2,3]", depthLimit: 8, valueLimit: 8, repairs: false) == nil)
    #expect(tape.count == 4)
    #expect(tape.scan("[\"\\n\"", depthLimit: 8, valueLimit: 8, repairs: false) != nil)
    #expect(tape.count == 0)
    #expect(tape.scan("\"\\t\"", depthLimit: 8, valueLimit: 8, repairs: false) == nil)
    #expect(tape.text(of: tape[0]) == "\t")
  }
}

extension JSONFault {
  fileprivate var isLimit: Bool { limitName(of: .record) != nil }
}

extension JSONTape {
  fileprivate mutating func scan(_ text: StaticString, depthLimit: Int, valueLimit: Int, repairs: Bool)
    -> JSONFault?
  {
    scan(ByteSlice(text), depthLimit: depthLimit, valueLimit: valueLimit, repairs: repairs)
  }
}
