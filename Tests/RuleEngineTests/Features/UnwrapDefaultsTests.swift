import RuleEngine
import Testing

@Suite("The entries of defaults.unwrap")
struct UnwrapDefaultsTests {
  private func rules(_ entries: String, beside defaults: String = "") throws -> Rules {
    try Rules(
      """
      version: 1
      defaults: { \(defaults.isEmpty ? "" : defaults + ", ")unwrap: [ \(entries) ] }
      categories: [ { name: inner, when: { type: Inner } }, { name: outer, when: { type: Outer } } ]
      responders:
        - id: app
          rules: [ { id: seen, do: [ { log: '{error.type} {error.id}' } ], then: proceed } ]
      """
    )
  }

  private static let outer = "{ when: { type: Outer }, path: payload.0 }"

  @Test("replace the error before it has a category and before a rule is asked")
  func replaced() throws {
    let answered = try rules(Self.outer).answer(
      #"{"type":"Outer","id":"a","payload":{"type":"Inner","id":"b"}}"#
    )
    #expect(answered.category == "inner" && answered.acts == ["Inner a"] && answered.by == "app/seen")
    #expect(answered.text.hasSuffix(#""error":{"type":"Inner"}}"#))
  }

  @Test("leave an error as it is that does not match, or has no error at the path")
  func unchanged() throws {
    for record in [
      #"{"type":"Other","payload":{"type":"Inner"}}"#, #"{"type":"Outer"}"#,
      #"{"type":"Outer","payload":[5]}"#,
      #"{"type":"Outer","underlying":{"type":"Inner"}}"#,
    ] {
      #expect(try rules(Self.outer).answer(record).members["error"] == nil, "\(record)")
    }
  }

  @Test("apply in order, one after the other; the first that leads to an error counts")
  func order() throws {
    let chosen = try rules(
      "{ path: payload.0 }, { when: { type: Outer }, path: underlying }, { when: { type: Outer }, path: payload.1 }"
    )
    let record = #"{"type":"Outer","payload":[1,{"type":"P"}],"underlying":{"type":"U"}}"#
    #expect(try chosen.answer(record).acts == ["U 1"])
    let both = try rules("{ when: { type: A }, path: payload.0 }, { when: { type: B }, path: underlying }")
    let nested = #"{"type":"A","payload":{"type":"B","underlying":[{"type":"C"},{"type":"D"}]}}"#
    #expect(try both.answer(nested).acts == ["C 1"])
  }

  @Test("apply to the errors that they made, too")
  func again() throws {
    let nested = #"{"type":"A","payload":{"type":"A","payload":{"type":"A","payload":{"type":"C"}}}}"#
    #expect(try rules("{ when: { type: A }, path: payload.0 }").answer(nested).acts == ["C 1"])
  }

  @Test("replace an error at most eight times")
  func limit() throws {
    func nested(_ depth: Int) -> String {
      depth == 0 ? #"{"type":"T0"}"# : #"{"type":"T\#(depth)","payload":\#(nested(depth - 1))}"#
    }
    let both = try rules("{ path: payload.0 }")
    #expect(try both.answer(nested(8)).acts == ["T0 1"])
    #expect(try both.answer(nested(9)).acts == ["T1 1"])
  }

  @Test("are asked before cancellations are ignored")
  func cancellation() throws {
    let rules = try rules(Self.outer)
    let inside = try rules.answer(#"{"type":"Outer","payload":{"type":"CancellationError"}}"#)
    #expect(inside.by == "ignore cancellation")
    let outside = try rules.answer(#"{"type":"Outer","cancelled":true,"payload":{"type":"Inner"}}"#)
    #expect(outside.by == "app/seen")
  }

  @Test("take the category of the inner error, not that of the wrapper")
  func category() throws {
    let rules = try rules(Self.outer)
    let own = try rules.answer(
      #"{"type":"Outer","category":"outer","payload":{"type":"X","category":"inner"}}"#
    )
    #expect(own.category == "inner")
    let none = try rules.answer(#"{"type":"Outer","category":"outer","payload":{"type":"X"}}"#)
    #expect(none.category == nil)
  }

  @Test("do not apply after a transform, nor to an error that an event rule raises")
  func later() throws {
    let rules = try Rules(
      """
      version: 1
      defaults: { unwrap: [ { when: { type: Outer }, path: payload.0 } ] }
      responders:
        - id: app
          rules: [ { id: seen, do: [ { log: '{error.type}' } ], then: proceed } ]
        - id: low
          parent: app
          rules:
            - { id: made, when: { type: Start }, then: { transform: { type: Outer, payload: { type: Inner } } } }
            - { id: sent, when: { type: Event }, then: { emit: sent } }
          events: [ { id: raised, when: { event: sent }, then: { raise: { type: Outer, payload: { type: Inner } } } } ]
          origins: [ low ]
      """
    )
    #expect(try rules.answer(#"{"type":"Start","origin":"low"}"#).acts == ["Outer"])
    #expect(try rules.answer(#"{"type":"Event","origin":"low"}"#).text.contains(#""raised":"#))
    #expect(try rules.answer(#"{"type":"Event","origin":"low"}"#).text.contains(#"{"log":"Outer"#))
  }

  @Test("are explained step by step")
  func steps() throws {
    let rules = try rules("{ when: { type: Other }, path: underlying }, { path: payload.1 }, \(Self.outer)")
    let steps = try rules.answer(#"{"type":"Outer","payload":{"type":"Inner"}}"#, explained: true).steps
    let unwraps = steps.filter { $0["unwrap"] != nil }
    #expect(
      unwraps.map { $0["result"] as? String } == [
        "not matched", "nothing inside", "unwrap", "not matched", "nothing inside", "not matched",
      ]
    )
    #expect(unwraps.map { $0["unwrap"] as? String }[2] == "payload.0" && unwraps[2]["entry"] as? Int == 3)
    #expect((unwraps[2]["replaced"] as? [[String: Any]])?.first?["field"] as? String == "type")
  }

  @Test("match named matchers, lists of matchers, nested errors and custom matchers, in any order of records")
  func matchers() throws {
    let rules = try Rules(
      """
      version: 1
      matchers: { wrapped: { type: Wrapper } }
      defaults:
        unwrap:
          - { when: { matcher: wrapped }, path: payload.0 }
          - { when: [ { domain: A }, { domain: B } ], path: underlying }
          - { when: { inside: { code: 7 } }, path: underlying }
      responders:
        - id: app
          rules: [ { id: seen, do: [ { log: '{error.type}' } ], then: proceed } ]
      """
    )
    let records = [
      (#"{"type":"Wrapper","payload":{"type":"I"}}"#, "I"), (#"{"type":"Wrapper"}"#, "Wrapper"),
      (#"{"type":"X","domain":"B","underlying":{"type":"I"}}"#, "I"), (#"{"type":"X","domain":"C"}"#, "X"),
      (#"{"type":"X","domain":"C","underlying":{"type":"I"}}"#, "X"),
      (#"{"type":"X","domain":"C","underlying":{"type":"I","code":7}}"#, "I"),
    ]
    let answers = try rules.answers((records + records + records).map { $0.0 })
    #expect(answers.map { $0.acts } == (records + records + records).map { [$0.1] })
  }
}
