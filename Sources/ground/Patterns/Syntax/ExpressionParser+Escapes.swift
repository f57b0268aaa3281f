extension ExpressionParser {
  mutating func parseEscape() throws(PatternError) {
    let start = source.position
    switch source.peek(1) {
    case "A": appendLook(.startOfText)
    case "z": appendLook(.endOfText)
    case "b": appendLook(.wordBoundary)
    case "B": appendLook(.notWordBoundary)
    case "C":
      source.skip(2)
      append(.anyByte)
    case "Q":
      source.skip(2)
      parseQuoted()
    case "p", "P":
      source.skip(1)
      append(.scalars(try parseProperty(from: start)))
    case "d", "D", "s", "S", "w", "W":
      source.skip(1)
      if let letter = source.take(), let set = perlClass(letter) { append(.scalars(set)) }
    default:
      let scalar = try parseEscapedScalar()
      append(.scalar(scalar, ignoresCase: flags.ignoresCase))
    }
  }

  private mutating func appendLook(_ look: Look) {
    source.skip(2)
    append(.look(look))
  }

  /// Reads the literal text of `\Q…\E`, which may also end with the pattern.
  private mutating func parseQuoted() {
    while !source.take("\\E"), let scalar = source.take() {
      append(.scalar(scalar.value, ignoresCase: flags.ignoresCase))
    }
  }

  mutating func parseEscapedScalar() throws(PatternError) -> UInt32 {
    let start = source.position
    source.skip(1)
    guard let scalar = source.take() else {
      throw source.error(
        "There is nothing to escape after the last “\\”. Write “\\\\” for a backslash.", from: start)
    }
    switch scalar {
    case "n": return 0x0A
    case "r": return 0x0D
    case "t": return 0x09
    case "a": return 0x07
    case "f": return 0x0C
    case "v": return 0x0B
    case "x": return try parseHexadecimal(from: start)
    case "0"..."7":
      if let octal = takeOctal(first: scalar) { return octal }
      throw source.error(
        "References to a group are not supported, because they can't run in linear time.", from: start)
    default:
      if scalar.isASCII, !scalar.properties.isAlphabetic, !("0"..."9").contains(scalar) {
        return scalar.value
      }
      throw unknownEscape(scalar, from: start)
    }
  }

  private func unknownEscape(_ scalar: Unicode.Scalar, from start: Int) -> PatternError {
    let text = source.text(from: start)
    let what =
      switch scalar {
      case "8", "9": "References to a group are not supported, because they can't run in linear time."
      case "Z": "“\\Z” is not supported. Write “\\z” for the end of the text."
      case "u": "“\\u” is not supported. Write “\\x{…}” for a scalar."
      case "E": "“\\E” has no “\\Q” before it. Delete it."
      case "A", "z", "b", "B", "C", "Q", "p", "P", "d", "D", "s", "S", "w", "W":
        "“\(text)” is not allowed in a class."
      default: "The escape “\(text)” does not exist. Write “\(scalar)” for the character."
      }
    return source.error(what, from: start)
  }

  /// Reads an octal number of up to three digits; more than one unless it starts with 0.
  private mutating func takeOctal(first: Unicode.Scalar) -> UInt32? {
    var value = first.value - 0x30
    var digits = 1
    while digits < 3, let next = source.next, ("0"..."7").contains(next) {
      value = value * 8 + (next.value - 0x30)
      digits += 1
      source.skip(1)
    }
    return first == "0" || digits > 1 ? value : nil
  }

  /// Reads the digits of `\xFF` or `\x{10FFFF}`.
  private mutating func parseHexadecimal(from start: Int) throws(PatternError) -> UInt32 {
    let isBraced = source.take("{")
    var value: UInt32 = 0
    var digits = 0
    while isBraced || digits < 2, let next = source.next, let digit = hexadecimalDigit(next) {
      value = value * 16 + digit
      digits += 1
      source.skip(1)
      guard value <= ScalarSet.lastScalar else {
        throw source.error("The escape is greater than U+10FFFF, the last scalar.", from: start)
      }
    }
    guard isBraced ? digits > 0 && source.take("}") : digits == 2 else {
      throw source.error(
        "“\\x” needs two hexadecimal digits, or braces around them: “\\x41”, “\\x{1F600}”.", from: start)
    }
    return value
  }

  private func hexadecimalDigit(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "0"..."9": scalar.value - 0x30
    case "a"..."f": scalar.value - 0x61 + 10
    case "A"..."F": scalar.value - 0x41 + 10
    default: nil
    }
  }
}
