import Testing

@Suite("The matcher of the time since the first failure")
struct ElapsedMatcherTests {
  @Test("compares what is recorded: a duration, or seconds")
  func recorded() throws {
    try expect(
      #"{"elapsed":{"greaterThan":"10m"}}"#,
      matches: [
        #"{"type":"E","elapsed":"601s"}"#, #"{"type":"E","elapsed":600.5}"#,
        #"{"type":"E","elapsed":"1h","attempt":1}"#,
      ],
      not: [
        #"{"type":"E","elapsed":"10m"}"#, #"{"type":"E","elapsed":600}"#, #"{"type":"E"}"#,
        #"{"type":"E","attempt":1}"#,
        #"{"type":"E","attempt":2}"#, #"{"type":"E","elapsed":"soon"}"#, #"{"type":"E","elapsed":-700}"#,
        #"{"type":"E","attributes":{"elapsed":700}}"#,
      ]
    )
    try expect(
      #"{"elapsed":["30s",{"x":1}]}"#.replacing(#",{"x":1}"#, with: ""),
      matches: [#"{"type":"E","elapsed":30}"#],
      not: [#"{"type":"E","elapsed":31}"#]
    )
  }

  @Test("is 0 for a first try that does not say it")
  func first() throws {
    let first = [
      #"{"type":"E","attempt":1}"#, #"{"type":"E","attempt":1,"elapsed":"soon"}"#,
      #"{"type":"E","elapsed":0}"#,
    ]
    let unknown = [#"{"type":"E"}"#, #"{"type":"E","attempt":2}"#, #"{"type":"E","operation":"a"}"#]
    try expect(#"{"elapsed":"0s"}"#, matches: first, not: unknown)
    try expect(#"{"elapsed":{"atMost":"1m"}}"#, matches: first, not: unknown)
    try expect(#"{"elapsed":{"exists":true}}"#, matches: first, not: unknown)
    try expect(#"{"elapsed":{"exists":false}}"#, matches: unknown, not: first)
    try expect(#"{"not":{"elapsed":{"atMost":"1m"}}}"#, matches: unknown, not: first)
  }

  @Test("stays what it is when a rule replaces the error")
  func replaced() throws {
    let rules = try Rules(
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: rename, when: { type: A }, then: { transform: { type: B } } }
            - { id: inner, when: { type: B, elapsed: { exists: false } }, then: { unwrap: underlying } }
            - { id: long, when: { elapsed: { greaterThan: 1m } }, then: abort }
          otherwise: { then: cancel }
      """
    )
    let records = [
      #"{"type":"A","elapsed":61}"#, #"{"type":"A","elapsed":6}"#,
      #"{"type":"B","underlying":{"type":"C","elapsed":90}}"#,
    ]
    #expect(try rules.answers(records).map { $0.evaluation } == ["abort", "cancel", "cancel"])
  }

  @Test("can't be asked about another error", arguments: ["underlying", "rootCause", "inside"])
  func nested(key: String) {
    #expect(Rules.faults(when: #"{"\#(key)":{"elapsed":"1m"}}"#) == ["wrong-place"])
    #expect(Rules.faults(when: #"{"elapsed":60}"#) == ["wrong-type"])
    #expect(Rules.faults(when: #"{"elapsed":{"contains":"1"}}"#) == ["unknown-operator"])
  }
}
