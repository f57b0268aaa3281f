import RuleEngine
import Testing

@Suite("An unwrap")
struct UnwrapTests {
  private func rules(_ unwrap: String, _ template: String = "{error.type}") throws -> Rules {
    try Rules(
      """
      version: 1
      categories: [ { name: inner, when: { type: Inner } }, { name: outer, when: { type: Outer } } ]
      responders:
        - id: app
          rules:
            - { id: unwrap, do: [ { perform: found } ], then: { unwrap: \(unwrap) } }
            - { id: next, do: [ { log: '\(template)' } ], then: proceed }
      """
    )
  }

  @Test("continues with the inner error, whose category is resolved")
  func inner() throws {
    let payload = try rules("payload.1").answer(
      #"{"type":"Outer","payload":[1,{"type":"Inner","message":"m"}]}"#
    )
    #expect(payload.by == "app/next" && payload.acts == ["found", "Inner"] && payload.category == "inner")
    #expect(payload.text.hasSuffix(#""error":{"type":"Inner","message":"m"}}"#))
    let cause = try rules("underlying").answer(
      #"{"type":"Outer","underlying":[{"type":"Inner"},{"type":"Z"}]}"#
    )
    #expect(cause.acts == ["found", "Inner"] && cause.category == "inner")
  }

  @Test("counts as not matched if there is no inner error, before its actions")
  func notThere() throws {
    for (unwrap, record) in [
      ("payload.0", #"{"type":"Outer"}"#), ("payload.1", #"{"type":"Outer","payload":[{"type":"Inner"}]}"#),
      ("payload.0", #"{"type":"Outer","payload":[5]}"#), ("payload.0", #"{"type":"Outer","payload":[[{}]]}"#),
      ("underlying", #"{"type":"Outer"}"#), ("underlying", #"{"type":"Outer","underlying":[]}"#),
    ] {
      let answered = try rules(unwrap).answer(record)
      #expect(answered.acts == ["Outer"] && answered.category == "outer", "\(record)")
      #expect(answered.members["error"] == nil)
    }
  }

  @Test("keeps the circumstances of the outer error, and none of the inner error")
  func happened() throws {
    let template = "{error.id}|{error.attempt}|{error.operation}|{error.retryAfter}"
    let answered = try rules("payload.0", template).answer(
      #"{"type":"Outer","id":"o","attempt":2,"payload":{"type":"Inner","id":"i","attempt":7,"operation":"x","retryAfter":"1s"}}"#
    )
    #expect(answered.acts.last == "o|2||")
  }

  @Test("adds the inner error's attributes, which take precedence")
  func attributes() throws {
    let answered = try rules("underlying", "{attributes.a}{attributes.b}{attributes.c.d}{attributes.e}")
      .answer(
        #"{"type":"O","a":1,"attributes":{"b":2,"c":{"d":3}},"underlying":{"type":"I","b":"B","e":4,"attributes":{"c.d":"D"}}}"#
      )
    #expect(answered.acts.last == "1BD4")
  }

  @Test("has its own status or that of its own problem, and no other")
  func status() throws {
    for (inner, status) in [
      (#""status":404"#, "404"), (#""problem":{"status":410}"#, "410"),
      (#""attributes":{"http.response.status_code":418}"#, ""), (#""message":"m""#, ""),
    ] {
      let record = #"{"type":"O","status":500,"http.response.status_code":501,"payload":[{\#(inner)}]}"#
      #expect(
        try rules("payload.0", "is {error.status}").answer(record).acts.last == "is \(status)",
        "\(inner)"
      )
    }
  }

  @Test("has only its own status, even if the inner error was edited and wrapped before")
  func statusOfAWrappedOne() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { when: { operation: edit }, then: { transform: { message: edited } } }
            - { then: { transform: { type: Outer, wrap: true } } }
            - { then: { unwrap: underlying } }
            - { do: [ { log: "{error.type} {error.status}" } ], then: proceed }
      """
    )
    for operation in ["edit", "leave"] {
      let record = #"{"type":"E","operation":"\#(operation)","http.response.status_code":503}"#
      #expect(try rules.answer(record).acts == ["E "], "\(operation)")
    }
  }

  @Test("keeps the other causes as causes")
  func causes() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { then: { unwrap: underlying } }
            - { id: both, when: { underlying: { type: B }, rootCause: { type: C } }, then: { unwrap: underlying } }
            - { id: end, when: { type: B, underlying: { type: C } }, then: proceed }
      """
    )
    #expect(
      try rules.answer(#"{"type":"E","underlying":[{"type":"A","underlying":{"type":"B"}},{"type":"C"}]}"#).by
        == "app/end"
    )
  }

  @Test(
    "lists the other causes after its own",
    arguments: [
      (#"[{"type":"A"},{"type":"B"}]"#, #"[{"type":"B"}]"#),
      (
        #"[{"type":"A","underlying":{"type":"N"}},{"type":"B"},{"type":"C"}]"#,
        #"[{"type":"N"},{"type":"B"},{"type":"C"}]"#
      ),
      (#"["x",{"type":"A"},{"type":"B"}]"#, #"[{"type":"B"}]"#),
      (#"[{"type":"A","underlying":[]},{"type":"B"}]"#, #"[{"type":"B"}]"#),
      (#"[{"type":"A","underlying":{"type":"N"}}]"#, #"{"type":"N"}"#), (#"[{"type":"A"}]"#, ""),
    ]
  )
  func listed(causes: String, left: String) throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { when: { type: E }, then: { unwrap: underlying } }
            - { id: some, when: { underlying: { exists: true } }, do: [ { log: "left {error.underlying}" } ], then: cancel }
            - { id: none, do: [ { log: "left {error.underlying}" } ], then: proceed }
      """
    )
    let answered = try rules.answer(#"{"type":"E","underlying":\#(causes)}"#)
    #expect(answered.by == (left.isEmpty ? "app/none" : "app/some"))
    #expect(answered.acts.last == "left \(left)")
  }

  @Test("finds the error that was wrapped")
  func wrapped() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { then: { transform: { type: New, wrap: true } } }
            - { when: { type: New }, then: { unwrap: underlying } }
            - { id: old, when: { type: Old, message: m, underlying: { exists: true }, rootCause: { type: C } }, then: proceed }
      """
    )
    #expect(try rules.answer(#"{"type":"Old","message":"m","underlying":{"type":"C"}}"#).by == "app/old")
  }
}
