import Replay
import ReplaySupport
import RuleEngine
import Testing

/// Tries drawn by a success rate, each failed one evaluated by the rules.
struct RetrySimulationTests {
  private func load(_ rules: String, _ lines: [String], succeeding rate: Double) async throws -> RetryLoad {
    var replays = try Replays(rules: "version: 1\nresponders:\n\(rules)")
    var options = LoadOptions()
    options.successRate = rate
    replays.options.load = options
    let stream = Array(lines.joined(separator: "\n").utf8)
    let one = try await replays.run([stream], jobs: 1, chunkSize: 60_000).0
    let three = try await replays.run([stream], jobs: 3, chunkSize: 20_000).0
    #expect("\(try #require(one.load))" == "\(try #require(three.load))")
    return try #require(one.load)
  }

  @Test(
    "Three retries make 1 + q + q² tries for each failure, where a try fails with the probability q",
    arguments: [0.5, 0.9, 1]
  )
  func closedForm(failing q: Double) async throws {
    let rules = """
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 4, backoff: { initial: 1s, jitter: none } } } }
      """
    let lines = (0..<8_000).map {
      #"{"time":\#(Double($0) / 100),"status":503,"operation":"op\#($0)","attempt":1}"#
    }
    let found = try await load(rules, lines, succeeding: 1 - q)
    let expected = 8_000 * (1 + q + q * q)
    #expect(abs(Double(found.tries) - expected) <= 0.02 * expected)
    #expect(abs(Double(found.operations.givenUp) - 8_000 * q * q * q) <= 0.02 * 8_000)
    #expect(found.operations.recovered + found.operations.givenUp == 8_000)
    if q == 1 {
      // 100 first tries in each second, and those of the three seconds before, 1 s, 2 s and 4 s after them.
      #expect(found.worstSecond?.tries == 400)
      #expect(found.tries == 24_000)
    }
  }

  /// A simulation that shares nothing with the evaluator: one budget for each host, counted over a window. Times are in
  /// seconds; at one time, tries come before first failures.
  private func simulated(_ hosts: [Int], each step: Int, budget: Int, window: Int, delay: Int)
    -> (operations: Int, tries: Int)
  {
    struct Failure {
      let time: Int
      let order: Int
      let host: Int
      let isFirst: Bool
    }
    var granted: [Int: [Int]] = [:]
    var failures = hosts.enumerated().map {
      Failure(time: $0.offset * step, order: 1_000_000 + $0.offset, host: $0.element, isFirst: true)
    }
    var (operations, tries) = (0, 0)
    while let next = failures.min(by: { ($0.time, $0.order) < ($1.time, $1.order) }) {
      failures.removeAll { $0.order == next.order }
      let recent = granted[next.host, default: []].filter { $0 > next.time - window }
      guard recent.count < budget else { continue }
      granted[next.host] = recent + [next.time]
      tries += 1
      operations += next.isFirst ? 1 : 0
      failures.append(Failure(time: next.time + delay, order: tries, host: next.host, isFirst: false))
    }
    return (operations, tries)
  }

  @Test("A budget that hosts share is spent by first and later tries alike, as in a simulation of its own")
  func sharedBudget() async throws {
    let rules = """
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 6, per: [ attributes.host ], within: 1m, backoff: { initial: 7s, multiplier: 1, jitter: none } } } }
      """
    let hosts = (0..<300).map { $0 * $0 % 7 }
    let lines = hosts.enumerated().map {
      #"{"time":\#($0.offset * 2),"status":503,"host":"h\#($0.element)"}"#
    }
    let found = try await load(rules, lines, succeeding: 0)
    let expected = simulated(hosts, each: 2, budget: 5, window: 60, delay: 7)
    #expect(expected.operations > 60 && expected.operations < 300)
    #expect(found.operations.retried == expected.operations && found.tries == expected.tries)
    #expect(found.operations.givenUp == found.operations.retried)
  }

  @Test("A quota caps the tries of an outage, whatever share of them fails", arguments: [0.5, 0.9, 1])
  func cappedOutage(failing q: Double) async throws {
    let rules = """
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 4, backoff: { initial: 1s, jitter: none }, quota: { retries: 100, within: 1m } } } }
      """
    // Ten minutes with 20 operations a second, of which the share q fails.
    let lines = (0..<12_000).filter { Double($0 % 10) < q * 10 }.map {
      #"{"time":\#(Double($0) / 20),"status":503,"operation":"op\#($0)","attempt":1}"#
    }
    let found = try await load(rules, lines, succeeding: 1 - q)
    // 100 at the beginning of each minute; the failures of the last ones end in the next.
    #expect(abs(found.tries - 1_000) <= 20)
    #expect(found.operations.recovered + found.operations.givenUp == found.operations.retried)
  }

  @Test("A deadline ends tries by their time")
  func deadline() async throws {
    let rules = """
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 9, deadline: 10s, backoff: { initial: 1s, jitter: none } } } }
      """
    let lines = (0..<10).map { #"{"time":\#($0),"status":503,"operation":"op\#($0)","attempt":1}"# }
    let found = try await load(rules, lines, succeeding: 0)
    // Tries after 1, 3 and 7 s; the next one would be after 15 s.
    #expect(found.tries == 30 && found.operations.givenUp == 10 && found.operations.givingUp.longest == 7_000)
  }

  @Test("A try that ends well gives tokens back")
  func tokens() async throws {
    func rules(_ ratio: String) -> String {
      """
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 4, backoff: { initial: 1s, jitter: none }, quota: { tokens: 10, ratio: \(ratio) } } } }
      """
    }
    let lines = (0..<100).map {
      #"{"time":\#($0 * 60),"status":503,"operation":"op\#($0)","attempt":1,"origin":"app"}"#
    }
    // Each failure takes a token, and its try gives it back.
    #expect(try await load(rules("1"), lines, succeeding: 1).tries == 100)
    // Each gives half of one back: 9, 8.5, 8 … until half of the tokens are left, and the ninth failure leaves 5.5.
    #expect(try await load(rules("0.5"), lines, succeeding: 1).tries < 15)
    // All fail: 9, 8 and 7 are more than half, then the budget ends; the next failure leaves 5.
    #expect(try await load(rules("1"), lines, succeeding: 0).tries == 3)
  }

  @Test("A later try has its own attempt, so a rule for the last one decides")
  func laterAttempts() async throws {
    let rules = """
        - id: app
          rules:
            - { id: enough, when: { attempt: { atLeast: 3 } }, then: cancel }
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 9, backoff: { initial: 1s } } } }
      """
    let lines = (0..<10).map {
      #"{"attempt" : 1 , "time": \#($0), "status":503, "operation":"op\#($0)", "note":"a , b"}"#
    }
    let found = try await load(rules, lines, succeeding: 0)
    #expect(found.tries == 20 && found.operations.givenUp == 10)
  }

  @Test("Without times the tries follow at once, and an operation without end is followed for 1,000 tries")
  func endless() async throws {
    let rules = """
        - id: app
          rules:
            - { id: again, when: { status: 503 }, then: { retry: { maxAttempts: 5, per: [ attributes.host ], within: 1s, backoff: { initial: 10s, jitter: none } } } }
      """
    let timed = try await load(rules, [#"{"time":1,"status":503,"host":"a"}"#], succeeding: 0)
    #expect(timed.tries == 1_000 && timed.operations.unknown == 1 && timed.operations.givenUp == 0)
    let untimed = try await load(rules, [#"{"status":503,"host":"a"}"#], succeeding: 0)
    #expect(untimed.tries == 4 && untimed.operations.givenUp == 1 && untimed.untimed == 4)
  }
}
