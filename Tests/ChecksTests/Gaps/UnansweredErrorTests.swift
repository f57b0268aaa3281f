import Checks
import RuleEngine
import Testing

@Suite("Errors that nobody handles")
struct UnansweredErrorTests {
  private static func rules(_ rules: String, head: String = "") -> String {
    "version: 1\n\(head)responders:\n  - id: app\n    rules:\n"
      + rules.split(separator: "\n").map { "      - \($0)\n" }.joined()
  }

  /// Rule sets without an error that alone is unhandled, and the number of errors of which the last one is.
  static let outages: [(String, Int)] = [
    (
      rules(
        "{ id: a, when: { not: { open: b } }, then: cancel }",
        head: "breakers: { b: { when: { status: 5xx }, atLeast: 3, within: 1m, stays: 30s } }\n"
      ), 3
    ),
    (
      rules(
        "{ id: a, when: { not: { open: b } }, then: cancel }",
        head: "breakers: { b: { atLeast: 2, within: 1m, stays: 30s, per: attributes.host } }\n"
      ), 2
    ),
    (
      rules(
        "{ id: a, when: { status: 5xx, not: { open: b } }, then: cancel }\n{ id: z, when: { not: { status: 5xx } }, then: cancel }",
        head: "breakers: { b: { when: { type: Net, status: 404 }, atLeast: 2, within: 1m, stays: 30s } }\n"
      ), 3
    ),
    (
      rules(
        "{ id: a, when: { status: 5xx, rate: { atLeast: 3, within: 10s } }, then: escalate }\n{ id: z, then: cancel }"
      ), 3
    ),
    (
      rules(
        "{ id: a, when: { attempt: { exists: false } }, then: { retry: { maxAttempts: 3, per: type } } }\n{ id: z, when: { attempt: { exists: true } }, then: cancel }\n{ id: y, when: { type: { exists: false } }, then: cancel }"
      ), 3
    ),
    (
      rules(
        "{ id: a, when: { attempt: { exists: false } }, then: { retry: { maxAttempts: 9, quota: { retries: 2, within: 1h } } } }\n{ id: z, when: { attempt: { exists: true } }, then: cancel }"
      ), 3
    ),
  ]

  @Test("are shown by a stream where no error alone is unhandled", arguments: outages)
  func outage(_ rules: String, length: Int) throws {
    let checked = CheckedText(rules)
    let finding = try #require(
      checked.findings.first { $0.code == "unanswered-error" },
      "\(checked.findings)"
    )
    #expect(finding.witness == nil && finding.stream.count == length, "\(finding.stream)")
    let chain = try #require(checked.compilation.chain)
    var evaluator = RuleEvaluator(chain)
    var isHandled: [Bool] = []
    for record in finding.stream {
      let resolution = try evaluator.resolution(of: record)
      isHandled.append(resolution.contains(#""handled":true"#))
    }
    #expect(isHandled == Array(repeating: true, count: length - 1) + [false])
  }

  @Test("are none where something handles them in any state")
  func handled() {
    let rules = Self.rules(
      "{ id: a, when: { not: { open: b } }, then: cancel }\n{ id: z, then: abort }",
      head: "breakers: { b: { atLeast: 3, within: 1m, stays: 30s } }\n"
    )
    #expect(CheckedText(rules).lines("unanswered-error") == [])
  }

  /// Conditions about errors inside, of which the proof looks at a bounded number.
  private static let inner = """
    { id: again, when: { inside: { any: [ { type: '*duckdb.TransactionException', message: { contains: Conflict } } ] } }, then: VERDICT }
    { id: done, when: { inside: { any: [ { attributes: { error.sqlite: [ UNIQUE, PRIMARYKEY ] } } ] } }, then: cancel }
    { id: busy, when: { inside: { any: [ { type: psycopg*.OperationalError, message: { matches: 'too many|starting up' } } ] } }, then: retry }
    { id: lost, when: { inside: { any: [ { type: '*OperationalError', payload: { 0: [ 2006, 2013 ] } } ] } }, then: cancel }
    """

  @Test(
    "are none behind an otherwise without conditions, which is not a question of effort",
    arguments: [
      ("cancel", "cancel", true), ("retry", "proceed", true),
      ("retry", "{ retry: { exhausted: abort } }", true),
      ("{ retry: { exhausted: escalate } }", "cancel", false), ("escalate", "cancel", false),
      ("cancel", "{ retry: { maxAttempts: 3 } }", false), ("cancel", "escalate", false),
    ]
  )
  func otherwise(verdict: String, last: String, isSure: Bool) {
    let found = CheckedText(
      Self.rules(Self.inner.replacing("VERDICT", with: verdict)) + "    otherwise: { then: \(last) }\n"
    ).findings.filter { $0.code == "not-decided" || $0.code == "unanswered-error" }
    #expect(found.isEmpty == isSure, "\(found)")
  }
}
