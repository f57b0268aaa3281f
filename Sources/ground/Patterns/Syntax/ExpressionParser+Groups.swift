extension ExpressionParser {
  /// Reads `(`, `(?:`, `(?P<name>`, `(?<name>`, `(?flags)` or `(?flags:`.
  mutating func parseGroup() throws(PatternError) {
    let start = source.position
    source.skip(1)
    guard source.take("?") else {
      try open(group: true, from: start, flags: flags)
      return
    }
    if source.take("P<") {
      try parseName(from: start)
    } else if source.next == "<", source.peek(1) != "=", source.peek(1) != "!" {
      source.skip(1)
      try parseName(from: start)
    } else {
      try parseFlags(from: start)
    }
  }

  private mutating func parseName(from start: Int) throws(PatternError) {
    let nameStart = source.position
    while let next = source.next, next != ">" { source.skip(1) }
    let name = source.text(from: nameStart)
    guard source.take(">") else {
      throw source.error("The name of the group is not closed. Add “>”.", from: start)
    }
    guard !name.isEmpty, name.unicodeScalars.allSatisfy(Self.mayBeInName) else {
      throw source.error("“\(name)” can't name a group. Use letters, digits and “_”.", from: start)
    }
    try open(group: true, name: name, from: start, flags: flags)
  }

  private static func mayBeInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !scalar.isASCII && nameScalars.contains(scalar.value)
    }
  }

  private static let nameScalars = ["L", "Nl", "Mn", "Mc", "Nd", "Pc"].reduce(ScalarSet.empty) { set, name in
    set.union(UnicodeProperty.scalars(named: name) ?? .empty)
  }

  private mutating func parseFlags(from start: Int) throws(PatternError) {
    var inner = flags
    var sets = true
    var isAfterMinus = false
    while let next = source.take() {
      switch next {
      case ":" where !isAfterMinus:
        try open(group: false, from: start, flags: inner)
        return
      case ")" where !isAfterMinus:
        flags = inner
        return
      case "-" where sets:
        sets = false
        isAfterMinus = true
      default:
        guard inner.set(next, to: sets) else { throw unknownGroup(from: start) }
        isAfterMinus = false
      }
    }
    throw unknownGroup(from: start)
  }

  private func unknownGroup(from start: Int) -> PatternError {
    let text = source.text(from: start)
    let what =
      switch text {
      case "(?=", "(?!", "(?<": "Lookaround is not supported, because it can't run in linear time."
      case "(?>": "Atomic groups are not supported. Write “(?:…)”, because no match ever backtracks."
      case "(?#": "Comments are not supported."
      case "(?P": "References to a named group are not supported. For a named group, write “(?P<name>…)”."
      default: "“\(text)” does not start a group. Write “(?:…)”, “(?P<name>…)” or flags out of “imsU”."
      }
    return source.error(what, from: start)
  }
}
