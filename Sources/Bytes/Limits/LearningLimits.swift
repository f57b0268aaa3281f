/// How much each thread learns about the values and kinds of errors it meets. Past that it forgets all and learns anew:
/// no limit changes an answer.
package struct LearningLimits: Sendable {
  /// Places for values, a power of two, half of which are used; at least 8.
  package var values = 1 << 14
  /// Bytes of the values.
  package var bytes = 1 << 20
  /// Classes of values; at least 4.
  package var classes = 1 << 14
  /// Kinds of errors.
  package var lists = 1 << 15
  /// Rules on the lists of all kinds.
  package var candidates = 1 << 21

  /// Questions that are asked of errors, those of all kinds together.
  package var questions = 1 << 17
  /// Outcomes that errors share.
  package var answers = 1 << 14
  /// How many unsure rules a list has from which on masks tell which of them may match; at least 1.
  package var longList = 8
  /// How many stations a chain has from which on lists may be long: where there are fewer, the ways through their questions
  /// are all met within some hundred thousand records, and walking them costs no more than masks do.
  package var maskedStations = 4_000
  /// 64-bit words of all masks together.
  package var maskWords = 1 << 17
  /// Errors that got outcomes that others share, which may wait to be counted in a replay: an outcome is looked up once for
  /// all that got it.
  package var uncounted = 1 << 15

  package init() {}

  /// The same for a chain of so many rules: of more than a thousand more may be asked, up to eight times as much.
  package func scaled(toRules rules: Int) -> LearningLimits {
    var scaled = self
    let factor = min(8, max(1, rules / 1_000))
    scaled.questions *= factor
    scaled.answers *= factor
    scaled.maskWords *= factor
    return scaled
  }

  /// The bytes of the longest value that is learnt: those that together say of what kind an error is find room at once.
  package var longestValue: Int { bytes / 4 }
}
