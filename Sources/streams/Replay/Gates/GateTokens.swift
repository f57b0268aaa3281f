struct GateTokens {
  struct Token {
    let text: String
    let column: Int
    /// Whether the token is a name in parentheses or behind “per”, with any characters.
    var isName = false
  }

  private(set) var tokens: [Token] = []
  /// The first character without a meaning, at which reading stopped.
  private(set) var strange: Token?
  let end: Int

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private static let pairs: Set = ["->", ">=", "<=", "!=", "==", "&&", "||"]
  private static let signs: Set<Unicode.Scalar> = ["(", ")", "<", ">", "=", "%", "!"]

  /// - Parameter named: the words that take a name in parentheses.
  init(_ text: String, named: (String) -> Bool) {
    scalars = Array(text.unicodeScalars)
    end = scalars.count + 1
    while index < scalars.count, strange == nil { read(named) }
  }

  private mutating func read(_ named: (String) -> Bool) {
    let scalar = scalars[index]
    let pair = index + 1 < scalars.count ? "\(scalar)\(scalars[index + 1])" : ""
    if Self.isSpace(scalar) {
      index += 1
    } else if Self.pairs.contains(pair) {
      tokens.append(Token(text: pair, column: index + 1))
      index += 2
    } else if Self.signs.contains(scalar) {
      tokens.append(Token(text: "\(scalar)", column: index + 1))
      index += 1
    } else if Self.isWord(scalar) {
      let start = index
      while index < scalars.count, Self.isWord(scalars[index]) { index += 1 }
      let word = text(start..<index)
      tokens.append(Token(text: word, column: start + 1))
      if index < scalars.count, scalars[index] == "(", named(word) {
        tokens.append(Token(text: "(", column: index + 1))
        index += 1
        readName { $0 == ")" }
      } else if word == "per" {
        readName { Self.isSpace($0) || Self.signs.contains($0) }
      }
    } else {
      strange = Token(text: "\(scalar)", column: index + 1)
    }
  }

  /// The name may be in double quotes.
  private mutating func readName(until isEnd: (Unicode.Scalar) -> Bool) {
    while index < scalars.count, Self.isSpace(scalars[index]) { index += 1 }
    let isQuoted = index < scalars.count && scalars[index] == "\""
    if isQuoted { index += 1 }
    let start = index
    while index < scalars.count, !(isQuoted ? scalars[index] == "\"" : isEnd(scalars[index])) {
      index += 1
    }
    var last = index
    if isQuoted, index < scalars.count { index += 1 }
    while !isQuoted, last > start, Self.isSpace(scalars[last - 1]) { last -= 1 }
    tokens.append(Token(text: text(start..<last), column: start + 1, isName: true))
  }

  private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n"
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", ".", "_": true
    default: false
    }
  }
}
