import Foundation

/// The number of cases: all of them; as many as a debug build runs in seconds with `ERRCTL_TEST_SCALE=quick`;
/// fewer with `sanitized`, for builds at a tenth of the speed, because a sanitizer checks each step rather
/// than results.
package enum Scale {
  private static let name = ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"]
  package static let isSanitized = name == "sanitized"
  package static let isQuick = name == "quick" || isSanitized

  /// The full number of cases, or the smaller one for the current scale.
  package static func of(_ count: Int, quick: Int, sanitized: Int? = nil) -> Int {
    isSanitized ? sanitized ?? quick : isQuick ? quick : count
  }
}
