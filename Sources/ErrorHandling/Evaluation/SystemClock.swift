internal import Foundation

extension ChainClock {
  /// The machine's time of day. Sleeping, and what is counted over time, are unaffected when that is set.
  public static let system: ChainClock = {
    let clock = ContinuousClock()
    let (first, start) = (clock.now, timeOfDay())
    return ChainClock(
      now: { timeOfDay() },
      steady: { start + first.duration(to: clock.now) },
      sleep: { try await clock.sleep(for: $0) }
    )
  }()

  private static func timeOfDay() -> Duration {
    .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000))
  }
}
