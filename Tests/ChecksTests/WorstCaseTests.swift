import Checks
@testable import RuleEngine
import Testing

@Suite("The worst case of a path", .enabled(if: YAMLEvents.isSupported))
struct WorstCaseTests {
  struct Path: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The retries from the leaf up, as `then: { retry: … }` says them; nil: a responder without one.
    let retries: [String?]
    let tries: Int
    let seconds: Int64
    /// What `errctl` says, where it is long enough.
    var said: String?
  }

  static let paths = [
    Path(
      testDescription: "one budget that the error counts itself",
      retries: ["maxAttempts: 27, backoff: { initial: 1s, max: 60s, jitter: none }"],
      tries: 27,
      seconds: 1 + 2 + 4 + 8 + 16 + 32 + 20 * 60,
      said: "up to 27 times in 21 min 3 s"
    ),
    Path(
      testDescription: "a larger budget above goes on where the one below ends",
      retries: [
        "maxAttempts: 3, backoff: { initial: 10s, multiplier: 1, jitter: none }",
        "maxAttempts: 27, backoff: { initial: 36s, multiplier: 1, max: 36s, jitter: none }",
      ],
      tries: 27,
      seconds: 2 * 10 + 24 * 36,
      said: "up to 27 times in 14 min 44 s"
    ),
    Path(
      testDescription: "a smaller budget above is used up with the one below",
      retries: [
        "maxAttempts: 21, backoff: { initial: 1s, multiplier: 1, jitter: none }",
        "maxAttempts: 5, backoff: { initial: 1m, max: 1m, jitter: none }",
      ],
      tries: 21,
      seconds: 20,
      said: "up to 21 times in 20 s"
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
      testDescription: "what ends for good below ends there",
      retries: [
        "maxAttempts: 4, backoff: { initial: 1s, multiplier: 2, jitter: none }, exhausted: cancel",
        "maxAttempts: 40, backoff: { initial: 1m, jitter: none }",
      ],
      tries: 4,
      seconds: 1 + 2 + 4,
      said: "tried here up to 40 times in 19 min 30 s"
    ),
  ]

  private static func rules(_ path: Path) -> String {
    var text = "version: 1\ndefaults: { unhandled: { evaluation: cancel, report: error } }\nresponders:\n"
    for (index, retry) in path.retries.enumerated() {
      text += "  - id: r\(index)\n"
      if index == 0 { text += "    origins: [ leaf.* ]\n" }
      if index + 1 < path.retries.count { text += "    parent: r\(index + 1)\n" }
      if let retry {
        text += "    rules: [ { id: again, when: { status: 503 }, then: { retry: { \(retry) } } } ]\n"
      }
    }
    return text
  }

  @Test("is what the chain itself comes to, error after error", arguments: paths)
  func simulated(path: Path) throws {
    let compiled = RuleSet.compile(name: "rules.yaml", bytes: Array(Self.rules(path).utf8))
    let chain = try #require(compiled.chain, "\(compiled.diagnostics.map { $0.message })")
    var climb = Climb(chain)
    var memory = ChainMemory(isAtHand: true)
    var now: Int64 = 1_700_000_000_000
    let start = now
    var tries = 1
    while tries < 1_000 {
      let record =
        #"{"origin": "leaf.a", "type": "Busy", "status": 503, "operation": "load", "attempt": \#(tries), "#
        + #""time": \#(now / 1_000).\#(String(now % 1_000 + 1_000).dropFirst()), "attributes": {"host": "h", "user": "u"}}"#
      let delay = Array(record.utf8).withUnsafeBytes { bytes -> TimeSpan? in
        guard climb.read(ByteSlice(bytes)) == nil else { return nil }
        climb.ordinal = UInt64(tries)
        memory.advance(to: climb.time)
        _ = climb.run(&memory)
        return climb.outcome.retry.map { TimeSpan(microseconds: Int64($0.delay.base)) }
      }
      guard let delay else { break }
      now += delay.microseconds / 1_000
      tries += 1
    }
    #expect(tries == path.tries)
    #expect((now - start) / 1_000 == path.seconds)
  }

  @Test("is said where it is long", arguments: paths)
  func said(path: Path) {
    let found = CheckedText(Self.rules(path)).lines("long-retry")
    if let said = path.said {
      #expect(found.count == 1 && found[0].contains(said), "\(found)")
    } else {
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test("is said to have no end where tries are forgotten before they are used up")
  func endless() {
    let path = Path(
      testDescription: "",
      retries: [
        "maxAttempts: 3, per: attributes.host, within: 1s, backoff: { initial: 5s, multiplier: 1, jitter: none }"
      ],
      tries: 0,
      seconds: 0
    )
    let found = CheckedText(Self.rules(path)).lines("long-retry")
    #expect(
      found.count == 1 && found[0].contains("without end: “r0/again” forgets its tries after 1 s"),
      "\(found)"
    )
  }

  @Test("counts together only what one error meets, and what nothing between answers")
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
