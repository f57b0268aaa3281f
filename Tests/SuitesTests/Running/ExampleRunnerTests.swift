import RuleEngine
import Testing

@testable import Suites

@Suite("Examples in rules")
struct ExampleRunnerTests {
  @Test("show errors that the rule does, and does not, match and decide")
  func decides() {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: first, when: { status: 503 }, then: cancel }
            - id: second
              when: { status: 5xx }
              then: retry
              examples: { match: [ { status: 500 }, { status: 503 } ], noMatch: [ { status: 404 }, { status: 502 }, { status: 500, attempt: 3 } ] }
      """
    let trial = Trial(rules)
    #expect(trial.failed == ["app/second: match 2", "app/second: noMatch 2"])
    #expect(trial.result.results[1].place.start.line == 9)
    #expect(
      trial.result.results[1].failure?.sentence
        == "app/second is expected to be the rule that matches and decides"
    )
  }

  @Test("are raised at the rule's responder, whatever their origin")
  func raisedHere() {
    let rules = """
      version: 1
      responders:
        - { id: app, rules: [ { id: all, then: cancel, examples: { match: [ { status: 1, origin: login } ] } } ] }
        - id: login
          parent: app
          rules: [ { id: mine, when: { status: 1 }, then: proceed, examples: { match: [ { status: 1 } ], noMatch: [ { status: 2 } ] } } ]
      """
    #expect(Trial(rules).statuses == [.passed, .passed, .passed])
  }

  @Test("for a rule that does not decide show that it matches")
  func goingOn() {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - { id: note, when: { status: 4xx }, then: continue, examples: { match: [ { status: 404 } ], noMatch: [ { status: 500 } ] } }
            - { id: up, when: { status: 404 }, then: escalate, examples: { match: [ { status: 404 } ], noMatch: [ { status: 400 } ] } }
            - { id: change, when: { status: 400 }, then: { transform: { type: New } }, examples: { match: [ { status: 400 } ] } }
            - { id: new, when: { type: New }, then: cancel, examples: { match: [ { status: 400 } ], noMatch: [ { status: 404 } ] } }
        - id: every
          policy: { match: all }
          parent: app
          rules:
            - { id: one, when: { status: 4xx }, then: cancel, examples: { match: [ { status: 404 } ] } }
            - { id: two, when: { status: 404 }, then: abort, examples: { match: [ { status: 404 } ], noMatch: [ { status: 403 } ] } }
      """
    #expect(Trial(rules).failed == [])
  }

  @Test("are events for an event rule, and errors at the extending responders for an abstract one")
  func eventsAndHeirs() {
    let rules = """
      version: 1
      responders:
        - id: base
          abstract: true
          rules: [ { id: shared, when: { status: 5xx }, then: cancel, examples: { match: [ { status: 500 }, { status: 404 } ], noMatch: [ { status: 404 } ] } } ]
        - id: app
          events: [ { id: opened, when: { event: opened }, then: handled, examples: { match: [ { event: opened } ], noMatch: [ { event: closed } ] } } ]
          extends: { from: base }
          rules: [ { id: own, when: { status: 500, type: X }, then: proceed } ]
      """
    #expect(Trial(rules).failed == ["base/shared: match 2"])
  }
}
