import Checks
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The current day, for suppressions with an end date.
enum Today {
  /// The day in `ERRCTL_TODAY` (for tests), or the current day in UTC.
  static var day: CalendarDay? {
    if let said = ProcessInfo.processInfo.environment["ERRCTL_TODAY"] { return CalendarDay(said) }
    return CalendarDay(Date.now.formatted(.iso8601.year().month().day()))
  }
}
