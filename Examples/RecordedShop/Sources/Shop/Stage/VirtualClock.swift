internal import Foundation
internal import Synchronization

/// The day's clock: it stands still unless it is moved.
final class VirtualClock: Sendable {
  private let milliseconds: Mutex<Int64>

  /// Starts at midnight UTC of 20 November 2026.
  init() {
    milliseconds = Mutex(1_795_132_800_000)
  }

  var now: Date {
    Date(timeIntervalSince1970: Double(milliseconds.withLock { $0 }) / 1_000)
  }

  func advance(milliseconds step: Int64) {
    milliseconds.withLock { $0 += step }
  }

  /// Moves on to a time of the day; a time that has passed is not gone back to.
  func move(toHour hour: Int64, minute: Int64 = 0) {
    let wanted = 1_795_132_800_000 + (hour * 60 + minute) * 60_000
    milliseconds.withLock { $0 = max($0, wanted) }
  }
}
