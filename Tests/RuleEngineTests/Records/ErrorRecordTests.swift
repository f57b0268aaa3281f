import RuleEngine
import Testing

@Suite("A recorded error")
struct ErrorRecordTests {
  private static let any =
    #"{"version":1,"responders":[{"id":"app","rules":[{"then":"proceed"}],"#
    + #""events":[{"enabled":false,"then":"handled"},{"then":"handled"}]}]}"#

  @Test(
    "has a type, domain, message, status or problem, or is an event",
    arguments: [
      #"{"type":"E"}"#, #"{"domain":"d"}"#, #"{"message":""}"#, #"{"status":500}"#, #"{"problem":{}}"#,
      #"{"event":"opened"}"#,
    ]
  )
  func required(record: String) throws {
    #expect(try Rules(Self.any).answer(record).by == (record.contains("event") ? "app/#2" : "app/#1"))
  }

  @Test(
    "is rejected with a sentence if it has none of these",
    arguments: [
      (#"{}"#, "not an error"), (#"{"type":5}"#, "not an error"),
      (#"{"code":5,"category":"x"}"#, "not an error"),
      (#"[]"#, "one JSON object"), (#""E""#, "one JSON object"), (#"{"type":"E""#, "column"),
      (#"{"event":5}"#, "not an error"), (#"{"with":{"a":1}}"#, "not an error"),
    ]
  )
  func rejected(record: String, sentence: String) throws {
    let rules = try Rules(Self.any)
    let rejection = #expect(throws: InvalidRecord.self) { try rules.answer(record) }
    #expect(rejection?.description.contains(sentence) == true)
  }

  @Test("reads unknown members as attributes, also in nested errors")
  func unknownMembers() throws {
    try expect(
      #"{"attributes":{"user.id":7}}"#,
      matches: [
        #"{"type":"E","user":{"id":7}}"#, #"{"type":"E","user.id":7}"#,
        #"{"type":"E","attributes":{"user":{"id":7}}}"#, #"{"type":"E","attributes":{"user.id":7}}"#,
      ],
      not: [#"{"type":"E","user":{"id":8}}"#, #"{"type":"E","underlying":{"type":"F","user":{"id":7}}}"#]
    )
    try expect(
      #"{"underlying":{"attributes":{"host":"a"}}}"#,
      matches: [#"{"type":"E","underlying":[{"type":"F","host":"a"}]}"#],
      not: [#"{"type":"E","host":"a","underlying":[{"type":"F"}]}"#]
    )
    try expect(
      #"{"payload":{"0":{"attributes":{"host":"a"}}}}"#,
      matches: [#"{"type":"E","payload":[{"type":"F","host":"a"}]}"#]
    )
  }

  @Test("prefers attributes to unknown members of the same name")
  func clash() throws {
    try expect(
      #"{"attributes":{"host":"a"}}"#,
      matches: [#"{"type":"E","host":"b","attributes":{"host":"a"}}"#],
      not: [#"{"type":"E","host":"a","attributes":{"host":"b"}}"#]
    )
    // A path that is missing in attributes is still found outside.
    try expect(
      #"{"attributes":{"http.route":"/pay"}}"#,
      matches: [#"{"type":"E","http.route":"/pay","attributes":{"http":{"method":"GET"}}}"#]
    )
  }

  @Test("finds an attribute by any split of its name; the longest literal key wins")
  func splits() throws {
    try expect(
      #"{"attributes":{"a.b.c":1}}"#,
      matches: [
        #"{"type":"E","a":{"b":{"c":1}}}"#, #"{"type":"E","a.b":{"c":1}}"#, #"{"type":"E","a":{"b.c":1}}"#,
        #"{"type":"E","a.b.c":1}"#,
        #"{"type":"E","a":{"b":{"c":2}},"a.b":{"c":3},"a.b.c":1}"#,
        #"{"type":"E","a.b":{"c":1},"a":{"b.c":2}}"#,
        // The longest key that leads to a value: one that leads nowhere does not hide another.
        #"{"type":"E","a.b":{"d":2},"a":{"b":{"c":1}}}"#,
      ],
      not: [#"{"type":"E","a.b.c":2,"a":{"b":{"c":1}}}"#, #"{"type":"E","a":{"b":[{"c":1}]}}"#]
    )
  }

  @Test("reads a member of the wrong type as an attribute")
  func wrongTypes() throws {
    try expect(#"{"attributes":{"status":"500"}}"#, matches: [#"{"type":"E","status":"500"}"#])
    try expect(
      #"{"status":{"exists":true}}"#,
      matches: [#"{"status":500}"#],
      not: [#"{"type":"E","status":"500"}"#, #"{"type":"E","status":4.5}"#, #"{"type":"E","status":[1]}"#]
    )
    try expect(#"{"attributes":{"type.name":"x"}}"#, matches: [#"{"message":"m","type":{"name":"x"}}"#])
    try expect(#"{"attributes":{"attributes":5}}"#, matches: [#"{"type":"E","attributes":5}"#])
    try expect(#"{"attributes":{"severity":"bad"}}"#, matches: [#"{"type":"E","severity":"bad"}"#])
    try expect(#"{"attributes":{"retryAfter":-120}}"#, matches: [#"{"type":"E","retryAfter":-120}"#])
    try expect(#"{"attributes":{"platform":"plan9"}}"#, matches: [#"{"type":"E","platform":"plan9"}"#])
    // A known field is not an attribute.
    try expect(
      #"{"attributes":{"status":{"exists":true}}}"#,
      not: [#"{"type":"E","status":500}"#, #"{"type":"E","status":null}"#]
    )
  }

  @Test("reads a whole number written with a point as an integer, and writes it as recorded")
  func wholeNumbers() throws {
    try expect(
      #"{"status":503}"#,
      matches: [#"{"status":503.0}"#, #"{"status":503.000}"#],
      not: [
        #"{"type":"E","status":503.5}"#, #"{"type":"E","status":5.03e2}"#, #"{"type":"E","status":"503"}"#,
      ]
    )
    try expect(#"{"status":{"atMost":0}}"#, matches: [#"{"status":-0.0}"#, #"{"status":-7.0}"#])
    try expect(#"{"attributes":{"status":{"exists":true}}}"#, not: [#"{"type":"E","status":503.0}"#])
    try expect(#"{"domain":"d","code":"4*"}"#, matches: [#"{"domain":"d","code":4001.0}"#])
    try expect(#"{"attempt":{"atLeast":2}}"#, matches: [#"{"type":"E","attempt":2.0}"#])
    try expect(#"{"severity":"error"}"#, matches: [#"{"type":"E","severity":17.0}"#])
    try expect(#"{"id":"41"}"#, matches: [#"{"id":41.0,"type":"E"}"#])
    let huge = "123456789012345678901234567890"
    try expect(
      #"{"domain":"d","code":"\#(huge)"}"#,
      matches: [#"{"domain":"d","code":\#(huge).0}"#, #"{"domain":"d","code":\#(huge)}"#]
    )
    try expect(#"{"underlying":{"status":503}}"#, matches: [#"{"type":"E","underlying":[{"status":503.0}]}"#])
    // A substitute for a status must be written as an integer.
    try expect(
      #"{"status":{"exists":true}}"#,
      not: [#"{"problem":{"status":503.0}}"#, #"{"type":"E","http":{"response":{"status_code":503.0}}}"#]
    )
  }

  @Test("accepts a single value in place of a list")
  func listsOfOne() throws {
    try expect(#"{"payload":{"0":5}}"#, matches: [#"{"type":"E","payload":5}"#])
    try expect(#"{"type":"P"}"#, matches: [#"{"type":"E","is":"P"}"#])
    try expect(#"{"underlying":{"type":"F"}}"#, matches: [#"{"type":"E","underlying":{"type":"F"}}"#])
    try expect(#"{"payload":{"0":{"type":"F"}}}"#, matches: [#"{"type":"E","payload":{"type":"F"}}"#])
  }

  @Test("has its id as text, or else its ordinal, which counts accepted records from 1")
  func ids() throws {
    let rules = try Rules(Self.any)
    let records = [
      #"{"type":"E","id":"a\"1"}"#, #"{"type":"E","id":41}"#, #"{"type":"E"}"#,
      #"{"type":"E","id":12345678901234567890123}"#, #"{"type":"E","id":true}"#,
    ]
    let ids = try rules.answers(records).map { $0.members["id"] as? String }
    #expect(ids == [#"a"1"#, "41", "3", "12345678901234567890123", "5"])
    try expect(#"{"id":"41"}"#, matches: [#"{"type":"E","id":41}"#, #"{"type":"E","id":"41"}"#])
  }

  @Test("keeps its time and origin as recorded")
  func heads() throws {
    let rules = try Rules(Self.any)
    let record = #"{"time":"2026-11-20T08:15:02.120000+01:00","origin":"a/b","type":"E"}"#
    #expect(
      try rules.text(record).hasPrefix(
        #"{"id":"1","time":"2026-11-20T08:15:02.120000+01:00","origin":"a/b","path""#
      )
    )
    #expect(try rules.text(#"{"time":1763626502.5,"type":"E"}"#).contains(#""time":1763626502.5,"#))
    #expect(try !rules.text(#"{"time":"yesterday","type":"E"}"#).contains("time"))
  }

  @Test("may nest a payload error with its own causes, however many the record has")
  func nestedCauses() throws {
    let causes = (0..<63).map { #"{"type":"C\#($0)"}"# }.joined(separator: ",")
    try expect(
      #"{"payload":{"0":{"underlying":{"type":"Deep"}}},"underlying":{"type":"C62"}}"#,
      matches: [
        #"{"type":"E","payload":[{"type":"N","underlying":[{"type":"Deep"}]}],"underlying":[\#(causes)]}"#
      ]
    )
  }
}

@Suite("Derived members of a recorded error")
struct DerivedValueTests {
  @Test("fatal is whether the severity is fatal, and is never missing")
  func fatal() throws {
    try expect(
      #"{"fatal":true}"#,
      matches: [
        #"{"type":"E","severity":"fatal"}"#, #"{"type":"E","severity":21}"#, #"{"type":"E","fatal":true}"#,
      ],
      not: [#"{"type":"E","severity":"fatal","fatal":false}"#, #"{"type":"E","severity":20}"#]
    )
    try expect(#"{"fatal":false}"#, matches: [#"{"type":"E"}"#], not: [#"{"type":"E","severity":24}"#])
    try expect(#"{"fatal":{"exists":true}}"#, matches: [#"{"type":"E"}"#])
  }

  @Test("status falls back to the problem's, then to the attribute http.response.status_code")
  func status() throws {
    try expect(
      #"{"status":503}"#,
      matches: [
        #"{"status":503}"#, #"{"status":503,"problem":{"status":404}}"#, #"{"problem":{"status":503}}"#,
        #"{"type":"E","http.response.status_code":503}"#,
        #"{"type":"E","attributes":{"http":{"response":{"status_code":503}}}}"#,
        #"{"problem":{"status":"404"},"http.response.status_code":503}"#,
        #"{"problem":{"status":503},"http.response.status_code":404}"#,
      ],
      not: [
        #"{"status":404,"problem":{"status":503}}"#, #"{"type":"E","http.response.status_code":"503"}"#,
        #"{"problem":{"status":404},"http.response.status_code":503}"#,
      ]
    )
    try expect(
      #"{"status":{"exists":false}}"#,
      matches: [#"{"problem":{}}"#],
      not: [#"{"problem":{"status":1}}"#]
    )
    // A cause's own, not the error's.
    try expect(
      #"{"underlying":{"status":503}}"#,
      matches: [#"{"type":"E","underlying":{"problem":{"status":503}}}"#],
      not: [#"{"status":503,"underlying":{"type":"F"}}"#]
    )
  }

  @Test("problem.type is about:blank if it is absent or not a string, and missing without a problem")
  func problemType() throws {
    try expect(
      #"{"problem":{"type":"about:blank"}}"#,
      matches: [#"{"problem":{}}"#, #"{"problem":{"type":5}}"#, #"{"problem":{"type":"about:blank"}}"#],
      not: [#"{"problem":{"type":""}}"#, #"{"status":500}"#]
    )
    try expect(#"{"not":{"problem":{"type":"about:blank"}}}"#, matches: [#"{"status":500}"#])
    try expect(
      #"{"problem":{"type":{"exists":false}}}"#,
      matches: [#"{"type":"E"}"#],
      not: [#"{"problem":{}}"#]
    )
  }

  @Test("a problem member of the wrong type is ignored; strict rejects it, and an empty type")
  func strictProblem() throws {
    try expect(#"{"problem":{"title":{"exists":false}}}"#, matches: [#"{"problem":{"title":5}}"#])
    try expect(
      #"{"problem":{"strict":true}}"#,
      matches: [#"{"problem":{}}"#, #"{"problem":{"type":"a","title":"b","status":1,"detail":"d","x":[]}}"#],
      not: [
        #"{"problem":{"type":""}}"#, #"{"problem":{"title":5}}"#, #"{"problem":{"status":"404"}}"#,
        #"{"problem":{"detail":null}}"#, #"{"problem":{"instance":{}}}"#, #"{"type":"E"}"#,
      ]
    )
  }

  @Test("platform falls back to the file's, then to darwin")
  func platform() throws {
    try expect(
      #"{"platform":"darwin"}"#,
      matches: [#"{"type":"E"}"#],
      not: [#"{"type":"E","platform":"linux"}"#]
    )
    try expect(
      #"{"platform":"linux"}"#,
      matches: [#"{"type":"E"}"#],
      not: [#"{"type":"E","platform":"darwin"}"#],
      beside: #""defaults":{"platform":"linux"}"#
    )
  }

  static let bands: [(String, ClosedRange<Int>)] = [
    ("trace", 1...4), ("debug", 5...8), ("info", 9...9), ("notice", 10...12), ("warning", 13...16),
    ("error", 17...17), ("critical", 18...20), ("fatal", 21...24),
  ]

  @Test("severity numbers become names, in rules and in records", arguments: bands)
  func severities(name: String, band: ClosedRange<Int>) throws {
    let inside = band.map { #"{"type":"E","severity":\#($0)}"# } + [#"{"type":"E","severity":"\#(name)"}"#]
    let outside = (0...25).filter { !band.contains($0) }.map { #"{"type":"E","severity":\#($0)}"# }
    try expect(#"{"severity":"\#(name)"}"#, matches: inside, not: outside + [#"{"type":"E"}"#])
    try expect(#"{"severity":\#(band.upperBound)}"#, matches: inside, not: outside)
  }

  @Test("severities are ordered from least to most severe")
  func severityOrder() throws {
    try expect(
      #"{"severity":{"atLeast":"notice","lessThan":"error"}}"#,
      matches: [#"{"type":"E","severity":"notice"}"#, #"{"type":"E","severity":16}"#],
      not: [#"{"type":"E","severity":"info"}"#, #"{"type":"E","severity":17}"#, #"{"type":"E"}"#]
    )
    try expect(
      #"{"severity":["trace","fatal"]}"#,
      matches: [#"{"type":"E","severity":4}"#, #"{"type":"E","severity":"fatal"}"#],
      not: [#"{"type":"E","severity":"error"}"#]
    )
    #expect(Rules.faults(when: #"{"severity":25}"#) == ["wrong-value"])
    #expect(Rules.faults(when: #"{"severity":"fatl"}"#) == ["wrong-value"])
  }
}
