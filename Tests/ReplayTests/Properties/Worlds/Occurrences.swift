import Replay
import RuleEngine
import Testing
import Counting

/// The number of occurrences of each feature in random rule sets and streams, so that no feature goes
/// untested.
struct Occurrences {
  private var counts: [String: Int] = [:]

  private mutating func add(_ name: String, _ count: Int) { counts[name, default: 0] += count }

  mutating func count(_ summary: ReplaySummary, _ answers: [String], importedResponders: Set<String>) {
    for (name, count) in [
      ("unhandled", summary.unhandled), ("ignored", summary.ignored), ("assumed", summary.assumed),
      ("untracked", summary.untracked), ("retries", summary.retries), ("events", summary.events),
      ("unhandled events", summary.unhandledEvents), ("raised", summary.raised),
      ("unhandled raised", summary.unhandledRaised), ("throttled", summary.throttled),
      ("coalesced", summary.coalesced),
      ("out of contract", summary.outcomes.outOfContract.reduce(0) { $0 + $1.count }),
      ("forgotten retries", summary.forgottenKeys.retries), ("forgotten rates", summary.forgottenKeys.rates),
      ("forgotten throttles", summary.forgottenKeys.throttles),
      ("forgotten breakers", summary.forgottenKeys.breakers),
      ("opened", summary.breakers.reduce(0) { $0 + $1.count.opened }),
      ("rejected", summary.lineCounts.malformed), ("not errors", summary.lineCounts.notErrors),
      ("repaired", summary.lineCounts.repaired), ("too long", summary.lineCounts.tooLong),
      ("truncated", summary.lineCounts.truncated), ("blank", summary.lineCounts.blank),
      ("out of order", summary.lineCounts.outOfOrder), ("wrong answers", summary.lineCounts.wrongAnswers),
      ("unknown categories", summary.lineCounts.unknownCategories),
      ("completed", summary.lineCounts.completed),
      ("ended by attempts", summary.retryAccount.exhausted(by: .attempts)),
      ("ended by deadline", summary.retryAccount.exhausted(by: .deadline)),
      ("ended by quota", summary.retryAccount.exhausted(by: .quota)),
      ("ended by a retry-after", summary.retryAccount.exhausted(by: .retryAfter)),
    ] { add(name, count) }
    for action in ["rated", "replacing", "warm", "asked", "declined"] { add(action, 0) }
    for clause in summary.clauses {
      if importedResponders.contains(clause.responder) { add("imported", clause.fired) }
      // A rule's id begins with that of the declaring responder; without an id it is `b0/#1`.
      let owner = clause.name.split(whereSeparator: { $0 == "-" || $0 == "/" }).first.map(String.init) ?? ""
      if ["b0", "b1", "b2", "app", "mid", "low"].contains(owner), owner != clause.responder {
        add("inherited", clause.fired)
      }
    }
    for answer in answers { count(answer) }
  }

  private mutating func count(_ answer: String) {
    for (name, text) in [
      ("rated", #""perform":"rated""#), ("replacing", #""perform":"replacing""#),
      ("warm", #""perform":"warm""#),
      ("asked", #""perform":"asked""#), ("declined", #""perform":"declined""#), ("replaced", #""error":{"#),
      ("named alert", #""title":"Named "#), ("named choice", #""title":"Named choice""#),
      ("recovery", #""recovery":true"#), ("recovered", #""answer":"Again""#),
      ("never answered", #""answer":null"#),
      ("emitted", #""from":{"#), ("category late", #""category":"late""#), ("always", #""always":true"#),
      ("otherwise", #""otherwise":true"#),
    ] { add(name, answer.contains(text) ? 1 : 0) }
    add("assumed by custom", answer.contains(#""assumed":true"#) && !answer.contains(#""present":"#) ? 1 : 0)
  }

  mutating func count(_ steps: [Explanation.Step]) {
    for step in steps {
      if case .breaker = step.kind { add("breaker \(step.result)", 1) }
      if case .category = step.kind { continue }
      add("result \(step.result)", 1)
      for evaluator in step.nestedEvaluations { count(evaluator.steps) }
    }
  }

  private static let results = [
    "matched", "not matched", "disabled", "exhausted", "nothing inside", "unanswered", "continue", "ran",
    "escalate",
    "transform", "unwrap", "emit", "handled", "raise", "proceed", "retry", "cancel", "abort",
  ]

  func expectAll(atLeast least: Int) {
    for name in Self.results { #expect(counts["result \(name)", default: 0] >= least, "\(name): \(counts)") }
    for (name, count) in counts { #expect(count >= least, "\(name): \(counts)") }
  }
}
