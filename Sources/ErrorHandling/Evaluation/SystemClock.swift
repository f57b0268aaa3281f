internal import Foundation

extension ChainClock {
  private static let start = ContinuousClock.now

  /// The machine's time of day; windows and sleeping are unaffected when that is set.
  public static let system = ChainClock(
    now: { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) },
    steady: { start.duration(to: .now) },
    sleep: { try await ContinuousClock().sleep(for: $0) }
  )
}
