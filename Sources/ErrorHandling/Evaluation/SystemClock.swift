internal import Foundation

extension ChainClock {
  /// The machine's time of day; sleeping is unaffected when that is set.
  public static let system = ChainClock(
    now: { .microseconds(Int64(Date().timeIntervalSince1970 * 1_000_000)) },
    sleep: { try await ContinuousClock().sleep(for: $0) }
  )
}
