/// The sizes of each thread's caches. A full cache is cleared and filled anew; no limit changes an outcome.
package struct CacheLimits: Sendable {
  /// Values, and their bytes.
  package var values = 1 << 13
  package var bytes = 1 << 20
  package var classes = 1 << 14
  /// Kinds of errors, and the masks of rules that they leave undecided.
  package var kinds = 1 << 15
  package var openWords = 1 << 18
  /// 64-bit words of all classes' masks together.
  package var maskWords = 1 << 19
  /// Decision nodes on the paths to all outcomes together.
  package var decisions = 1 << 16
  package var outcomes = 1 << 14
  /// Errors of shared outcomes not yet counted in a replay: an outcome is looked up once for all of them.
  package var uncounted = 1 << 15

  package init() {}

  /// The longest cached value, in bytes.
  package var longestValue: Int { bytes / 4 }
}
