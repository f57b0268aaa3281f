/// The clock of a chain.
///
/// Rates, budgets, throttles and breakers count in `now`, and go on as `uptime` does where somebody sets the time of day;
/// deadlines of retries are measured in `uptime`; retries, `wait` and time limits use `sleep`. Tests pass their own:
///
/// ```swift
/// let clock = ChainClock(TestClock(), startingAt: .seconds(1_780_000_000))
/// ```
public struct ChainClock: Sendable {
  /// The time since 1970-01-01T00:00:00Z.
  public let now: @Sendable () -> Duration
  /// The time since any fixed moment; it never goes back, whoever sets the machine's clock.
  public let uptime: @Sendable () -> Duration
  /// Waits; throws if the task is cancelled meanwhile.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// A clock of these parts; without `uptime`, `now` stands for it.
  public init(
    now: @escaping @Sendable () -> Duration, uptime: (@Sendable () -> Duration)? = nil,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.now = now
    self.uptime = uptime ?? now
    self.sleep = sleep
  }

  /// The time of a clock from now on, counted from a moment since 1970.
  public init<Time: Clock<Duration>>(_ clock: Time, startingAt start: Duration) where Time.Instant: Sendable {
    let first = clock.now
    self.init(
      now: { start + first.duration(to: clock.now) },
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
  }
}
