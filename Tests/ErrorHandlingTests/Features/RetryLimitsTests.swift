import ErrorHandling
import Foundation
import RuleEngine
import SwiftErrors
import Testing

@Suite("Deadlines and quotas of retries in a running chain")
struct RetryLimitsTests {
  /// A chain whose errors and completed operations are recorded, with the resolutions it came to.
  private struct Recorded {
    let lines = Log()
    let resolutions = Log()
    let chain: RunningChain

    init(_ retry: String, quotas: String = "{}", _ clock: ChainClock, seed: UInt64 = 3) throws {
      let (lines, resolutions) = (lines, resolutions)
      let recorder = ErrorRecorder { lines(String(decoding: $0, as: UTF8.self)) }
      chain = try RunningChain(
        .text(
          """
          version: 1
          quotas: \(quotas)
          responders:
            - id: app
              rules: [ { id: again, then: { retry: { \(retry) } } } ]
              otherwise: { then: abort }
          """
        ),
        settings: ChainSettings(
          clock: clock,
          seed: seed,
          observe: { observation in
            if let error = observation.error { recorder.record(error, observation.occurrence) }
            resolutions(observation.resolution.json)
          },
          observeCompletion: { recorder.recordCompletion($0) }
        )
      )
    }

    /// The resolutions of a replay of what was recorded.
    func replayed(seed: UInt64 = 3) -> [String] {
      var evaluator = RuleEvaluator(chain.rules, seed: seed)
      var all: [String] = []
      for line in lines.lines {
        // A completed operation has none.
        if let resolution = try? evaluator.resolution(of: line) { all.append(resolution) }
      }
      return all
    }

    /// The tries of an operation that fails.
    func tries(from origin: String = "shop.pay", _ clock: VirtualClock, taking time: Duration = .zero) async
      -> Int
    {
      var tries = 0
      _ = await chain.withErrorHandling(from: origin, named: "pay") { () throws -> Void in
        tries += 1
        clock.advance(by: time)
        throw NetworkError.server(503)
      }
      return tries
    }
  }

  @Test func `a deadline ends the tries of an operation, and a replay says the same`() async throws {
    let time = VirtualClock()
    let recorded = try Recorded(
      "maxAttempts: 100, deadline: 10s, backoff: { initial: 2s, multiplier: 1, jitter: none }",
      time.clock
    )
    // Failures 0 s, 5 s and 10 s after the first.
    #expect(await recorded.tries(time, taking: .seconds(3)) == 3)
    #expect(await recorded.tries(time, taking: .seconds(3)) == 3, "another call has its own first failure")
    #expect(recorded.resolutions.lines[2].contains(#""by":{"responder":"app","otherwise":true}"#))
    #expect(
      recorded.lines.lines.map { $0.contains(#""elapsed":"5s""#) } == [
        false, true, false, false, true, false,
      ]
    )
    #expect(recorded.replayed() == recorded.resolutions.lines)
  }

  @Test func `a random delay counts as it is waited for`() async throws {
    let time = VirtualClock()
    let recorded = try Recorded(
      "maxAttempts: 100, deadline: 30s, backoff: { initial: 8s, max: 16s }",
      time.clock
    )
    for _ in 0..<20 {
      let start = time.clock.now()
      let before = time.waits.count
      _ = await recorded.tries(time)
      #expect(time.clock.now() - start <= .seconds(30) && time.waits.count > before)
    }
    #expect(recorded.replayed() == recorded.resolutions.lines)
    #expect(recorded.resolutions.lines.contains { !$0.contains(#""retry":{"#) })
  }

  @Test func `a deadline is measured by a clock that nobody sets`() async throws {
    let (day, machine) = (VirtualClock(), VirtualClock(at: .zero))
    let clock = ChainClock(now: day.clock.now, uptime: machine.clock.now, sleep: machine.clock.sleep)
    let recorded = try Recorded(
      "maxAttempts: 100, deadline: 10s, backoff: { initial: 4s, multiplier: 1, jitter: none }",
      clock
    )
    var tries = 0
    _ = await recorded.chain.withErrorHandling(from: "x") { () throws -> Void in
      tries += 1
      // Somebody sets the clock back, and forth.
      day.advance(by: tries % 2 == 0 ? .seconds(-7_200) : .seconds(3_600))
      throw NetworkError.server(503)
    }
    #expect(tries == 3)
    #expect(recorded.replayed() == recorded.resolutions.lines)
  }

  @Test func `tokens throttle retries as gRPC does, and come back with operations that end well`()
    async throws
  {
    let time = VirtualClock()
    let recorded = try Recorded(
      "maxAttempts: 4, quota: { tokens: 10, ratio: 0.5 }, exhausted: cancel, backoff: { initial: 1s, jitter: none }",
      time.clock
    )
    var tries: [Int] = []
    for _ in 0..<5 { tries.append(await recorded.tries(time)) }
    #expect(tries == [4, 1, 1, 1, 1])
    // Two tokens are left; of another origin all are.
    #expect(await recorded.tries(from: "shop.list", time) == 4)
    for _ in 0..<8 {
      let done = await recorded.chain.withErrorHandling(from: "shop.pay", named: "pay") { 1 }
      #expect(done.value == 1)
    }
    // Six of them: the next failure leaves five.
    #expect(await recorded.tries(time) == 1)
    for _ in 0..<4 { recorded.chain.complete(ErrorOccurrence(origin: "shop.pay")) }
    #expect(await recorded.tries(time) == 2)
    #expect(recorded.lines.lines.count { $0.contains(#""completed":true"#) } == 12)
    #expect(
      recorded.lines.lines.contains {
        $0.hasSuffix(#""operation":"pay","attempt":1,"completed":true}"# + "\n")
      }
    )
    #expect(recorded.replayed() == recorded.resolutions.lines)
  }

  @Test func `tasks at the same time take no more than the quota together`() async throws {
    let recorded = try Recorded(
      "maxAttempts: 1000, per: type, quota: { retries: 50, within: 1h }, exhausted: cancel",
      .system
    )
    let chain = recorded.chain
    let granted = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<25).count { _ in chain.decide(NetworkError.server(503), from: "x").evaluation == .retry }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(granted == 50)
    #expect(chain.decide(NetworkError.server(503), from: "x").json.contains(#""ended":"quota""#))
  }

  @Test func `an evaluation that waits for a person counts nothing twice`() async throws {
    let rules = """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do:
                - present: { title: Again?, buttons: [ { title: Yes, then: continue }, { title: No, then: continue } ] }
            - { id: again, then: { retry: { per: type, maxAttempts: 3, deadline: 1h, quota: { retries: 2, within: 1h } } } }
            - { id: never, then: cancel }
          always: [ { perform: track } ]
        - id: low
          parent: app
          origins: [ low ]
          rules: [ { id: first, then: { retry: { per: type, maxAttempts: 3, quota: { tokens: 3, ratio: 1 } } } } ]
      """
    let lines = Log()
    let resolutions = Log()
    let recorder = ErrorRecorder { lines(String(decoding: $0, as: UTF8.self)) }
    let chain = try RunningChain(
      .text(rules),
      plugins: [.perform("track") { _ in }, .presenter { _ in .button(1) }],
      settings: ChainSettings(
        clock: VirtualClock().clock,
        seed: 3,
        observe: { observation in
          if let error = observation.error { recorder.record(error, observation.occurrence) }
          resolutions(observation.resolution.json)
        }
      )
    )
    for _ in 0..<5 { await chain.respond(to: NetworkError.server(503), from: "low") }
    var evaluator = RuleEvaluator(chain.rules, seed: 3)
    let replayed = try lines.lines.map { try evaluator.resolution(of: $0) }
    #expect(replayed == resolutions.lines)
    #expect(resolutions.lines.count { $0.contains(#""rule":"again"},"evaluation":"retry""#) } == 2)
  }

  @Test func `a reload keeps what was spent while the quota is the same`() async throws {
    func rules(_ quota: String, _ more: String = "") -> String {
      "version: 1\nresponders: [ { id: app, rules: [ { id: again, then: { retry: { maxAttempts: 9, exhausted: cancel, quota: \(quota) } } }\(more) ] } ]"
    }
    let chain = try RunningChain(
      .text(rules("{ retries: 2, within: 1h }")),
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    func evaluation() -> Evaluation { chain.decide(NetworkError.server(503), from: "x").evaluation }
    #expect([evaluation(), evaluation(), evaluation()] == [.retry, .retry, .cancel])
    try chain.reload(.text(rules("{ retries: 2, within: 1h }", ", { id: rest, then: cancel }")))
    #expect(evaluation() == .cancel)
    try chain.reload(.text(rules("{ retries: 3, within: 1h }")))
    #expect(evaluation() == .retry)
    try chain.reload(.text(rules("{ tokens: 3, ratio: 0.1 }")))
    #expect([evaluation(), evaluation()] == [.retry, .cancel])
    try chain.reload(.text(rules("{ tokens: 3, ratio: 1 }")))
    chain.complete(ErrorOccurrence(origin: "x"))
    #expect(evaluation() == .cancel)
  }

  @Test func `rules share a quota, and a try that was tried again gives back what it cost`() async throws {
    let time = VirtualClock()
    let recorded = try Recorded(
      "maxAttempts: 9, quota: { of: bucket, cost: 5 }, backoff: { initial: 1s, jitter: none }",
      quotas: "{ bucket: { tokens: 12, gives: { success: 1, retried: cost } } }",
      time.clock
    )
    #expect(await recorded.tries(from: "shop.pay", time) == 3)
    // Two tokens are left, of other origins as well.
    #expect(await recorded.tries(from: "shop.list", time) == 1)
    for _ in 0..<3 {
      let done = await recorded.chain.withErrorHandling(from: "shop.pay", named: "pay") { 1 }
      #expect(done.value == 1)
    }
    // Five: each operation gives back what its only retry took.
    for _ in 0..<4 {
      var tries = 0
      let done = await recorded.chain.withErrorHandling(from: "shop.pay", named: "pay") { () throws -> Int in
        tries += 1
        if tries == 1 { throw NetworkError.server(503) }
        return tries
      }
      #expect(done.value == 2)
    }
    #expect(await recorded.tries(time) == 2)
    #expect(await recorded.tries(time) == 1)
    #expect(
      recorded.lines.lines.count { $0.hasSuffix(#""operation":"pay","attempt":2,"completed":true}"# + "\n") }
        == 4
    )
    #expect(recorded.replayed() == recorded.resolutions.lines)
  }

  @Test func `tasks at the same time take no more than a shared quota has`() async throws {
    let recorded = try Recorded(
      "maxAttempts: 1000, per: type, quota: { of: bucket, cost: 2 }, exhausted: cancel",
      quotas: "{ bucket: { tokens: 100 } }",
      .system
    )
    let chain = recorded.chain
    let granted = await withTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          (0..<25).count { _ in
            chain.decide(NetworkError.server(503), from: "shop.\(task)").evaluation == .retry
          }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(granted == 50)
  }

  @Test func `a longer wait than the rule takes ends the tries, and a replay says the same`() async throws {
    let time = VirtualClock()
    let recorded = try Recorded(
      "maxAttempts: 9, backoff: { delays: [ 1s, 3s ], jitter: none }, retryAfter: { use: replace, max: 4s, above: exhausted }",
      time.clock
    )
    var wishes: [Duration?] = [nil, .seconds(2), nil, .milliseconds(500), .seconds(5), nil]
    _ = await recorded.chain.withErrorHandling(from: "shop.pay", named: "pay") { () throws -> Void in
      throw Busy(retryAfter: wishes.removeFirst())
    }
    #expect(wishes.count == 1)
    #expect(time.waits == [.seconds(1), .seconds(2), .seconds(3), .milliseconds(500)])
    #expect(recorded.resolutions.lines.last?.contains(#""by":{"responder":"app","otherwise":true}"#) == true)
    #expect(recorded.replayed() == recorded.resolutions.lines)
  }

  private struct Busy: RetryAfterError {
    let retryAfter: Duration?
  }

  @Test func `a reload keeps a shared quota that is the same`() async throws {
    func rules(_ quota: String, cost: Int = 1) -> String {
      "version: 1\nquotas: { bucket: \(quota) }\nresponders: [ { id: app, rules: [ { id: again, then: { retry: { maxAttempts: 9, exhausted: cancel, quota: { of: bucket, cost: \(cost) } } } } ] } ]"
    }
    let chain = try RunningChain(
      .text(rules("{ tokens: 4 }")),
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    func evaluation() -> Evaluation { chain.decide(NetworkError.server(503), from: "x").evaluation }
    #expect([evaluation(), evaluation()] == [.retry, .retry])
    try chain.reload(.text(rules("{ tokens: 4 }", cost: 2)))
    #expect([evaluation(), evaluation()] == [.retry, .cancel])
    try chain.reload(.text(rules("{ tokens: 3 }", cost: 2)))
    #expect([evaluation(), evaluation()] == [.retry, .cancel])
  }
}
