import Checks
internal import Bytes
internal import Records
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The current day, for suppressions with an end date, and dates without a year.
enum Today {
  /// The beginning of the day in `ERRCTL_TODAY` (for tests), or the present.
  static var moment: Timestamp? {
    if let said = ProcessInfo.processInfo.environment["ERRCTL_TODAY"] {
      return Array("\(said)T00:00:00Z".utf8).withUnsafeBytes { Timestamp(ByteSlice($0)) }
    }
    return Timestamp(unixSeconds: Date.now.timeIntervalSince1970)
  }

  /// The day in `ERRCTL_TODAY` (for tests), or the current one in UTC.
  static var day: CalendarDay? {
    if let said = ProcessInfo.processInfo.environment["ERRCTL_TODAY"] { return CalendarDay(said) }
    return CalendarDay(Date.now.formatted(.iso8601.year().month().day()))
  }
}
