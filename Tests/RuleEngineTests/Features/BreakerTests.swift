import RuleEngine
import Testing

@Suite("A breaker")
struct BreakerTests {
  private static func rules(
    _ breaker: String,
    when: String = "open: b",
    beside members: String = "",
    registry: Registry = Registry()
  ) throws -> Rules {
    try Rules(
      """
      version: 1
      \(members)
      breakers: { b: { \(breaker) } }
      responders:
        - id: app
          rules:
            - { id: down, when: { \(when) }, then: abort }
            - { id: rest, then: proceed }
      """,
      registry: registry
    )
  }

  /// By record: whether the rule that asks the breaker decided.
  private static func open(_ rules: Rules, _ records: [String]) throws -> [Bool] {
    let answers = try rules.answers(records)
    #expect(try rules.answers(records, explained: true).map { $0.by } == answers.map { $0.by })
    return answers.map { $0.by == "app/down" }
  }

  private static func timed(_ times: [Double], _ members: String = "") -> [String] {
    times.map { #"{"type":"E"\#(members),"time":\#($0)}"# }
  }

  @Test("is open for the error that opens it, and until `stays` after the last one that fitted meanwhile")
  func periods() throws {
    let rules = try Self.rules("atLeast: 3, within: 10s, stays: 5s")
    let times = [100.0, 101, 110, 110.5, 111, 115, 119.9, 125]
    // At 110 the one of 100 has just left. At 111 it opens; 119.9 keeps it open until 124.9.
    #expect(try Self.open(rules, Self.timed(times)) == [false, false, false, true, true, true, true, false])
  }

  @Test("that decides before a custom matcher leaves nothing to assume, with and without steps")
  func decidesBeforeCustom() throws {
    let fits = #"{"type":"E","time":1}"#
    let passes = #"{"type":"F","time":100}"#
    let cases: [(when: String, open: Bool, closed: Bool)] = [
      ("any: [ { open: b }, { custom: c } ]", false, true),
      ("any: [ { custom: c }, { open: b } ]", true, true),
      ("open: b, custom: c", true, false),
      ("not: { open: b }, custom: c", false, true),
      ("open: b, underlying: { custom: c }", false, false),
      ("all: [ { any: [ { open: b }, { type: G } ] }, { not: { custom: c } } ]", true, false),
    ]
    var registry = Registry()
    registry.stubs["c"] = false
    for (when, open, closed) in cases {
      let rules = try Self.rules(
        "when: { type: E }, atLeast: 1, within: 1m, stays: 30s",
        when: when,
        registry: registry
      )
      for isExplained in [false, true] {
        let answers = try rules.answers([fits, passes], explained: isExplained)
        #expect(answers.map { $0.members["assumed"] as? Bool ?? false } == [open, closed], "\(when)")
      }
    }
  }

  @Test("sees errors that it does not count: they find it open, and change nothing")
  func others() throws {
    let rules = try Self.rules("when: { status: 503 }, atLeast: 2, within: 10s, stays: 5s")
    let records = [
      #"{"type":"E","status":503,"time":1}"#, #"{"type":"E","status":404,"time":2}"#,
      #"{"type":"E","status":503,"time":3}"#, #"{"type":"E","status":404,"time":4}"#,
      #"{"type":"E","status":404,"time":7.9}"#, #"{"type":"E","status":404,"time":8}"#,
    ]
    #expect(try Self.open(rules, records) == [false, false, true, true, true, false])
  }

  @Test("is one for each key; a missing field is a key of its own")
  func keys() throws {
    let rules = try Self.rules("atLeast: 2, within: 1m, stays: 1m, per: [ type, attributes.host ]")
    let records = [
      #"{"type":"E","host":"a"}"#, #"{"type":"E","host":"b"}"#, #"{"type":"E"}"#,
      #"{"type":"F","host":"a"}"#, #"{"type":"E"}"#, #"{"type":"E","host":"a"}"#,
      #"{"type":"E","host":null}"#,
    ]
    #expect(try Self.open(rules, records) == [false, false, false, false, true, true, false])
  }

  @Test("counts after the error has its category, and where it is not ignored")
  func order() throws {
    let categories = "categories: [ { name: busy, when: { status: 503 } } ]"
    let rules = try Self.rules(
      "when: { category: busy }, atLeast: 2, within: 1m, stays: 1m",
      beside: categories
    )
    let records = [
      #"{"type":"E","status":503}"#, #"{"type":"E","status":503,"cancelled":true}"#,
      #"{"type":"E","status":404}"#, #"{"type":"E","status":503}"#,
    ]
    #expect(try Self.open(rules, records) == [false, false, false, true])
  }

  @Test("counts what defaults.unwrap made of an error")
  func unwrapped() throws {
    let rules = try Self.rules(
      "when: { type: Inner }, atLeast: 2, within: 1m, stays: 1m",
      beside: "defaults: { unwrap: [ { when: { type: Outer }, path: payload.0 } ] }"
    )
    let record = #"{"type":"Outer","payload":{"type":"Inner"}}"#
    #expect(try Self.open(rules, [record, record]) == [false, true])
  }

  @Test("counts an error that an event rule raises")
  func raised() throws {
    let rules = try Rules(
      """
      version: 1
      breakers: { b: { when: { type: Raised }, atLeast: 2, within: 1m, stays: 1m } }
      responders:
        - id: app
          rules: [ { id: down, when: { open: b }, then: abort }, { id: rest, then: proceed } ]
        - id: low
          parent: app
          origins: [ low ]
          events: [ { id: up, when: { event: failed }, then: { raise: { type: Raised } } } ]
      """
    )
    let event = #"{"event":"failed","origin":"low"}"#
    let texts = try rules.texts([event, event, #"{"type":"E"}"#])
    #expect(texts[0].contains(#""rule":"rest""#) && texts[1].contains(#""rule":"down""#))
    #expect(texts[2].contains(#""rule":"down""#))
  }

  @Test("counts each error once, as it is raised: not after a transform, which may change its key")
  func transformed() throws {
    let rules = try Rules(
      """
      version: 1
      breakers: { b: { atLeast: 2, within: 1m, stays: 1m, per: type } }
      responders:
        - id: app
          rules:
            - { id: before, when: { open: b }, then: abort }
            - { id: change, when: { type: [ A, B ] }, then: { transform: { type: C } } }
            - { id: after, when: { open: b }, then: cancel }
            - { id: rest, then: proceed }
      """
    )
    let answers = try rules.answers(["A", "B", "C", "C", "A", "D", "A"].map { #"{"type":"\#($0)"}"# })
    #expect(
      answers.map { $0.by } == [
        "app/rest", "app/rest", "app/rest", "app/before", "app/before", "app/rest", "app/before",
      ]
    )
    let mixed = try rules.answers(["C", "C", "B"].map { #"{"type":"\#($0)"}"# })
    #expect(mixed[2].by == "app/after")
  }

  @Test("of a list is asked whether one of them is open; in a group, only where that decides")
  func combined() throws {
    let two = """
      version: 1
      breakers:
        a: { when: { status: 500 }, atLeast: 1, within: 1m, stays: 1m }
        b: { when: { status: 503 }, atLeast: 1, within: 1m, stays: 1m }
      responders:
        - id: app
          rules: [ { id: down, when: { WHEN }, then: abort }, { id: rest, then: proceed } ]
      """
    let records = [
      #"{"type":"E","status":404}"#, #"{"type":"E","status":503}"#, #"{"type":"E","status":404}"#,
    ]
    func open(_ when: String) throws -> [Bool] {
      try Self.open(try Rules(two.replacing("WHEN", with: when)), records)
    }
    #expect(try open("open: [ a, b ]") == [false, true, true])
    #expect(try open("open: a") == [false, false, false])
    #expect(try open("not: { open: b }") == [true, false, false])
    #expect(try open("any: [ { status: 404 }, { open: b } ]") == [true, true, true])
    #expect(try open("open: b, status: 404") == [false, false, true])
  }

  @Test("may be asked by a named matcher, and its names may be a list")
  func named() throws {
    let rules = try Self.rules(
      "atLeast: 1, within: 1m, stays: 1m",
      when: "matcher: down",
      beside: "matchers: { down: { open: $all } }\nlists: { all: [ b ] }"
    )
    #expect(try Self.open(rules, [#"{"type":"E"}"#]) == [true])
  }

  @Test("without times counts all errors at the same moment, so that it never closes")
  func untimed() throws {
    let rules = try Self.rules("atLeast: 2, within: 1s, stays: 1s")
    let records = Array(repeating: #"{"type":"E"}"#, count: 4)
    #expect(try Self.open(rules, records) == [false, true, true, true])
  }

  @Test("is explained: how many it counted, and since when it is open")
  func explained() throws {
    let rules = try Self.rules(
      "when: { status: 503 }, atLeast: 2, within: 10s, stays: 5s, per: attributes.host"
    )
    let records = [1, 2].map { #"{"type":"E","status":503,"host":"a","time":\#($0)}"# }
    let texts = try rules.texts(records, explained: true)
    let key = #""key":{"attributes.host":"a"},"within":"10s""#
    #expect(
      texts[0].contains(
        #"{"breaker":"b","compared":[{"field":"status","expected":"503","found":503,"holds":true}],"#
          + #""state":[{"read":"breaker","breaker":"b","count":1,"atLeast":2,"open":false,\#(key)}],"result":"matched"}"#
      ),
      "\(texts[0])"
    )
    #expect(
      texts[1].contains(
        #""compared":[{"field":"open","expected":"b","holds":true}],"#
          + #""state":[{"read":"breaker","breaker":"b","count":2,"atLeast":2,"open":true,"since":"1970-01-01T00:00:02Z",\#(key)}]"#
      ),
      "\(texts[1])"
    )
  }
}
