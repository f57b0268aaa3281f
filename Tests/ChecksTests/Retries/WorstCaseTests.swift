@testable import Checks
@testable import Bytes
@testable import Engine
import RuleEngine
import TestSupport
import Testing

@Suite("The worst case of a path", .enabled(if: YAMLEvents.isSupported))
struct WorstCaseTests {
  struct Path: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The retries from the leaf up, as `then: { retry: … }` says them; nil: a responder without one.
    let retries: [String?]
    /// What an error comes to that says its try, and one that does not, where that is another thing; nil: no end.
    let tries: Int
    let seconds: Int64
    var unsaid: (tries: Int, seconds: Int64)??
    /// What `errctl` says, where it is long enough.
    var said: String?
  }

  static let paths = [
    Path(
      testDescription: "one budget, by either way of counting",
      retries: ["maxAttempts: 27, within: 1h, backoff: { initial: 1s, max: 60s, jitter: none }"],
      tries: 27,
      seconds: 1 + 2 + 4 + 8 + 16 + 32 + 20 * 60,
      said: "In the worst case an error is tried here up to 27 times in 21 min 3 s"
    ),
    Path(
      testDescription: "one budget that only the error itself counts to its end",
      retries: ["maxAttempts: 27, backoff: { initial: 1s, max: 60s, jitter: none }"],
      tries: 27,
      seconds: 1 + 2 + 4 + 8 + 16 + 32 + 20 * 60,
      unsaid: .some(nil),
      said: "without an attempt is tried here without end: “r0/again” forgets its tries after 10 min"
    ),
    Path(
      testDescription: "few tries that are remembered no longer than their delays take",
      retries: ["maxAttempts: 5, within: 1s, backoff: { initial: 10s, max: 60s, jitter: none }"],
      tries: 5,
      seconds: 10 + 20 + 40 + 60,
      unsaid: .some(nil),
      said: "without end: “r0/again” forgets its tries after 1 s"
    ),
    Path(
      testDescription: "delays that are together as long as the tries are remembered",
      retries: ["maxAttempts: 3, within: 30s, backoff: { initial: 10s, jitter: none }"],
      tries: 3,
      seconds: 30,
      unsaid: .some(nil),
      said: "without end"
    ),
    Path(
      testDescription: "delays that are together a little shorter",
      retries: ["maxAttempts: 3, within: 30001ms, backoff: { initial: 10s, jitter: none }"],
      tries: 3,
      seconds: 30
    ),
    Path(
      testDescription: "two budgets that each forget while the other waits",
      retries: [
        "maxAttempts: 2, within: 10s, backoff: { initial: 1s, jitter: none }",
        "maxAttempts: 2, within: 10s, backoff: { initial: 9500ms, jitter: none }",
      ],
      tries: 2,
      seconds: 1,
      unsaid: .some(nil),
      said: "together with r1/again without end: “r0/again” forgets its tries after 10 s"
    ),
    Path(
      testDescription: "a larger budget above goes on where the one below ends",
      retries: [
        "maxAttempts: 3, within: 1h, backoff: { initial: 10s, multiplier: 1, jitter: none }",
        "maxAttempts: 27, within: 1h, backoff: { initial: 36s, multiplier: 1, max: 36s, jitter: none }",
      ],
      tries: 27,
      seconds: 2 * 10 + 24 * 36,
      unsaid: (29, 2 * 10 + 26 * 36),
      said:
        "without an attempt is tried here together with r1/again up to 29 times in 15 min 56 s"
    ),
    Path(
      testDescription: "a smaller budget above is used up with the one below where errors say their try",
      retries: [
        "maxAttempts: 21, backoff: { initial: 1s, multiplier: 1, jitter: none }",
        "maxAttempts: 5, backoff: { initial: 1m, max: 1m, jitter: none }",
      ],
      tries: 21,
      seconds: 20,
      unsaid: (25, 20 + 4 * 60),
      said: "up to 25 times in 4 min 20 s"
    ),
    Path(
      testDescription: "budgets by other keys come one after the other",
      retries: [
        "maxAttempts: 9, per: attributes.host, within: 1h, backoff: { initial: 1s, multiplier: 1, jitter: none }",
        nil,
        "maxAttempts: 9, per: attributes.user, within: 1h, backoff: { initial: 2s, multiplier: 1, jitter: none }",
        "maxAttempts: 11, per: type, within: 1h, backoff: { initial: 3s, multiplier: 1, jitter: none }",
      ],
      tries: 1 + 8 + 8 + 10,
      seconds: 8 + 16 + 30,
      said: "up to 27 times in 54 s"
    ),
    Path(
      testDescription: "a budget below that is forgotten while the one above waits comes again each time",
      retries: [
        "maxAttempts: 3, per: attributes.host, within: 10s, backoff: { initial: 1s, multiplier: 1, jitter: none }",
        "maxAttempts: 3, per: attributes.user, within: 1h, backoff: { initial: 20s, multiplier: 1, jitter: none }",
        "maxAttempts: 3, per: type, within: 1h, backoff: { initial: 30s, multiplier: 1, jitter: none }",
      ],
      tries: 15,
      seconds: 5 * 2 + 2 * 20 + 2 * 30
    ),
    Path(
      testDescription: "a deadline ends it early, with an elapsed time or without",
      retries: [
        "maxAttempts: 27, within: 1h, deadline: 40s, backoff: { initial: 1s, max: 60s, jitter: none }"
      ],
      tries: 6,
      seconds: 1 + 2 + 4 + 8 + 16
    ),
    Path(
      testDescription: "what ends for good below ends there",
      retries: [
        "maxAttempts: 4, backoff: { initial: 1s, multiplier: 2, jitter: none }, exhausted: cancel",
        "maxAttempts: 40, within: 1h, backoff: { initial: 1m, jitter: none }",
      ],
      tries: 4,
      seconds: 1 + 2 + 4,
      said: "tried here up to 40 times in 19 min 30 s"
    ),
  ]

  private static func rules(_ retries: [String?]) -> String {
    var text = "version: 1\ndefaults: { unhandled: { evaluation: cancel, report: error } }\nresponders:\n"
    for (index, retry) in retries.enumerated() {
      text += "  - id: r\(index)\n"
      if index == 0 { text += "    origins: [ leaf.* ]\n" }
      if index + 1 < retries.count { text += "    parent: r\(index + 1)\n" }
      if let retry {
        text += "    rules: [ { id: again, when: { status: 503 }, then: { retry: { \(retry) } } } ]\n"
      }
    }
    return text
  }

  /// What the chain itself comes to, error after error, up to `most` tries.
  private static func simulate(_ chain: ResponderChain, saysItsTry: Bool, most: Int) -> (
    tries: Int, milliseconds: Int64
  ) {
    var evaluator = Evaluator(chain)
    var state = ChainState(isAtHand: true)
    let start: Int64 = 1_700_000_000_000
    var now = start
    var tries = 1
    while tries < most {
      let record =
        #"{"origin": "leaf.a", "type": "Busy", "status": 503, "operation": "load", "#
        + (saysItsTry ? "\"attempt\": \(tries), \"elapsed\": \"\(now - start)ms\", " : "")
        + #""time": \#(now / 1_000).\#(String(now % 1_000 + 1_000).dropFirst()), "attributes": {"host": "h", "user": "u"}}"#
      let delay = Array(record.utf8).withUnsafeBytes { bytes -> Int64? in
        guard evaluator.read(ByteSlice(bytes)) == nil else { return nil }
        _ = evaluator.run(&state, ordinal: UInt64(tries))
        return evaluator.outcome.retry.map { Int64(($0.delay.base / 1_000 + 0.5).rounded(.down)) }
      }
      guard let delay else { break }
      now += delay
      tries += 1
    }
    return (tries, now - start)
  }

  @Test("equals the result of the chain, error after error", arguments: paths)
  func simulated(path: Path) throws {
    let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(Self.rules(path.retries).utf8))
    let chain = try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
    let said = Self.simulate(chain, saysItsTry: true, most: 300)
    #expect(said.tries == path.tries && said.milliseconds / 1_000 == path.seconds)
    let unsaid = Self.simulate(chain, saysItsTry: false, most: 300)
    guard let expected = path.unsaid ?? (path.tries, path.seconds) else {
      #expect(unsaid.tries == 300)
      return
    }
    #expect(unsaid.tries == expected.tries && unsaid.milliseconds / 1_000 == expected.seconds)
  }

  @Test("equals that of the chain for any budgets, keys, windows and delays")
  func anyPath() throws {
    var random = SeededRandom(seed: 20)
    for _ in 0..<Scale.of(150, quick: 30) {
      let retries = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String? in
        let key: String = ["operation", "attributes.host", "type"][Int.random(in: 0..<3, using: &random)]
        let multiplier: Double = [1.0, 1.5, 2.0, 10.0][Int.random(in: 0..<4, using: &random)]
        let exhausted = Int.random(in: 0..<8, using: &random) == 0 ? "cancel" : "continue"
        return
          "maxAttempts: \(Int.random(in: 1...5, using: &random)), per: \(key), exhausted: \(exhausted), "
          + "within: \(Int.random(in: 1...40, using: &random))s, backoff: { initial: \(Int.random(in: 0...9, using: &random))s, "
          + "multiplier: \(multiplier), max: \(Int.random(in: 1...20, using: &random))s, jitter: none }"
          + (Int.random(in: 0..<3, using: &random) == 0
            ? ", deadline: \(Int.random(in: 1...40, using: &random))s" : "")
      }
      let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(Self.rules(retries).utf8))
      let chain = try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
      let rules = try #require(compiled.program).retryRules
      for saysItsTry in [true, false] {
        let worst = WorstCase(of: rules, saysItsTry: saysItsTry)
        let real = Self.simulate(chain, saysItsTry: saysItsTry, most: 250)
        switch worst.end {
        case .used:
          #expect(
            worst.tries == real.tries && worst.time == .milliseconds(real.milliseconds),
            "\(retries) \(saysItsTry)"
          )
        case .never: #expect(real.tries == 250, "\(retries) \(saysItsTry)")
        case .far: Issue.record("\(retries) \(saysItsTry)")
        }
      }
    }
  }

  @Test("is reported if it is long", arguments: paths)
  func said(path: Path) {
    let found = CheckedText(Self.rules(path.retries)).lines("long-retry")
    if let said = path.said {
      #expect(found.count == 1 && found[0].contains(said), "\(found)")
    } else {
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test("is reported as endless if tries are forgotten before the budget is exhausted, by any key")
  func endless() {
    let found = CheckedText(
      Self.rules(["maxAttempts: 3, per: attributes.host, within: 1s, backoff: { initial: 5s, multiplier: 1 }"]
      )
    ).lines("long-retry")
    #expect(
      found.count == 1
        && found[0].contains("an error is tried here without end: “r0/again” forgets its tries after 1 s"),
      "\(found)"
    )
  }

  @Test("has an end if errors without an attempt reach no such rule")
  func alwaysSaid() {
    let rules = { (before: String, asked: String) in
      """
      version: 1
      responders:
        - id: app
          rules:
      \(before)
            - id: again
              when: { status: 503\(asked) }
              then: { retry: { maxAttempts: 5, within: 1s, backoff: { initial: 10s, max: 60s } } }
          otherwise: { then: cancel }
      """
    }
    let long = { (text: String) in CheckedText(text).findings.filter { $0.code == "long-retry" } }
    let found = long(rules("", ""))
    #expect(found.count == 1)
    let witness = found[0].witness ?? ""
    #expect(witness.contains("operation") && !witness.contains("attempt"), "\(witness)")
    #expect(long(rules("", ", attempt: { exists: true }")).isEmpty)
    #expect(long(rules("", ", operation: { exists: false }")).isEmpty)
    #expect(
      long(rules("      - { id: unsaid, when: { attempt: { exists: false } }, then: cancel }", "")).isEmpty
    )
  }

  @Test("is limited by the tries that a rule matches")
  func limited() {
    let rules = { (asked: String) in
      """
      version: 1
      responders:
        - id: app
          rules:
            - { id: again, when: { attempt: \(asked) }, then: { retry: { maxAttempts: 30, within: 1d } } }
          otherwise: { then: cancel }
      """
    }
    #expect(CheckedText(rules("{ atMost: 4 }")).lines("long-retry").isEmpty)
    let found = CheckedText(rules("{ atLeast: 1 }")).lines("long-retry")
    #expect(found.count == 1 && found[0].contains("up to 30 times"), "\(found)")
  }

  @Test("with enormous delays is a finding and not a crash")
  func absurd() {
    let found = CheckedText(
      Self.rules([
        "maxAttempts: 5, per: type, within: 100000000d, backoff: { initial: 100000000d, max: 106751991.16d }"
      ])
    ).lines("long-retry")
    #expect(found.count == 1 && found[0].contains("without end"), "\(found)")
  }

  @Test("without end has no number")
  func endlessAbove() {
    let found = CheckedText(
      Self.rules([
        "maxAttempts: 3, per: attributes.host, within: 1h, backoff: { initial: 1s, jitter: none }",
        "maxAttempts: 5, per: attributes.user, within: 1s, backoff: { initial: 10s, jitter: none }",
      ])
    ).lines("retry-above")
    #expect(
      found.count == 1 && found[0].contains("grants some of these errors more, without end."),
      "\(found)"
    )
  }

  @Test("combines only rules that one error reaches without being handled in between")
  func apart() {
    let retry = "{ retry: { maxAttempts: 12, per: attributes.host, within: 1h, backoff: { initial: 1s } } }"
    let rules = { (below: String) in
      """
      version: 1
      defaults: { unhandled: { evaluation: cancel, report: error } }
      responders:
        - id: app
          rules:
            - { id: one, when: { status: 502 }, then: \(retry) }
            - { id: two, when: { status: 503 }, then: \(retry) }
        - id: leaf
          parent: app
          origins: [ leaf.* ]
          rules:
            - { id: all, when: { status: [ 500, 502, 503 ] }, then: \(retry) }
      \(below)
      """
    }
    let found = CheckedText(rules("")).lines("long-retry")
    #expect(found.count == 1 && found[0].contains("together with app/one up to 23 times"), "\(found)")
    let answered = "      - { id: rest, when: { status: 5xx }, then: cancel }\n"
    #expect(CheckedText(rules(answered)).lines("long-retry").isEmpty)
  }
}
