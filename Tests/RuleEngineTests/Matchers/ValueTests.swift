import RuleEngine
import Testing

@Suite("Comparing values")
struct ValueTests {
  private static let fields = [
    #""type":"E""#, #""case":"c""#, #""payload":{"0":1}"#, #""domain":"d""#, #""code":1"#, #""status":1"#,
    #""message":"m""#, #""reason":"r""#, #""suggestion":"s""#, #""origin":"o""#, #""operation":"op""#,
    #""attempt":1"#, #""retryAfter":"1s""#, #""severity":"error""#, #""cancelled":true"#,
    #""cancelled":false"#,
    #""problem":{"type":"about:blank"}"#, #""problem":{"title":"t"}"#, #""problem":{"strict":true}"#,
    #""attributes":{"a":1}"#, #""attributes":{"a":null}"#, #""attributes":{"a":{"lessThan":9}}"#,
    #""underlying":{}"#, #""id":"1""#, #""case":"E.c(1)""#, #""payload":{"0":{"type":"E"}}"#,
  ]

  @Test("a missing field matches nothing, so its negation matches", arguments: fields)
  func missing(member: String) throws {
    // Its one member is of an unknown kind, so nothing else is derived from it.
    let bare = member.contains("message") ? #"{"type":"F"}"# : #"{"message":"?"}"#
    try expect("{\(member)}", not: [bare])
    try expect("{\"not\":{\(member)}}", matches: [bare])
  }

  @Test(
    "exists works for any field",
    arguments: [
      ("time", #"5"#), ("id", #""a""#), ("origin", #""a""#), ("type", #""a""#), ("case", #""a""#),
      ("payload", "[1]"), ("is", #"["a"]"#), ("domain", #""a""#), ("code", "1"), ("status", "1"),
      ("message", #""a""#), ("reason", #""a""#), ("suggestion", #""a""#), ("options", #"["a"]"#),
      ("category", #""known""#), ("severity", "1"), ("cancelled", "false"), ("operation", #""a""#),
      ("attempt", "1"), ("retryAfter", #""1s""#), ("problem", "{}"), ("underlying", #"[{"type":"F"}]"#),
      ("answers", "[1]"), ("attributes", "{}"),
    ]
  )
  func existence(field: String, value: String) throws {
    let bare = field == "type" ? #"{"domain":"d"}"# : #"{"type":"E"}"#
    let full = bare.dropLast() + #","\#(field)":\#(value)}"#
    let known = #""categories":[{"name":"known"}]"#
    try expect(#"{"\#(field)":{"exists":true}}"#, matches: [String(full)], not: [bare], beside: known)
    try expect(#"{"\#(field)":{"exists":false}}"#, matches: [bare], not: [String(full)], beside: known)
  }

  @Test("all, any, not and the members of a mapping combine as in logic; {} matches everything")
  func connectives() throws {
    try expect("{}", matches: [#"{"type":"E"}"#])
    try expect(
      #"{"all":[{"status":"5xx"},{"not":{"status":503}}]}"#,
      matches: [#"{"status":500}"#],
      not: [#"{"status":503}"#, #"{"status":404}"#]
    )
    try expect(
      #"{"any":[{"all":[{"type":"A"},{"case":"x"}]},{"not":{"any":[{"type":"A"},{"type":"B"}]}}]}"#,
      matches: [#"{"type":"A","case":"x"}"#, #"{"type":"C"}"#],
      not: [#"{"type":"A"}"#, #"{"type":"B","case":"x"}"#]
    )
    try expect(#"{"not":{}}"#, not: [#"{"type":"E"}"#])
    #expect(Rules.faults(when: #"{"all":[]}"#) == ["wrong-value"])
    #expect(Rules.faults(when: #"{"not":[{}]}"#) == ["wrong-type"])
  }

  @Test("operators in one mapping must all match")
  func operators() throws {
    try expect(
      #"{"status":{"atLeast":400,"lessThan":500}}"#,
      matches: [#"{"status":400}"#, #"{"status":499}"#],
      not: [#"{"status":399}"#, #"{"status":500}"#]
    )
    try expect(
      #"{"attempt":{"greaterThan":1,"atMost":3}}"#,
      matches: [#"{"type":"E","attempt":2}"#, #"{"type":"E","attempt":3}"#],
      not: [#"{"type":"E","attempt":1}"#, #"{"type":"E","attempt":4}"#]
    )
    try expect(
      #"{"attributes":{"a":{"exists":true,"hasPrefix":"x"}}}"#,
      matches: [#"{"type":"E","a":"xy"}"#],
      not: [#"{"type":"E","a":"y"}"#, #"{"type":"E"}"#]
    )
  }

  @Test("an array attribute matches if one element matches all operators")
  func arrays() throws {
    try expect(
      #"{"attributes":{"tags":"a"}}"#,
      matches: [#"{"type":"E","tags":["b","a"]}"#],
      not: [#"{"type":"E","tags":["b",["a"]]}"#, #"{"type":"E","tags":[]}"#]
    )
    try expect(
      #"{"attributes":{"n":"4xx"}}"#,
      matches: [#"{"type":"E","n":[1,404]}"#],
      not: [#"{"type":"E","n":[1,500]}"#]
    )
    try expect(
      #"{"attributes":{"n":null}}"#,
      matches: [#"{"type":"E","n":[1,null]}"#, #"{"type":"E","n":null}"#],
      not: [#"{"type":"E","n":[]}"#]
    )
    try expect(
      #"{"attributes":{"n":{"atLeast":3,"lessThan":5}}}"#,
      matches: [#"{"type":"E","n":[9,4]}"#, #"{"type":"E","n":3}"#],
      not: [#"{"type":"E","n":[9,1]}"#, #"{"type":"E","n":[]}"#, #"{"type":"E","n":9}"#]
    )
    try expect(
      #"{"attributes":{"n":{"hasPrefix":["a","b"],"hasSuffix":"z","exists":true}}}"#,
      matches: [#"{"type":"E","n":["x","bz"]}"#],
      not: [#"{"type":"E","n":["ax","yz"]}"#]
    )
    try expect(
      #"{"problem":{"ext":{"n":{"greaterThan":1,"lessThan":3}}}}"#,
      matches: [#"{"problem":{"n":[0,2]}}"#],
      not: [#"{"problem":{"n":[0,4]}}"#]
    )
    try expect(#"{"not":{"attributes":{"tags":"a"}}}"#, not: [#"{"type":"E","tags":["b","a"]}"#])
    // An array as payload is one value.
    try expect(#"{"payload":{"0":5}}"#, not: [#"{"type":"E","payload":[[5]]}"#])
  }

  @Test("scalars compare as in JSON")
  func scalars() throws {
    try expect(
      #"{"attributes":{"a":500}}"#,
      matches: [#"{"type":"E","a":500.0}"#, #"{"type":"E","a":5e2}"#],
      not: [#"{"type":"E","a":"500"}"#]
    )
    try expect(
      #"{"attributes":{"a":"500"}}"#,
      matches: [#"{"type":"E","a":"500"}"#],
      not: [#"{"type":"E","a":500}"#]
    )
    try expect(
      #"{"attributes":{"a":true}}"#,
      matches: [#"{"type":"E","a":true}"#],
      not: [#"{"type":"E","a":1}"#, #"{"type":"E","a":"true"}"#]
    )
    try expect(
      #"{"attributes":{"a":[1,"x",null]}}"#,
      matches: [#"{"type":"E","a":1}"#, #"{"type":"E","a":"x"}"#, #"{"type":"E","a":null}"#],
      not: [#"{"type":"E"}"#, #"{"type":"E","a":2}"#]
    )
  }

  @Test("integers beyond 2^53 compare exactly", arguments: ["attributes", "payload", "code"])
  func exactIntegers(field: String) throws {
    let (one, other) = ("9007199254740993", "9007199254740992")
    func when(_ value: String) -> String {
      switch field {
      case "attributes": #"{"attributes":{"n":\#(value)}}"#
      case "payload": #"{"payload":{"0":\#(value)}}"#
      default: #"{"code":\#(value)}"#
      }
    }
    func record(_ value: String) -> String {
      field == "attributes" ? #"{"type":"E","n":\#(value)}"# : #"{"type":"E","\#(field)":\#(value)}"#
    }
    try expect(when(one), matches: [record(one)], not: [record(other)])
    try expect(when(#"{"greaterThan":\#(other)}"#), matches: [record(one)], not: [record(other)])
    try expect(when(#""\#(one)...\#(one)""#), matches: [record(one)], not: [record(other)])
    try expect(
      when("9223372036854775807"),
      matches: [record("9223372036854775807")],
      not: [record("9223372036854775806")]
    )
  }

  @Test(
    "ranges and classes",
    arguments: [
      ("400..<500", [400, 499], [399, 500]), ("400...499", [400, 499], [399, 500]),
      ("4xx", [400, 499], [399, 500]),
      ("1xx", [100], [99]), ("-5...-3", [-5, -3], [-6, -2]), ("-1..<1", [-1, 0], [1]),
      ("1.5...2.5", [2], [1, 3]),
    ]
  )
  func ranges(range: String, yes: [Int], no: [Int]) throws {
    for field in ["code", "attributes"] {
      let when = field == "code" ? #"{"code":"\#(range)"}"# : #"{"attributes":{"n":"\#(range)"}}"#
      let key = field == "code" ? "code" : "n"
      try expect(
        when,
        matches: yes.map { #"{"type":"E","\#(key)":\#($0)}"# },
        not: no.map { #"{"type":"E","\#(key)":\#($0)}"# }
      )
    }
  }

  @Test(
    "a range needs a number",
    arguments: [
      "0xx", "4XX", "44x", "400-499", "500...400", "5..<5", "..<5", "5...", "1e2...2e2", "400 ... 500",
    ]
  )
  func noRanges(text: String) {
    #expect(["wrong-type", "wrong-value"].contains(Rules.faults(when: #"{"status":"\#(text)"}"#).first))
  }

  @Test("a list of values means any of them; $name stands for a list's items, alone or inside a list")
  func lists() throws {
    let lists = #""lists":{"bad":[500,"502...504"],"names":["a*","b"]}"#
    try expect(
      #"{"status":"$bad"}"#,
      matches: [#"{"status":500}"#, #"{"status":503}"#],
      not: [#"{"status":501}"#],
      beside: lists
    )
    try expect(
      #"{"status":[404,"$bad"]}"#,
      matches: [#"{"status":404}"#, #"{"status":504}"#],
      not: [#"{"status":405}"#],
      beside: lists
    )
    try expect(
      #"{"domain":"$names"}"#,
      matches: [#"{"domain":"abc"}"#, #"{"domain":"b"}"#],
      not: [#"{"domain":"bc"}"#],
      beside: lists
    )
    try expect(#"{"attributes":{"x":"$bad"}}"#, matches: [#"{"type":"E","x":503}"#], beside: lists)
    #expect(Rules.faults(when: #"{"status":"$good"}"#, beside: lists) == ["unknown-list"])
  }

  @Test("a literal $name needs equals")
  func literalDollar() throws {
    try expect(#"{"message":{"equals":"$x"}}"#, matches: [#"{"message":"$x"}"#])
    try expect(
      #"{"message":{"equals":["$x","y"],"ignoreCase":true}}"#,
      matches: [#"{"message":"$X"}"#, #"{"message":"y"}"#]
    )
    try expect(#"{"attributes":{"a":{"equals":"$x"}}}"#, matches: [#"{"type":"E","a":"$x"}"#])
    try expect(#"{"domain":{"equals":"$x"}}"#, matches: [#"{"domain":"$x"}"#])
    try expect(#"{"message":"$"}"#, matches: [#"{"message":"$"}"#])
  }

  @Test("durations compare by length")
  func durations() throws {
    try expect(
      #"{"retryAfter":"60s"}"#,
      matches: [#"{"type":"E","retryAfter":"1m"}"#, #"{"type":"E","retryAfter":"60000ms"}"#],
      not: [#"{"type":"E","retryAfter":"61s"}"#]
    )
    try expect(#"{"retryAfter":{"equals":["1s","2s"]}}"#, matches: [#"{"type":"E","retryAfter":"2s"}"#])
    #expect(Rules.faults(when: #"{"retryAfter":60}"#) == ["wrong-type"])
  }

  @Test("operators test a payload's value; any other mapping matches a nested error; exists does both")
  func payloads() throws {
    try expect(
      #"{"payload":{"0":{"atLeast":3}}}"#,
      matches: [#"{"type":"E","payload":[3]}"#],
      not: [#"{"type":"E","payload":[{"atLeast":3}]}"#]
    )
    try expect(
      #"{"payload":{"1":{"exists":true}}}"#,
      matches: [#"{"type":"E","payload":[1,null]}"#, #"{"type":"E","payload":[1,{"type":"F"}]}"#],
      not: [#"{"type":"E","payload":[1]}"#]
    )
    try expect(
      #"{"payload":{"0":{"type":"F","exists":true}}}"#,
      matches: [#"{"type":"E","payload":{"type":"F"}}"#],
      not: [#"{"type":"E","payload":{"type":"G"}}"#, #"{"type":"F"}"#]
    )
    try expect(
      #"{"payload":{"0":{"not":{"type":"F"}}}}"#,
      matches: [#"{"type":"E","payload":[{"type":"G"}]}"#],
      not: [#"{"type":"E","payload":[{"type":"F"}]}"#, #"{"type":"E","payload":["x"]}"#, #"{"type":"E"}"#]
    )
    try expect(
      #"{"payload":{"0":"x","1":[1,2]}}"#,
      matches: [#"{"type":"E","payload":["x",2]}"#],
      not: [#"{"type":"E","payload":["x",3]}"#, #"{"type":"E","payload":["x"]}"#]
    )
    #expect(Rules.faults(when: #"{"payload":{"0":{"atLeast":3,"type":"F"}}}"#).isEmpty == false)
  }

  @Test("problem has its members, with extension members under ext")
  func problems() throws {
    let problem =
      #"{"problem":{"type":"https://x/a","title":"T","status":403,"detail":"D","instance":"I","agreementURL":"u","deep":{"er":1}}}"#
    try expect(
      #"{"problem":{"type":{"hasSuffix":"/a"},"title":"T","status":"4xx","detail":["C","D"],"instance":"I","ext":{"agreementURL":"u","deep.er":1}}}"#,
      matches: [problem]
    )
    for wrong in [
      #"{"title":"t"}"#, #"{"status":404}"#, #"{"ext":{"agreementURL":"v"}}"#, #"{"type":"https://x/*"}"#,
    ] {
      try expect(#"{"problem":\#(wrong)}"#, not: [problem])
    }
    #expect(Rules.faults(when: #"{"problem":{"agreementURL":"u"}}"#) == ["unknown-key"])
  }
}
