extension ExpressionParser {
  mutating func parseClass() throws(PatternError) -> ScalarSet {
    let start = source.position
    source.skip(1)
    let isNegated = source.take("^")
    var ranges: [ClosedRange<UInt32>] = []
    var isFirst = true
    while let next = source.next, next != "]" || isFirst {
      isFirst = false
      if next == "[", source.peek(1) == ":", let named = try parseNamedClass() {
        ranges += named.ranges
      } else if next == "\\", let set = try parseEscapedClass() {
        ranges += set.ranges
      } else {
        ranges += flags.cased(ScalarSet([try parseClassRange()])).ranges
      }
    }
    guard source.take("]") else {
      throw source.error("The class is not closed. Add “]”, or write “\\[” for a bracket.", from: start)
    }
    let set = ScalarSet(ranges)
    return isNegated ? set.inverted : set
  }

  private mutating func parseClassRange() throws(PatternError) -> ClosedRange<UInt32> {
    let start = source.position
    let low = try parseClassScalar()
    guard source.next == "-", let after = source.peek(1), after != "]" else { return low...low }
    source.skip(1)
    let high = try parseClassScalar()
    guard low <= high else {
      throw source.error("The range ends before it starts. Swap its ends.", from: start)
    }
    return low...high
  }

  private mutating func parseClassScalar() throws(PatternError) -> UInt32 {
    if source.next == "\\" { return try parseEscapedScalar() }
    return source.take()?.value ?? 0
  }

  /// Reads `\d` or another class, or a property; nil for an escaped scalar.
  private mutating func parseEscapedClass() throws(PatternError) -> ScalarSet? {
    let start = source.position
    guard let letter = source.peek(1) else { return nil }
    if letter == "p" || letter == "P" {
      source.skip(1)
      return try parseProperty(from: start)
    }
    guard let set = perlClass(letter) else { return nil }
    source.skip(2)
    return set
  }

  /// `\d`, `\s`, `\w` and their complements, which are ASCII; under `(?i)` with all cases of their letters.
  func perlClass(_ letter: Unicode.Scalar) -> ScalarSet? {
    let set: ScalarSet
    switch letter {
    case "d", "D": set = Self.digits
    case "s", "S": set = Self.blanks
    case "w", "W": set = flags.cased(Self.wordScalars)
    default: return nil
    }
    return letter.value < 0x60 ? set.inverted : set
  }

  private static let digits = ScalarSet([0x30...0x39])
  private static let blanks = ScalarSet([0x09...0x0A, 0x0C...0x0D, 0x20...0x20])
  private static let wordScalars = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// Reads `[:alpha:]` or `[:^alpha:]` inside a class; nil for anything else.
  private mutating func parseNamedClass() throws(PatternError) -> ScalarSet? {
    let start = source.position
    source.skip(2)
    let nameStart = source.position
    while let next = source.next, !(next == ":" && source.peek(1) == "]") { source.skip(1) }
    let name = source.text(from: nameStart)
    guard source.take(":]") else {
      source.back(to: start)
      return nil
    }
    let isNegated = name.hasPrefix("^")
    guard let ranges = Self.namedClasses[isNegated ? String(name.dropFirst()) : name] else {
      let known = Self.namedClasses.keys.sorted().joined(separator: " ")
      throw source.error("The class “[:\(name):]” does not exist. The classes are \(known).", from: start)
    }
    let set = flags.cased(ScalarSet(ranges))
    return isNegated ? set.inverted : set
  }

  private static let namedClasses: [String: [ClosedRange<UInt32>]] = [
    "alnum": [0x30...0x39, 0x41...0x5A, 0x61...0x7A],
    "alpha": [0x41...0x5A, 0x61...0x7A],
    "ascii": [0x00...0x7F],
    "blank": [0x09...0x09, 0x20...0x20],
    "cntrl": [0x00...0x1F, 0x7F...0x7F],
    "digit": [0x30...0x39],
    "graph": [0x21...0x7E],
    "lower": [0x61...0x7A],
    "print": [0x20...0x7E],
    "punct": [0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E],
    "space": [0x09...0x0D, 0x20...0x20],
    "upper": [0x41...0x5A],
    "word": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
    "xdigit": [0x30...0x39, 0x41...0x46, 0x61...0x66],
  ]

  /// Reads `pN`, `p{Name}`, `p{^Name}` or the same with `P`, after the backslash at `start`.
  mutating func parseProperty(from start: Int) throws(PatternError) -> ScalarSet {
    var isNegated = source.take() == "P"
    var name: String
    if source.take("{") {
      let nameStart = source.position
      while let next = source.next, next != "}" { source.skip(1) }
      name = source.text(from: nameStart)
      guard source.take("}") else {
        throw source.error("The name of the property is not closed. Add “}”.", from: start)
      }
      if name.hasPrefix("^") {
        isNegated.toggle()
        name.removeFirst()
      }
    } else {
      name = source.take().map { String($0) } ?? ""
    }
    guard let set = UnicodeProperty.scalars(named: name) else {
      throw source.error(
        "The property “\(name)” does not exist. Use a general category such as “Lu”, or a script such as “Greek”.",
        from: start)
    }
    let cased = flags.cased(set)
    return isNegated ? cased.inverted : cased
  }
}
