import RuleEngine
import Testing

@testable import Suites

@Suite("A mistake in a suite")
struct SuiteFileTests {
  private static let rules = """
    version: 1
    categories: [ { name: offline, when: { domain: net } } ]
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 503 }, do: [ { perform: track } ], then: retry }
          - { id: never, when: { status: 503, message: x, not: { status: 503 } }, then: cancel }
        otherwise: { do: [ { present: { title: No, buttons: [ { title: Cancel, then: cancel } ] } } ] }
      - { id: login, parent: app, origins: [ login ], rules: [ { id: mine, when: { status: 401 }, then: proceed } ] }
    """

  @Test(
    "is reported with its place",
    arguments: [
      ("cases: []", "empty-suite 2:8"),
      ("description: x", "empty-suite 1:1"),
      ("case: []", "unknown-key 2:1"),
      ("cases: [ 5 ]", "wrong-type 2:10"),
      ("cases: [ { name: a } ]", "missing-key 2:18"),
      ("cases: [ { error: { status: 1 }, expect: { handled: true } } ]", "missing-key 2:10"),
      ("cases: [ { name: a, error: { status: 1 } } ]", "missing-key 2:18"),
      ("cases: [ { name: a, error: { status: 1 }, expect: {} } ]", "missing-key 2:18"),
      ("cases: [ { name: a, error: { statsu: 1 }, expect: { handled: true } } ]", "wrong-value 2:28"),
      (
        "cases: [ { name: a, error: { type: X, statsu: 1 }, expect: { handled: true } } ]",
        "wrong-member 2:39"
      ),
      (
        "cases: [ { name: a, error: { type: X, status: a }, expect: { handled: true } } ]",
        "wrong-member 2:47"
      ),
      (
        "cases: [ { name: a, error: { type: X, time: 2026-13-41T00:00:00Z }, expect: { handled: true } } ]",
        "impossible-time 2:45"
      ),
      (
        "cases: [ { name: a, error: { type: X, answers: [ ~, Cancle ] }, expect: { handled: true } } ]",
        "unknown-button 2:53"
      ),
      ("cases: [ { name: a, error: 5, expect: { handled: true } } ]", "wrong-type 2:28"),
      ("cases: [ { name: a, error: down, expect: { handled: true } } ]", "unknown-fragment 2:28"),
      ("cases: [ { name: a, record: 5, expect: { handled: true } } ]", "unknown-record 2:29"),
      (
        "cases: [ { name: a, error: { status: 1 }, steps: [ { error: { status: 1 }, expect: { handled: true } } ] } ]",
        "wrong-place 2:21"
      ),
      ("cases: [ { name: a, steps: [] } ]", "empty-suite 2:28"),
      ("cases: [ { name: a, steps: [ { expect: { handled: true } } ] } ]", "missing-key 2:30"),
      ("errors: { a: { use: b }, b: { use: a } }\ncases: [ { name: a, todo: true } ]", "fragment-cycle 2:36"),
      (
        "errors: { a: { use: b }, b: { use: a } }\ncases: [ { name: x, error: a, expect: { handled: true } } ]",
        "fragment-cycle 2:36"
      ),
      ("errors: { a: { use: a, status: 1 } }\ncases: [ { name: a, todo: true } ]", "fragment-cycle 2:21"),
      ("expectations: { a: { use: a } }\ncases: [ { name: a, todo: true } ]", "fragment-cycle 2:27"),
      ("cases: [ { name: a, todo: true }, { name: a, todo: true } ]", "duplicate-name 2:43"),
      ("start: today\ncases: [ { name: a, todo: true } ]", "impossible-time 2:8"),
      ("seed: -1\ncases: [ { name: a, todo: true } ]", "wrong-type 2:7"),
      ("stubs: { isVIP: maybe }\ncases: [ { name: a, todo: true } ]", "wrong-type 2:17"),
    ]
  )
  func inTheSuite(suite: String, finding: String) {
    #expect(Trial(Self.rules, suite: suite).findings == [finding])
  }

  @Test(
    "is reported in an expectation",
    arguments: [
      ("{ evalation: retry }", "unknown-key 2:55"),
      ("{ evaluation: retri }", "wrong-value 2:67"),
      ("{ by: app/agian }", "unknown-rule 2:59"),
      ("{ by: agian }", "unknown-rule 2:59"),
      ("{ by: login/again }", "unknown-rule 2:59"),
      ("{ rules: [ app/agian ] }", "unknown-rule 2:64"),
      ("{ never: { by: [ app/agian ] } }", "unknown-rule 2:70"),
      ("{ only: { rules: app/agian } }", "unknown-rule 2:70"),
      ("{ never: { actions: [ { perform: trak } ] } }", "unknown-perform 2:86"),
      ("{ never: { events: [ opened ] } }", "unknown-event 2:74"),
      ("{ answer: Cancle }", "unknown-button 2:63"),
      ("{ category: ofline }", "unknown-category 2:65"),
      ("{ responder: ap }", "unknown-responder 2:66"),
      ("{ path: [ ap ] }", "unknown-responder 2:63"),
      ("{ handled: yes }", "wrong-type 2:64"),
      ("{ actions: track }", "wrong-type 2:64"),
      ("{ actions: [ 5 ] }", "wrong-type 2:66"),
      ("{ retry: { delay: 5 } }", "wrong-type 2:71"),
      ("{ retry: { dely: 5s } }", "unknown-key 2:64"),
      ("{ error: { message: { matches: \"(\" } } }", "wrong-pattern 2:84"),
      ("{ evaluation: cancel, retry: { attempt: 1 } }", "contradiction 2:75"),
      ("{ handled: false, by: app/again }", "contradiction 2:71"),
      ("{ by: app/again, responder: login }", "contradiction 2:70"),
      ("{ by: app/again, path: [ login ] }", "contradiction 2:70"),
      ("{ by: app/again, never: { by: app/again } }", "contradiction 2:79"),
      ("{ evaluation: retry, never: { evaluation: [ retry, cancel ] } }", "contradiction 2:83"),
      ("{ rules: [ app/again ], only: { rules: [] } }", "contradiction 2:85"),
      ("{ actions: [ { perform: track } ], never: { actions: [ perform ] } }", "contradiction 2:97"),
      ("{ actions: [ { perform: track } ], only: { actions: [] } }", "contradiction 2:96"),
      ("{ by: nobody, handled: true }", "contradiction 2:67"),
      ("{ handled: false, evaluation: retry }", "contradiction 2:71"),
      ("{ by: nobody, evaluation: retry }", "contradiction 2:67"),
      ("{ actions: [ { perform: track } ], only: { actions: [ log ] } }", "contradiction 2:96"),
      ("{ by: ignore, path: [ app ] }", "contradiction 2:67"),
    ]
  )
  func inAnExpectation(expectation: String, finding: String) {
    let suite = "cases: [ { name: a, error: { status: 503 }, expect: \(expectation) } ]"
    #expect(Trial(Self.rules, suite: suite).findings == [finding])
  }

  @Test(
    "is reported for impossible times",
    arguments: [
      ("{ at: 5s, error: { status: 1 } }, { at: 4s, error: { status: 1 } }", "impossible-time 2:104"),
      ("{ after: -5s, error: { status: 1 } }", "impossible-time 2:74"),
      ("{ after: 5, error: { status: 1 } }", "wrong-type 2:74"),
      ("{ after: 999999999d, error: { status: 1 } }", "impossible-time 2:74"),
      ("{ at: 100000000d, error: { status: 1 } }", "impossible-time 2:71"),
      ("{ error: { status: 1 }, times: 3, every: 99999999d }", "impossible-time 2:106"),
      ("{ error: { status: 1 }, times: 0 }", "wrong-value 2:96"),
      ("{ error: { status: 1 }, every: 1s }", "missing-key 2:65"),
      ("{ at: 1s, after: 1s, error: { status: 1 } }", "contradiction 2:75"),
      ("{ at: 1s, error: { status: 1, time: 2026-11-20T08:15:02Z } }", "contradiction 2:67"),
    ]
  )
  func inTimes(steps: String, finding: String) {
    let suite = "cases: [ { name: a, expect: { handled: true }, steps: [        \(steps) ] } ]"
    let found = Trial(Self.rules, suite: suite).findings
    #expect(found.first?.split(separator: " ").first == finding.split(separator: " ").first, "\(found)")
    #expect(found.count == 1)
  }

  @Test("is reported for a rule that the error, or any error, never reaches")
  func unreachable() {
    let suite = """
      cases:
        - { name: a, error: { status: 401 }, expect: { by: login/mine } }
        - { name: b, error: { status: 503 }, expect: { by: app/never } }
        - { name: c, error: { status: 500 }, expect: { by: app/again } }
      """
    let trial = Trial(Self.rules, suite: suite)
    #expect(trial.findings == ["unreachable-case 3:50", "unreachable-case 4:50"])
    #expect(trial.failed == ["a", "b", "c"])
    #expect(trial.diagnostics.first?.message.contains("it escalates along app") == true)
    #expect(trial.diagnostics.last?.message.contains("its conditions contradict each other") == true)
  }
}
