import RuleEngine
import Testing

@Suite("Names and texts")
struct NameTests {
  @Test("a bare name is a case-sensitive glob over the whole name, dots included, in which only * is special")
  func globs() throws {
    try expect(
      #"{"domain":"com.*.net"}"#,
      matches: [#"{"domain":"com.shop.net"}"#, #"{"domain":"com.a.b.net"}"#, #"{"domain":"com..net"}"#],
      not: [#"{"domain":"com.net"}"#, #"{"domain":"com.shop.net.x"}"#, #"{"domain":"COM.shop.net"}"#]
    )
    try expect(
      #"{"operation":"pa?"}"#,
      matches: [#"{"type":"E","operation":"pa?"}"#],
      not: [#"{"type":"E","operation":"pay"}"#]
    )
    try expect(#"{"origin":"*"}"#, matches: [#"{"type":"E","origin":""}"#], not: [#"{"type":"E"}"#])
    try expect(
      #"{"domain":"**a**"}"#,
      matches: [#"{"domain":"a"}"#, #"{"domain":"xaax"}"#],
      not: [#"{"domain":"b"}"#]
    )
  }

  @Test("a literal * needs equals")
  func literalStar() throws {
    try expect(#"{"domain":{"equals":"a*"}}"#, matches: [#"{"domain":"a*"}"#], not: [#"{"domain":"ab"}"#])
    try expect(
      #"{"code":{"equals":"4*"}}"#,
      matches: [#"{"type":"E","code":"4*"}"#],
      not: [#"{"type":"E","code":404}"#]
    )
  }

  @Test("every other bare string is compared for equality", arguments: ["message", "reason", "suggestion"])
  func texts(field: String) throws {
    try expect(
      #"{"\#(field)":"a*"}"#,
      matches: [#"{"type":"E","\#(field)":"a*"}"#],
      not: [#"{"type":"E","\#(field)":"ab"}"#, #"{"type":"E"}"#]
    )
  }

  @Test("glob adds ? for one character and covers the whole string")
  func globOperator() throws {
    try expect(
      #"{"message":{"glob":"?*é?"}}"#,
      matches: [#"{"message":"aéb"}"#, #"{"message":"日本é語"}"#],
      not: [#"{"message":"éb"}"#, #"{"message":"aé"}"#, #"{"message":"aébc"}"#]
    )
    try expect(
      #"{"message":{"glob":"?"}}"#,
      matches: [#"{"message":"😀"}"#],
      not: [#"{"message":""}"#, #"{"message":"ab"}"#]
    )
    try expect(#"{"message":{"glob":""}}"#, matches: [#"{"message":""}"#], not: [#"{"message":"a"}"#])
  }

  @Test("strings compare by Unicode scalar: two spellings of é differ")
  func scalars() throws {
    try expect(
      #"{"message":"caf\u00e9"}"#,
      matches: [#"{"message":"café"}"#],
      not: [#"{"message":"cafe\u0301"}"#]
    )
    try expect(#"{"message":{"contains":"e"}}"#, matches: [#"{"message":"cafe\u0301"}"#])
  }

  @Test("an attribute may have an empty name")
  func emptyName() throws {
    try expect(
      #"{"attributes":{"":1}}"#,
      matches: [#"{"type":"E","attributes":{"":1,"a":2}}"#],
      not: [#"{"type":"E","attributes":{"a":1}}"#, #"{"type":"E","attributes":{"":2}}"#]
    )
  }

  @Test(
    "Rules for two spellings of é each have their own errors",
    arguments: ["type", "domain", "case", "code", "message", "operation", "attributes"]
  )
  func spellings(field: String) throws {
    func member(_ text: String) -> String {
      field == "attributes" ? #""attributes":{"\#(text)":1}"# : #""\#(field)":"\#(text)""#
    }
    let other = field == "message" || field == "type" ? "" : #","type":"E""#
    let rules = ["caf\u{E9}", "cafe\u{301}"].enumerated().map { index, text in
      #"{"id":"r\#(index)","when":{\#(member(text))},"then":"cancel"}"#
    }
    let chain = try #require(
      RuleSet.compile(
        name: "rules.json",
        bytes: Array(
          #"{"version":1,"responders":[{"id":"app","rules":[\#(rules.joined(separator: ","))]}]}"#.utf8
        )
      ).chain
    )
    var evaluator = RuleEvaluator(chain)
    for (index, text) in ["caf\u{E9}", "cafe\u{301}"].enumerated() {
      let resolution = try evaluator.resolution(of: "{\(member(text))\(other)}")
      #expect(resolution.contains(#""rule":"r\#(index)""#), "\(resolution)")
    }
  }

  @Test(
    "text operators",
    arguments: [
      (#"{"contains":"b"}"#, ["abc", "b"], ["ac", ""]),
      (#"{"hasPrefix":"ab"}"#, ["ab", "abc"], ["a", "cab"]),
      (#"{"hasSuffix":"bc"}"#, ["bc", "abc"], ["c", "bca"]),
      (#"{"equals":["a","b"]}"#, ["a", "b"], ["ab", ""]),
      (#"{"hasPrefix":["a","b"],"hasSuffix":"z"}"#, ["az", "b-z"], ["a", "z", "cz"]),
      (#"{"equals":""}"#, [""], ["a"]),
      (#"{"contains":"aab"}"#, ["aaab", "xaab"], ["aba"]),
    ]
  )
  func operators(test: String, yes: [String], no: [String]) throws {
    try expect(
      #"{"message":\#(test)}"#,
      matches: yes.map { #"{"message":"\#($0)"}"# },
      not: no.map { #"{"message":"\#($0)"}"# } + [#"{"type":"E"}"#]
    )
  }

  @Test(
    "ignoreCase is simple case folding of both sides",
    arguments: [
      ("straße", ["STRAßE", "straẞe", "ſtraße"], ["STRASSE"]),
      ("ſK", ["sk", "SK", "s\u{212A}"], ["ss"]),
      ("ΟΔΟΣ", ["οδος", "οδοσ", "Οδος"], ["οδο"]),
      ("İ", ["İ"], ["i", "I", "ı"]),
    ]
  )
  func folding(text: String, yes: [String], no: [String]) throws {
    for test in ["equals", "contains", "hasPrefix", "hasSuffix", "glob"] {
      try expect(
        #"{"message":{"\#(test)":"\#(text)","ignoreCase":true}}"#,
        matches: yes.map { #"{"message":"\#($0)"}"# },
        not: no.map { #"{"message":"\#($0)"}"# }
      )
    }
    try expect(
      #"{"attributes":{"a":{"equals":"\#(text)","ignoreCase":true}}}"#,
      matches: yes.map { #"{"type":"E","a":"\#($0)"}"# }
    )
  }

  @Test("text operators do not match other values")
  func notText() throws {
    try expect(
      #"{"attributes":{"a":{"contains":"5"}}}"#,
      matches: [#"{"type":"E","a":"15"}"#],
      not: [#"{"type":"E","a":15}"#, #"{"type":"E","a":true}"#, #"{"type":"E","a":{"b":"5"}}"#]
    )
  }
}

@Suite("Types and cases")
struct TypeNameTests {
  @Test("a type compares by whole dotted components from the right")
  func components() throws {
    try expect(
      #"{"type":"NetworkError"}"#,
      matches: [
        #"{"type":"NetworkError"}"#, #"{"type":"Shop.NetworkError"}"#, #"{"type":"Shop.Api.NetworkError"}"#,
      ],
      not: [
        #"{"type":"Shop.MyNetworkError"}"#, #"{"type":"NetworkError.Kind"}"#, #"{"type":"networkError"}"#,
      ]
    )
    try expect(
      #"{"type":"Api.NetworkError"}"#,
      matches: [#"{"type":"Shop.Api.NetworkError"}"#],
      not: [#"{"type":"Shop.NetworkError"}"#, #"{"type":"NetworkError"}"#, #"{"type":"MyApi.NetworkError"}"#]
    )
  }

  @Test("an ancestor or protocol in is counts, unless exactly is given")
  func ancestors() throws {
    let heir = #"{"type":"Shop.Timeout","is":["Foundation.LocalizedError","Shop.NetworkError"]}"#
    try expect(#"{"type":"NetworkError"}"#, matches: [heir])
    try expect(#"{"type":"LocalizedError"}"#, matches: [heir, #"{"message":"m","is":["LocalizedError"]}"#])
    try expect(#"{"type":{"exactly":"NetworkError"}}"#, matches: [#"{"type":"A.NetworkError"}"#], not: [heir])
    try expect(#"{"type":{"exactly":["A","Timeout"]}}"#, matches: [heir, #"{"type":"A"}"#])
    try expect(#"{"not":{"type":"NetworkError"}}"#, matches: [#"{"message":"m"}"#], not: [heir])
  }

  @Test("a glob of a type is compared with the whole qualified name, also of ancestors")
  func typeGlobs() throws {
    try expect(
      #"{"type":"Shop.*Error"}"#,
      matches: [
        #"{"type":"Shop.NetworkError"}"#, #"{"type":"Shop.Api.NetworkError"}"#,
        #"{"type":"E","is":["Shop.Error"]}"#,
      ],
      not: [#"{"type":"My.Shop.NetworkError"}"#, #"{"type":"NetworkError"}"#]
    )
    try expect(
      #"{"type":{"exactly":"Shop.*"}}"#,
      matches: [#"{"type":"Shop.E"}"#],
      not: [#"{"type":"E","is":["Shop.E"]}"#]
    )
  }

  @Test("operators compare the whole text of the type itself")
  func typeOperators() throws {
    try expect(#"{"type":{"equals":"E"}}"#, matches: [#"{"type":"E"}"#], not: [#"{"type":"S.E"}"#])
    try expect(
      #"{"type":{"hasSuffix":"Error"}}"#,
      matches: [#"{"type":"S.MyError"}"#],
      not: [#"{"type":"S","is":["XError"]}"#]
    )
  }

  @Test("a case is a bare name or qualified by its type, which is the dynamic type")
  func cases() throws {
    try expect(
      #"{"case":"server"}"#,
      matches: [#"{"type":"A.E","case":"server"}"#],
      not: [#"{"type":"server"}"#, #"{"type":"E","case":"xserver"}"#]
    )
    try expect(
      #"{"case":"Api.NetworkError.server"}"#,
      matches: [#"{"type":"Shop.Api.NetworkError","case":"server"}"#],
      not: [
        #"{"type":"NetworkError","case":"server"}"#, #"{"message":"m","case":"server"}"#,
        #"{"type":"Shop.X","is":["Api.NetworkError"],"case":"server"}"#,
      ]
    )
    try expect(
      #"{"case":["A.x","y"]}"#,
      matches: [#"{"type":"A","case":"x"}"#, #"{"type":"B","case":"y"}"#],
      not: [#"{"type":"B","case":"x"}"#]
    )
  }

  @Test("a glob of a case is compared with the qualified name if it has a dot, or else with the case")
  func caseGlobs() throws {
    try expect(
      #"{"case":"ser*"}"#,
      matches: [#"{"type":"A","case":"server"}"#],
      not: [#"{"type":"ser","case":"x"}"#]
    )
    try expect(
      #"{"case":"Shop.*.ser*"}"#,
      matches: [#"{"type":"Shop.A","case":"server"}"#, #"{"type":"Shop.A.B","case":"ser"}"#],
      not: [#"{"type":"My.Shop.A","case":"server"}"#, #"{"message":"m","case":"server"}"#]
    )
  }

  @Test("values in a case are compared as JSON, as many as are written")
  func values() throws {
    let server = #"{"type":"Shop.NetworkError","case":"server","payload":[500,"x",true,null]}"#
    for form in [
      "server(500)", "NetworkError.server(500.0)", #"server(500, "x")"#, #"server( 5e2 ,"x",true,null )"#,
      "server()",
    ] {
      try expect(#"{"case":\#(form.json)}"#, matches: [server])
    }
    for form in [
      #"server("500")"#, "server(501)", #"server(500, "y")"#, "server(500, null)", "Other.server(500)",
    ] {
      try expect(#"{"case":\#(form.json)}"#, not: [server])
    }
    try expect(#"{"case":"server(1,2)"}"#, not: [#"{"type":"E","case":"server","payload":[1]}"#])
    try expect(#"{"case":"server(1)"}"#, matches: [#"{"type":"E","case":"server","payload":1}"#])
    try expect(#"{"case":"server(null)"}"#, not: [#"{"type":"E","case":"server"}"#])
  }

  @Test("a string in a case has JSON's escapes")
  func escapes() throws {
    let form = #"server("a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00")"#
    let record = #"{"type":"E","case":"server","payload":["a\"\\/\b\f\n\r\té😀"]}"#
    try expect(#"{"case":\#(form.json)}"#, matches: [record])
  }

  @Test("a nested case matches a nested error")
  func nested() throws {
    let record =
      #"{"type":"A.Outer","case":"failed","payload":[{"type":"A.Inner","case":"bad","payload":[7,8]}]}"#
    for form in ["failed(bad)", "Outer.failed(Inner.bad(7))", "failed(A.Inner.bad(7, 8))", "failed(.bad)"] {
      try expect(#"{"case":\#(form.json)}"#, matches: [record])
    }
    for form in ["failed(good)", "failed(Other.bad)", "failed(bad(8))", #"failed("bad")"#] {
      try expect(#"{"case":\#(form.json)}"#, not: [record])
    }
  }

  @Test(
    "an empty case is an error",
    arguments: [
      "", "a(", "a(1", "a(1))", "a(1,,2)", "a b", "A.", #"a("x)"#, #"a("\x")"#, "a(007)", "a(0x1F)", "a(+5)",
      "a(5xx)",
      "a(1 2)", #"a("\ud800")"#,
    ]
  )
  func malformed(form: String) {
    #expect(Rules.faults(when: #"{"case":\#(form.json)}"#) == ["wrong-value"])
  }

  @Test("a case nested a thousand deep is rejected without stack overflow")
  func deep() {
    let form = String(repeating: "a(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(Rules.faults(when: #"{"case":\#(form.json)}"#) == ["wrong-value"])
  }
}
