/// What stands between the values of a YAML text, and where the values stand.
struct YAMLToken {
  enum Kind {
    case comment
    case directive
    case documentStart
    case documentEnd
    case dash
    case question
    case colon
    case comma
    case open
    case close
    /// A scalar or an alias.
    case value
    case anchor
  }

  let kind: Kind
  let range: Range<Int>
  /// Where it begins in its line, in characters from 0.
  let column: Int
  /// Whether only white space stands before it on its line.
  let isFirst: Bool
  /// Whether an empty line stands before it.
  let hasBlankBefore: Bool
}
