import Foundation

/// How much is tried: all that is promised, or with `ERRCTL_TEST_SCALE=quick` as much as a debug build does in seconds.
enum Scale {
  static let isQuick = ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] == "quick"
}
