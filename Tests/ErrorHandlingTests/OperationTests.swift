import RuleEngine
import SwiftErrors
import ErrorHandling
import Foundation
import Testing

@Suite("An operation is retried as its rules grant")
struct OperationTests {
  private static let rules = """
    version: 1
    responders:
      - id: app
        rules:
          - id: again
            when: { case: NetworkError.server }
            then: { retry: { maxAttempts: 4, backoff: { initial: 100ms, multiplier: 2, max: 300ms, jitter: none } } }
          - { id: out, when: { case: unauthorized }, then: abort }
          - { id: on, when: { case: offline }, then: proceed }
          - { id: any, when: { type: Base }, then: retry }
    """

  private func chain(_ time: VirtualClock) throws -> RunningChain {
    try RunningChain(.text(Self.rules), settings: ChainSettings(clock: time.clock))
  }

  @Test func `it waits longer each time, and gives up when its tries are spent`() async throws {
    let time = VirtualClock()
    var tries = 0
    let handled = try await chain(time).withErrorHandling(from: "shop.pay") { () throws -> Int in
      tries += 1
      throw NetworkError.server(503)
    }
    #expect(tries == 4)
    #expect(time.waits == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
    guard case .cancel(let error, let resolution) = handled else {
      Issue.record("\(handled)")
      return
    }
    #expect(error is NetworkError && !resolution.isHandled)
    #expect(throws: NetworkError.self) { try handled.get() }
  }

  /// What a server said of when to come again.
  private struct Overloaded: RetryAfterError {
    let retryAfter: Duration?
  }

  @Test func `it waits as long as the error asks for, each time anew`() async throws {
    let time = VirtualClock()
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules: [ { id: again, when: { type: Overloaded }, then: { retry: { maxAttempts: 5, backoff: { initial: 100ms, multiplier: 1, jitter: none } } } } ]
        """
      ),
      settings: ChainSettings(clock: time.clock)
    )
    var wishes: [Duration?] = [.seconds(2), nil, .milliseconds(50), .milliseconds(1_500)]
    _ = await chain.withErrorHandling(from: "x") { () throws -> Void in
      if !wishes.isEmpty { throw Overloaded(retryAfter: wishes.removeFirst()) }
    }
    #expect(time.waits == [.seconds(2), .milliseconds(100), .milliseconds(100), .milliseconds(1_500)])
    let delays = [.seconds(3), nil, .seconds(7)].map {
      chain.decide(Overloaded(retryAfter: $0), from: "x").retry?.delay
    }
    #expect(delays == [.seconds(3), .milliseconds(100), .seconds(7)])
    let told = ErrorOccurrence(origin: "x", retryAfter: .seconds(4))
    #expect(chain.decide(Overloaded(retryAfter: .seconds(9)), told).retry?.delay == .seconds(4))
  }

  @Test func `it ends with the first success`() async throws {
    let time = VirtualClock()
    var tries = 0
    let handled = try await chain(time).withErrorHandling(from: "shop.pay", named: "pay") {
      () throws -> String in
      tries += 1
      if tries < 3 { throw NetworkError.server(500) }
      return "paid"
    }
    #expect(handled.value == "paid" && handled.resolution == nil && tries == 3)
  }

  @Test func `the caller is told to go on, give up or stop`() async throws {
    let chain = try chain(VirtualClock())
    if case .abort = await chain.withErrorHandling(from: "x", operation: { throw NetworkError.unauthorized })
    {
    } else {
      Issue.record("not aborted")
    }
    if case .proceed = await chain.withErrorHandling(from: "x", operation: { throw NetworkError.offline }) {
    } else {
      Issue.record("not to go on")
    }
  }

  @Test func `cancelled work is never tried again`() async throws {
    let time = VirtualClock()
    let chain = try chain(time)
    let tries = Log()
    // The operation throws another error because it was cancelled.
    let task = Task {
      await chain.withErrorHandling(from: "x") { () throws -> Void in
        withUnsafeCurrentTask { $0?.cancel() }
        tries("try")
        throw Base()
      }
    }
    guard case .cancel = await task.value else {
      Issue.record("not cancelled")
      return
    }
    if case .cancel(_, let resolution) = await chain.withErrorHandling(
      from: "x",
      operation: { throw CancellationError() }
    ) {
      #expect(resolution.by == .ignored)
    } else {
      Issue.record("not cancelled")
    }
    #expect(tries.lines.count == 1 && time.waits.isEmpty)
  }

  @Test func `nor while it waits`() async throws {
    let tries = Log()
    let waiting = Gate()
    let chain = try RunningChain(
      .text(Self.rules),
      settings: ChainSettings(
        clock: ChainClock(
          now: { .seconds(1) },
          sleep: { _ in
            waiting.open()
            let never = AsyncStream<Never> { _ in }
            for await _ in never {}
            try Task.checkCancellation()
          }
        )
      )
    )
    let task = Task {
      await chain.withErrorHandling(from: "x") { () throws -> Void in
        tries("try")
        throw NetworkError.server(500)
      }
    }
    await waiting.opened()
    // No lock is held: others are answered meanwhile.
    #expect(chain.decide(NetworkError.unauthorized, from: "x").evaluation == .abort)
    task.cancel()
    if case .cancel = await task.value {} else { Issue.record("not cancelled") }
    #expect(tries.lines == ["try"])
  }

  @Test func `tries of one key are counted once, however many fail at the same time`() async throws {
    let chain = try RunningChain(
      .text(
        """
        version: 1
        responders:
          - id: app
            rules: [ { id: again, then: { retry: { maxAttempts: 11, per: [ type ], within: 1h } } } ]
        """
      ),
      settings: ChainSettings(clock: VirtualClock().clock)
    )
    let granted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { chain.decide(Declined(), from: "x").evaluation == .retry } }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(granted == 10)
  }
}
