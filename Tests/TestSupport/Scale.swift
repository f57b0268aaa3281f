import Foundation

/// How much is tried: all that is promised, with `ERRCTL_TEST_SCALE=quick` as much as a debug build does in seconds, with
/// `sanitized` what a build of a tenth of its speed does: a sanitizer looks at each step, not at how many agree.
package enum Scale {
  private static let name = ProcessInfo.processInfo.environment["ERRCTL_TEST_SCALE"]
  package static let isSanitized = name == "sanitized"
  package static let isQuick = name == "quick" || isSanitized

  /// As many as are promised, or so few; fewer yet under a sanitizer where that is said.
  package static func of(_ count: Int, quick: Int, sanitized: Int? = nil) -> Int {
    isSanitized ? sanitized ?? quick : isQuick ? quick : count
  }
}
