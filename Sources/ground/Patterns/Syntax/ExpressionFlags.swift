/// The flags of an expression, which `(?flags)` changes up to the end of the enclosing group.
struct ExpressionFlags {
  /// `i`: case is ignored.
  var ignoresCase = false
  /// `m`: `^` and `$` also match at line feeds.
  var isMultiline = false
  /// `s`: `.` also matches a line feed.
  var dotMatchesLineFeed = false
  /// `U`: `x*` is reluctant and `x*?` greedy.
  var swapsGreed = false

  func cased(_ set: ScalarSet) -> ScalarSet {
    ignoresCase ? set.ignoringCase : set
  }

  /// False if the flag does not exist.
  mutating func set(_ letter: Unicode.Scalar, to value: Bool) -> Bool {
    switch letter {
    case "i": ignoresCase = value
    case "m": isMultiline = value
    case "s": dotMatchesLineFeed = value
    case "U": swapsGreed = value
    default: return false
    }
    return true
  }
}
