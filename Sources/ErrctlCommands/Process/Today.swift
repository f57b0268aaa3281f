import Checks
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which day it is, for suppressions that end.
enum Today {
  /// What `ERRCTL_TODAY` says (a test's clock), else the day in UTC.
  static var day: CalendarDay? {
    if let said = ProcessInfo.processInfo.environment["ERRCTL_TODAY"] { return CalendarDay(said) }
    return CalendarDay(Date.now.formatted(.iso8601.year().month().day()))
  }
}
