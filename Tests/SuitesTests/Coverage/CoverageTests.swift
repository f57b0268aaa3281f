import RuleEngine
import Testing

@testable import Suites

@Suite("Coverage")
struct CoverageTests {
  private static let rules = """
    version: 1
    categories: [ { name: offline, when: { domain: net } }, { name: late, when: { domain: net, code: 1 } } ]
    defaults: { category: other }
    responders:
      - id: app
        rules:
          - { id: again, when: { status: 5xx }, then: retry }
          - { id: nothing, when: { status: 404, not: { status: 404 } }, then: cancel }
          - id: ask
            when: { status: 404 }
            do: [ { present: { title: Gone, buttons: [ { title: Leave, then: cancel }, { title: Stay, then: proceed } ] } } ]
          - { id: shadowed, when: { status: 404, type: Y }, then: cancel }
          - { id: two, when: { status: 403, type: X }, then: { emit: opened } }
        otherwise: { then: cancel }
        events: [ { id: opened, when: { event: opened }, then: handled } ]
      - { id: login, parent: app, origins: [ login ], rules: [ { id: off, enabled: false, then: cancel } ] }
    """

  private static func trial(_ errors: String...) -> Trial {
    let steps = errors.map { "{ error: \($0) }" }.joined(separator: ", ")
    let suite = "cases: [ { name: a, expect: { never: { path: [] } }, steps: [ \(steps) ] } ]"
    let trial = Trial(rules, suite: suite, withReasons: true)
    #expect(trial.diagnostics.map { $0.message } == [])
    return trial
  }

  @Test("counts exactly the items that an error covers")
  func counts() {
    let trial = Self.trial("{ status: 503 }")
    #expect(
      trial.uncovered == [
        "offline", "late", "app/again: exhausted", "app/nothing", "app/nothing: cancel", "app/ask",
        "app/ask: Leave", "app/ask: Stay", "app/shadowed", "app/shadowed: cancel", "app/two", "app/two: emit",
        "app/otherwise", "app/otherwise: cancel", "app/opened", "app/opened: handled", "login → app",
      ]
    )
    #expect(trial.result.coverage?.covered == 3)
  }

  @Test("includes the failures of actions that decide")
  func failures() {
    let rules = """
      version: 1
      responders:
        - id: app
          rules: [ { id: refresh, when: { status: 401 }, do: [ { perform: refreshToken, failed: abort } ], then: cancel } ]
      """
    func trial(_ results: String) -> Trial {
      let suite =
        "cases: [ { name: a, error: { status: 401 }, performed: \(results), expect: { by: app/refresh } } ]"
      return Trial(rules, suite: suite, withReasons: true)
    }
    #expect(trial("[ ok ]").uncovered == ["app/refresh: refreshToken failed"])
    #expect(trial("timeout").uncovered == ["app/refresh: cancel"])
    let reasons = [trial("ok"), trial("failed")].map { trial in
      trial.result.coverage?.items.compactMap { $0.reason } ?? []
    }
    #expect(
      reasons == [["the action ran once, and it never failed"], ["it matched once, and an action failed"]]
    )
    #expect(trial("[ perhaps ]").findings == ["wrong-value 2:58"])
  }

  @Test("includes exhausted budgets, chosen buttons, escalation steps and event rules")
  func everything() {
    let trial = Self.trial(
      "{ status: 503 }",
      "{ status: 503, attempt: 3 }",
      "{ status: 404, answers: [ Leave ] }",
      "{ status: 404, answers: [ Stay ] }",
      "{ status: 403, type: X, origin: login }",
      "{ domain: net }",
      "{ type: Y }"
    )
    #expect(
      trial.uncovered == [
        "late", "app/nothing", "app/nothing: cancel", "app/shadowed", "app/shadowed: cancel",
      ]
    )
    #expect(trial.result.coverage?.percent == "75%")
  }

  @Test("has a reason for each gap")
  func reasons() {
    let trial = Self.trial("{ status: 503 }", "{ status: 404 }", "{ type: Z }")
    #expect(trial.reason("app/shadowed") == "it never takes effect: shadowed by app/ask")
    #expect(trial.reason("app/nothing") == "it never takes effect: its conditions contradict each other")
    #expect(
      trial.reason("late")
        == "it never takes effect: shadowed by the category offline, but an error may name the category itself"
    )
    #expect(trial.reason("offline") == "it was evaluated 3 times, and it never matched")
    #expect(trial.reason("app/ask: Stay") == "its alert was shown once, and this button was never chosen")
    #expect(trial.reason("app/again: exhausted") == "it matched once, and its budget was never exhausted")
    #expect(trial.reason("app/two") == "it was evaluated once, and “status” was never 403")
    #expect(trial.reason("app/opened") == "never evaluated: no event reached “app”")
    #expect(trial.reason("login → app") == "nothing reached “login”")
    #expect(
      Self.trial("{ status: 503 }").reason("app/otherwise")
        == "never evaluated: app/again handled everything that reached “app”"
    )
  }

  @Test("does not count a button for an assumed answer")
  func assumed() {
    #expect(Self.trial("{ status: 404 }").uncovered.contains("app/ask: Leave"))
  }

  @Test("is never rounded up")
  func percent() {
    #expect(CoverageReport.percent(11_999, of: 12_000) == "99.9%")
    #expect(CoverageReport.percent(2, of: 3) == "66.6%")
    #expect(CoverageReport.percent(3, of: 3) == "100%")
    #expect(CoverageReport.percent(0, of: 3) == "0%")
    #expect(!CoverageReport.isEnough(11_999, of: 12_000, thousandths: 100_000))
    #expect(CoverageReport.isEnough(9, of: 10, thousandths: 90_000))
    #expect(!CoverageReport.isEnough(2, of: 3, thousandths: 66_667))
  }

  @Test("counts an inherited rule once")
  func inherited() {
    let rules = """
      version: 1
      responders:
        - { id: base, abstract: true, rules: [ { id: shared, when: { status: 5xx }, then: cancel } ] }
        - { id: app, extends: { from: base } }
        - { id: login, parent: app, extends: { from: base }, origins: [ login ] }
      """
    let trial = Trial(
      rules,
      suite: "cases: [ { name: a, error: { status: 500, origin: login }, expect: { by: login/shared } } ]"
    )
    #expect(trial.result.coverage?.items.map { $0.kind } == [.rule, .verdict, .escalation])
    #expect(trial.uncovered == ["login → app"])
  }

  @Test("has no escalation step from a responder that handles everything")
  func closed() {
    let rules = """
      version: 1
      responders:
        - { id: app, otherwise: { then: cancel } }
        - { id: images, parent: app, origins: [ images ], otherwise: { then: proceed } }
        - { id: cart, parent: app, origins: [ cart ], rules: [ { id: up, when: { status: 1 }, then: escalate } ], otherwise: { then: proceed } }
      """
    let trial = Trial(rules, suite: "cases: [ { name: a, error: { status: 2 }, expect: { handled: true } } ]")
    #expect(trial.uncovered.filter { $0.contains("→") } == ["cart → app"])
  }
}
