/// A condition on a place in the text, without width.
package enum Look: UInt8, Hashable, Sendable, CaseIterable {
  /// `\A`, and `^` without `(?m)`.
  case startOfText
  /// `\z`, and `$` without `(?m)`.
  case endOfText
  /// `^` with `(?m)`: the start of the text, or just after a line feed.
  case startOfLine
  /// `$` with `(?m)`: the end of the text, or just before a line feed.
  case endOfLine
  /// `\b`: an ASCII word character (`[0-9A-Za-z_]`) on one side only.
  case wordBoundary
  /// `\B`: the opposite.
  case notWordBoundary

  /// Whether it depends on the byte after the place, too.
  var needsNext: Bool {
    switch self {
    case .startOfText, .startOfLine: false
    case .endOfText, .endOfLine, .wordBoundary, .notWordBoundary: true
    }
  }
}
