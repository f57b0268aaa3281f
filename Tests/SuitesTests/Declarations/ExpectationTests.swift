import RuleEngine
import Testing

@testable import Suites

@Suite("An expectation")
struct ExpectationTests {
  private static let rules = """
    version: 1
    categories: [ { name: offline, when: { domain: net } } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 5xx }, then: { retry: { backoff: { initial: 1s, jitter: none } } } }
          - { id: note, when: { status: 4xx }, do: [ { log: "no {error.status}", level: info } ], then: continue }
          - id: ask
            when: { status: 404 }
            do: [ { present: { title: Gone, buttons: [ { title: Leave, then: cancel }, { title: Stay, then: proceed } ] } } ]
          - { id: other, when: { type: Old }, then: { transform: { type: New, message: renewed } } }
          - { id: new, when: { type: New }, then: abort }
        always: [ { perform: track, with: { list: [ 1, 2 ] } } ]
      - { id: login, parent: app, origins: [ login ], rules: [ { id: mine, when: { status: 401 }, then: proceed } ] }
    """

  private static func holds(_ error: String, _ expectation: String) -> Bool {
    let trial = Trial(rules, suite: "cases: [ { name: a, error: \(error), expect: \(expectation) } ]")
    #expect(trial.diagnostics.filter { $0.code != "unreachable-case" }.map { $0.message } == [])
    #expect(trial.statuses.count == 1)
    return trial.statuses == [.passed]
  }

  @Test(
    "holds if the named members are equal, whatever else there is",
    arguments: [
      ("{ status: 503 }", "{ evaluation: retry }"),
      ("{ status: 503 }", "{ by: app/again, responder: app, path: [ app ], handled: true }"),
      ("{ status: 503 }", "{ by: again, rules: again }"),
      ("{ status: 503, attempt: 2 }", "{ retry: { attempt: 2, maxAttempts: 3, delay: 2s } }"),
      ("{ status: 503, attempt: 2 }", "{ retry: { delay: { atLeast: 2s, lessThan: 2.001s } } }"),
      ("{ status: 503, attempt: 3 }", "{ by: nobody, handled: false }"),
      ("{ type: CancellationError }", "{ by: ignore, path: [], evaluation: cancel }"),
      ("{ domain: net }", "{ category: offline, by: nobody }"),
      ("{ status: 404 }", "{ rules: [ note, ask ], actions: [ log, present, perform ], assumed: true }"),
      ("{ status: 404 }", "{ actions: [ { log: { hasPrefix: no }, level: info } ] }"),
      ("{ status: 404, answers: [ Stay ] }", "{ evaluation: proceed, answer: Stay, assumed: false }"),
      ("{ status: 404, answers: [ Stay ] }", "{ alert: { title: Gone, answer: Stay } }"),
      ("{ status: 404, answers: [ Stay ] }", "{ alert: { buttons: [ Leave, Stay ], rule: ask } }"),
      ("{ status: 404 }", "{ actions: [ { perform: track, with: { list: [ 1, 2.0 ] }, always: true } ] }"),
      ("{ type: Old }", "{ error: { type: New, message: { matches: ^re } }, evaluation: abort }"),
      ("{ type: New, code: 7 }", "{ error: { code: 7 } }"),
      (
        "{ status: 401, origin: login }",
        "{ path: [ login ], never: { path: app, actions: [ perform: track ] } }"
      ),
      ("{ status: 403, origin: login }", "{ path: [ login, app ], never: { by: mine, rules: [ again ] } }"),
      (
        "{ status: 404 }", "{ only: { rules: [ note, ask ], actions: [ log, present, perform ], path: app } }"
      ),
    ]
  )
  func thatHolds(error: String, expectation: String) {
    #expect(Self.holds(error, expectation))
  }

  @Test(
    "fails if a named member differs",
    arguments: [
      ("{ status: 503 }", "{ evaluation: cancel }"),
      ("{ status: 503 }", "{ by: app/new }"),
      ("{ status: 503 }", "{ by: nobody }"),
      ("{ status: 503, attempt: 2 }", "{ retry: { delay: 1s } }"),
      ("{ status: 503, attempt: 2 }", "{ retry: { delay: { greaterThan: 2s } } }"),
      ("{ status: 404 }", "{ retry: { attempt: 1 } }"),
      ("{ status: 404 }", "{ rules: [ ask, note ] }"),
      ("{ status: 404 }", "{ actions: [ present, log ] }"),
      ("{ status: 404 }", "{ actions: [ log, log ] }"),
      ("{ status: 404 }", "{ actions: [ { perform: track, with: { list: [ 1 ] } } ] }"),
      ("{ status: 404 }", "{ assumed: false }"),
      ("{ status: 404, answers: [ Stay ] }", "{ answer: Leave }"),
      ("{ status: 404, answers: [ Stay ] }", "{ alert: { title: Gone, answer: Leave } }"),
      ("{ type: Old }", "{ error: { type: Old } }"),
      ("{ status: 401, origin: login }", "{ path: [ login, app ] }"),
      ("{ status: 404 }", "{ never: { actions: [ { perform: track } ] } }"),
      ("{ status: 404 }", "{ never: { actions: [ present ] } }"),
      ("{ status: 404 }", "{ never: { rules: [ note ] } }"),
      ("{ status: 404 }", "{ never: { evaluation: [ abort, cancel ] } }"),
      ("{ domain: net }", "{ never: { category: offline } }"),
      ("{ status: 404, answers: [ Stay ] }", "{ never: { answer: Stay } }"),
      ("{ status: 404 }", "{ only: { rules: [ ask ] } }"),
      ("{ status: 404 }", "{ only: { actions: [ present, perform ] } }"),
      ("{ status: 404 }", "{ only: { actions: [] } }"),
      ("{ status: 403, origin: login }", "{ only: { path: [ app ] } }"),
      ("{ status: 503 }", "{ raised: { evaluation: cancel } }"),
    ]
  )
  func thatDoesNotHold(error: String, expectation: String) {
    #expect(!Self.holds(error, expectation))
  }

  @Test("may be about events, and about the error that one raises")
  func events() {
    let rules = """
      version: 1
      responders:
        - { id: app, rules: [ { id: stop, when: { type: Full }, then: abort } ] }
        - id: form
          parent: app
          rules: [ { id: tell, when: { status: 400 }, then: { emit: opened, with: { how: 1 } } } ]
          events: [ { id: full, when: { event: opened }, then: { raise: { type: Full } } } ]
      defaults: { responder: form }
      """
    let suite = """
      cases:
        - name: one
          error: { status: 400 }
          expect:
            evaluation: proceed
            rules: [ form/tell, form/full, app/stop ]
            events: [ { event: opened, with: { how: 1 }, handled: true } ]
            raised: { evaluation: abort, by: app/stop, path: [ app ] }
        - { name: two, error: { status: 400 }, expect: { raised: { evaluation: cancel } } }
        - { name: three, error: { status: 400 }, expect: { never: { events: [ opened ] } } }
        - { name: four, error: { event: opened, origin: form }, expect: { handled: true, by: form/full, events: [ opened ] } }
        - { name: five, error: { status: 401 }, expect: { only: { events: [] }, by: nobody } }
      """
    let trial = Trial(rules, suite: suite)
    #expect(trial.diagnostics.map { $0.message } == [])
    #expect(trial.failed == ["two", "three"])
    #expect(trial.broken == ["raised.evaluation"])
  }
}
