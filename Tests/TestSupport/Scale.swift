import Foundation

/// How much is tried: all that is promised, or with `ERRCTL_TEST_SCALE=quick` as much as a debug build does in seconds.
package enum Scale {
  package static let isQuick = ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"] == "quick"

  /// As many as are promised, or so few.
  package static func of(_ count: Int, quick: Int) -> Int { isQuick ? quick : count }
}
