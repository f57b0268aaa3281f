import RuleEngine
import Testing

@testable import Suites

@Suite("A case")
struct CaseRunnerTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 3, within: 1m } } }
          - { id: many, when: { type: Slow, rate: { atLeast: 3, within: 10s } }, then: abort }
          - { id: asked, when: { custom: isVIP }, then: proceed }
        otherwise: { then: cancel }
    """

  @Test("has its own clock, which counts tries within their window")
  func virtualTime() {
    let suite = """
      start: 2026-11-20T08:00:00Z
      cases:
        - name: tries
          steps:
            - { error: { status: 503, operation: a }, expect: { retry: { attempt: 1 } } }
            - { after: 10s, error: { status: 503, operation: a }, expect: { retry: { attempt: 2 } } }
            - { after: 10s, error: { status: 503, operation: a }, expect: { evaluation: cancel } }
            - { after: 10s, error: { status: 503, operation: b }, expect: { retry: { attempt: 1 } } }
            - { at: 5m, error: { status: 503, operation: a }, expect: { retry: { attempt: 1 } } }
        - { name: nothing is remembered from case to case, error: { status: 503, operation: a }, expect: { retry: { attempt: 1 } } }
      """
    let trial = Trial(Self.rules, suite: suite)
    #expect(trial.findings == [])
    #expect(trial.failed == [])
  }

  @Test("repeats an error at a given distance")
  func series() {
    let suite = """
      cases:
        - name: near
          steps:
            - { error: { type: Slow }, times: 2, every: 4s, expect: { evaluation: cancel } }
            - { after: 4s, error: { type: Slow }, times: 3, every: 4s, expect: { evaluation: abort } }
        - { name: far, steps: [ { error: { type: Slow }, times: 5, every: 6s, expect: { evaluation: cancel } } ] }
        - { name: fails, steps: [ { error: { type: Slow }, times: 5, every: 1s, expect: { evaluation: cancel } } ] }
      """
    let trial = Trial(Self.rules, suite: suite)
    #expect(trial.findings == [])
    #expect(trial.failed == ["fails"])
    #expect(trial.result.results[2].failure?.step == "step 1 of 1, error 3 of 5")
  }

  @Test("includes shared errors and expectations, with its own members first")
  func fragments() {
    let suite = """
      errors:
        down: { status: 503, attempt: 1 }
        late: { use: down, attempt: 3 }
        named: { message: hello }
      expectations:
        tries: { evaluation: retry, by: app/again }
        gives-up: { use: tries, evaluation: cancel, by: app/otherwise }
      cases:
        - { name: a, error: down, expect: tries }
        - { name: b, error: late, expect: gives-up }
        - { name: c, error: { use: [ late, named ], attempt: 2 }, expect: { use: tries, retry: { attempt: 2 } } }
        - { name: d, error: { use: [ down, late ] }, expect: gives-up }
      """
    let trial = Trial(Self.rules, suite: suite)
    #expect(trial.findings == [])
    #expect(trial.failed == [])
  }

  @Test("may have a table, whose empty cells keep the case's values")
  func table() {
    let suite = """
      errors: { slow: { type: Slow } }
      cases:
        - name: t
          error: { status: 503, attempt: 1 }
          expect: { evaluation: retry }
          table:
            columns: [ name, error, error.attempt, error.problem.type, expect.evaluation, expect.retry.attempt ]
            rows:
              - [ first, ~, ~, ~, ~, 1 ]
              - [ second, ~, 2, ~, ~, 2 ]
              - [ third, ~, 3, about:blank, cancel, ~ ]
              - [ other, slow, ~, ~, cancel, ~ ]
              - [ ~, ~, 1, ~, proceed, ~ ]
      """
    let trial = Trial(Self.rules, suite: suite)
    #expect(trial.findings == [])
    #expect(
      trial.result.results.map { $0.name }.prefix(4) == ["t: first", "t: second", "t: third", "t: other"]
    )
    #expect(trial.failed == ["t: row 5 (~, ~, 1, ~)"])
    #expect(trial.result.results[4].place.start.line == 14)
  }

  @Test("may use a record of a stream, by id or number, and change it")
  func records() {
    let stream = """
      {"id": "first", "status": 503, "attempt": 1}
      not a record
      {"status": 404}

      """
    let suite = """
      stream: stream.ndjson
      cases:
        - { name: own, record: first, expect: { retry: { attempt: 1 } } }
        - { name: changed, record: first, error: { attempt: 3 }, expect: { evaluation: cancel } }
        - { name: ordinal, record: 2, expect: { evaluation: cancel } }
      """
    let trial = Trial(Self.rules, suite: suite, stream: stream)
    #expect(trial.findings == [])
    #expect(trial.statuses == [.passed, .passed, .passed])
    let absent = Trial(
      Self.rules,
      suite: "cases: [ { name: a, record: fist, expect: { handled: true } } ]",
      stream: stream
    )
    #expect(
      absent.diagnostics.map { $0.message } == [
        "No record of stream.ndjson has the id “fist”. Did you mean “first”? It has 2 records."
      ]
    )
  }

  @Test("may assume the result of a custom matcher")
  func stubs() {
    let cases = "cases: [ { name: a, error: { type: X }, expect: { evaluation: proceed, assumed: true } } ]"
    #expect(Trial(Self.rules, suite: "stubs: { isVIP: true }\n\(cases)").statuses == [.passed])
    #expect(Trial(Self.rules, suite: cases).statuses == [.failed])
    #expect(Trial(Self.rules, suite: "stubs: { isVPI: true }\n\(cases)").findings == ["unknown-custom 2:10"])
  }

  @Test("may be a todo, which is not a failure")
  func todo() {
    let suite = """
      cases:
        - { name: unwritten, todo: think }
        - { name: wrong, todo: true, error: { status: 1 }, expect: { evaluation: retry } }
        - { name: right, todo: true, error: { status: 1 }, expect: { evaluation: cancel } }
      """
    #expect(Trial(Self.rules, suite: suite).statuses == [.todo, .todo, .todoPassed])
  }

  @Test(
    "writes times in the format of records",
    arguments: [
      "1970-01-01T00:00:00Z", "2000-02-29T23:59:59.5Z", "0000-03-01T00:00:00Z", "9999-12-31T23:59:59.999999Z",
      "1969-12-31T23:59:59.000001Z", "2026-11-20T08:15:02Z",
    ]
  )
  func moments(text: String) throws {
    #expect(VirtualTime.text(try #require(VirtualTime.moment(text))) == text)
  }
}
