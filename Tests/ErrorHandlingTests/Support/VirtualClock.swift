import ErrorHandling
import RuleEngine

/// A time that passes only where somebody waits, and then at once; but nobody's time limit ever strikes.
final class VirtualClock: Sendable {
  private let state: Lock<(now: Duration, waits: [Duration])>

  init(at start: Duration = .seconds(1_780_000_000)) {
    state = Lock((start, []))
  }

  /// What was waited for, in order.
  var waits: [Duration] { state.withLock { $0.waits } }

  func advance(by duration: Duration) { state.withLock { $0.now += duration } }

  var clock: ChainClock {
    ChainClock(
      now: { self.state.withLock { $0.now } },
      sleep: { duration in
        if duration == ChainSettings().actionLimit { try await Self.untilCancelled() }
        try Task.checkCancellation()
        self.state.withLock {
          $0.now += duration
          $0.waits.append(duration)
        }
      }
    )
  }

  private static func untilCancelled() async throws {
    let never = AsyncStream<Never> { _ in }
    for await _ in never {}
    try Task.checkCancellation()
  }
}

/// What happened, in order, from any thread.
final class Log: Sendable {
  private let state = Lock<[String]>([])

  var lines: [String] { state.withLock { $0 } }

  func callAsFunction(_ line: String) { state.withLock { $0.append(line) } }
}
