import Foundation
import ReplaySupport
import RuleEngine
import SystemPackage
import TestSupport
import Testing

@testable import Explanations

@Suite("The explanation of a rule")
struct RuleAccountTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - { id: log-in, when: { type: SignInNeeded }, then: proceed }
          - { id: last, then: abort }
        events: [ { id: note, when: { event: Expired }, then: handled } ]
        always: [ { perform: track } ]
      - { id: off, parent: app, enabled: false, rules: [ { id: m, then: cancel } ] }
      - id: feed
        parent: off
        origins: [ feed ]
        policy: { otherwise: unmatched, always: inChain }
        rules:
          - { id: disabled, enabled: false, then: abort }
          - { id: wrong, when: { status: 404 }, then: abort }
          - { id: spent, when: { status: 503 }, then: { retry: { maxAttempts: 2 } } }
          - { id: inside, when: { status: 503 }, then: { unwrap: underlying } }
          - { id: on, when: { status: 503 }, do: [ { log: seen } ], then: continue }
          - { id: ask, when: { status: 300 }, do: [ { present: { title: Ask, buttons: [ { title: OK, then: cancel } ] } } ] }
          - { id: expired, when: { status: 401 }, then: { emit: Expired, evaluation: cancel } }
          - { id: tap, when: { status: 402 }, then: { emit: Tapped } }
        otherwise: { then: continue }
        events: [ { id: raise, when: { event: Tapped }, then: { raise: { type: SignInNeeded } } } ]
        always: [ { perform: breadcrumb } ]
      - { id: other, parent: app, origins: [ other ], rules: [ { id: o, then: cancel } ] }
    """

  static let accounts: [(rule: String, error: String, reason: String, beginning: String)] = [
    ("app/last", #"{"status":503,"attempt":2}"#, "answered", "It decided: abort."),
    (
      "feed/wrong", #"{"status":503,"attempt":2}"#, "asked",
      "It was evaluated and did not match: status is 503, not 404"
    ),
    ("feed/disabled", #"{"status":503,"attempt":2}"#, "asked", "It was not evaluated: it is disabled."),
    ("feed/spent", #"{"status":503,"attempt":2}"#, "asked", "It matched, but its budget was exhausted:"),
    ("feed/inside", #"{"status":503,"attempt":2}"#, "asked", "It matched, but there was nothing to unwrap:"),
    ("feed/on", #"{"status":503,"attempt":2}"#, "asked", "It matched. Its verdict was continue:"),
    (
      "feed/otherwise", #"{"status":503,"attempt":2}"#, "not reached",
      "It was not evaluated: here it applies only if no rule matched, and feed/on did."
    ),
    (
      "feed/expired", #"{"status":503}"#, "not reached", "It was not evaluated: feed/spent decided before it."
    ),
    (
      "app/last", #"{"status":503}"#, "ended below",
      "It was not evaluated: feed/spent handled the error before it reached app."
    ),
    ("off/m", #"{"status":503,"attempt":2}"#, "passed through", "It was not evaluated: off is disabled"),
    ("off/m", #"{"status":503}"#, "ended below", "It was not evaluated: feed/spent handled"),
    (
      "other/o", #"{"status":503}"#, "elsewhere",
      "It was not evaluated: an error raised at feed does not lead to other."
    ),
    ("app/last", #"{"type":"CancellationError"}"#, "ignored", "It was not evaluated: the error was ignored"),
    (
      "app/always", #"{"type":"CancellationError"}"#, "ignored", "It was not evaluated: the error was ignored"
    ),
    (
      "feed/always", #"{"status":300,"answers":[null]}"#, "not reached",
      "It did not run: an alert at feed was never answered."
    ),
    ("feed/ask", #"{"status":300,"answers":[null]}"#, "answered", "It decided: cancel."),
    ("feed/always", #"{"status":503}"#, "asked", "It ran. It has no verdict: performed breadcrumb"),
    (
      "feed/raise", #"{"status":503}"#, "nothing to answer",
      "It was not evaluated: it handles events, and no rule emitted one for this error."
    ),
    ("app/note", #"{"status":401}"#, "answered", "It decided the event Expired emitted at feed: handled."),
    (
      "feed/raise", #"{"status":401}"#, "asked",
      "It was evaluated for the event Expired emitted at feed and did not match: event is “Expired”, not Tapped"
    ),
    (
      "app/note", #"{"status":402}"#, "ended below",
      "It was not evaluated: feed/raise handled the event Tapped, emitted at feed, before it reached app."
    ),
    ("app/log-in", #"{"status":402}"#, "answered", "It decided the raised error SignInNeeded: proceed."),
    ("app/last", #"{"status":402}"#, "not reached", "It was not evaluated: app/log-in decided before it."),
    ("app/note", #"{"event":"Expired"}"#, "answered", "It decided: handled."),
    ("app/log-in", #"{"event":"Tapped"}"#, "answered", "It decided the raised error SignInNeeded: proceed."),
    (
      "app/last", #"{"event":"Expired"}"#, "nothing to answer",
      "It was not evaluated: it handles errors, and this is an event that raised none."
    ),
    ("app/always", #"{"event":"Expired"}"#, "nothing to answer", "It did not run: this is an event"),
  ]

  @Test("says why the rule did or did not decide", arguments: accounts)
  func reasons(rule: String, error: String, reason: String, beginning: String) throws {
    let chain = try Replays(rules: Self.rules).chain
    var evaluator = RuleEvaluator(chain)
    let raised = error.dropLast() + #","origin":"feed"}"#
    let explanation = try evaluator.explanation(of: String(raised))
    let index = try #require(chain.clauses.indices.first { chain.name(ofClause: $0) == rule })
    let account = RuleExplanation(of: index, in: explanation, chain)
    #expect(account.reason.rawValue == reason)
    let text = account.sentences.joined(separator: " ")
    #expect(text.hasPrefix(beginning), "\(text)")
    #expect(account.json.contains(#""reason":"\#(reason)""#))
  }

  @Test("agrees with the resolution, for every rule and every record of the repository's rule sets")
  func ofTheRepository() throws {
    let sets = Repository.ruleSets(with: "stream.ndjson")
    #expect(sets.count > 10)
    for folder in sets.map({ Repository.root.appending(path: "rules/\($0)") }) {
      let text = try String(contentsOf: folder.appending(path: "rules.yaml"), encoding: .utf8)
      let chain = try Replays(rules: text).chain
      var evaluator = RuleEvaluator(chain)
      let stream = try String(contentsOf: folder.appending(path: "stream.ndjson"), encoding: .utf8)
      for line in stream.split(separator: "\n").prefix(60) {
        guard let explanation = try? evaluator.explanation(of: String(line)) else { continue }
        #expect(!ExplanationText.text(of: explanation, terminalStyle: TerminalStyle(isOn: false)).isEmpty)
        for index in chain.clauses.indices {
          let account = RuleExplanation(of: index, in: explanation, chain)
          #expect(account.sentences.first?.isEmpty == false)
          if explanation.ending.clause == index { #expect(account.reason == .answered) }
        }
      }
    }
  }
}
