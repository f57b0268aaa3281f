/// How much each thread learns about the values and kinds of errors it meets. Past that it forgets all and learns anew:
/// no limit changes an answer.
package struct LearningLimits: Sendable {
  /// Values, and bytes of them.
  package var values = 1 << 13
  package var bytes = 1 << 20
  /// Classes of values.
  package var classes = 1 << 14
  /// Kinds of errors, and words of the rules that they leave open.
  package var kinds = 1 << 15
  package var openWords = 1 << 18
  /// 64-bit words of the masks of all classes together.
  package var maskWords = 1 << 19
  /// Decisions on the ways to all outcomes together.
  package var decisions = 1 << 16
  /// Outcomes that errors share.
  package var outcomes = 1 << 14
  /// Errors that got outcomes that others share, which may wait to be counted in a replay: an outcome is looked up once for
  /// all that got it.
  package var uncounted = 1 << 15

  package init() {}

  /// The bytes of the longest value that is learnt.
  package var longestValue: Int { bytes / 4 }
}
