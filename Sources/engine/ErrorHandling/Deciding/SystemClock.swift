internal import Foundation

extension ChainClock {
  /// The machine's time of day; windows, deadlines and sleeping are unaffected when that is set.
  public static let system = ChainClock(
    now: { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) },
    uptime: { start.duration(to: .now) }, sleep: { try await ContinuousClock().sleep(for: $0) })

  private static let start = ContinuousClock.now
}
