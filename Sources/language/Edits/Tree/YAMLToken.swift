/// A piece of a YAML text: a value's place, or something between values.
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
    case value
    case anchor
  }

  let kind: Kind
  let range: Range<Int>
  /// Its column, in characters from 0.
  let column: Int
  let isFirst: Bool
  let hasBlankBefore: Bool
}
