/// Numbers that look random and are the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
    // Far apart for neighbouring seeds, whose numbers would else be the same but for the first.
    state = next() &* 0xD129_0F71_8C35_2B4D
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// Writes expressions and texts that have something to do with each other.
struct PatternGenerator {
  var numbers: SeededNumbers
  private var names = 0

  init(seed: UInt64, letters: [String] = PatternGenerator.letters) {
    numbers = SeededNumbers(seed: seed)
    self.letters = letters
  }

  private let letters: [String]

  static let letters = [
    "a", "b", "a", "b", "c", "A", "k", "K", "\u{212A}", "s", "ſ", "é", "É", "ß", "ẞ", "σ", "ς", "_", "0", "7",
    "-", " ", "\n", "中", "😀",
  ]
  private static let classes = [
    "[ab]", "[^a]", "[a-c]", "[^\\n]", "[é-ÿ]", "[^\\x00-\\x7f]", "[[:alpha:]]", "[^[:^digit:]_]", "[\\w-]",
    "[^\\W\\d]", "\\d", "\\D", "\\w",
    "\\W", "\\s", "\\S", "\\pL", "\\PL", "\\p{Greek}", "\\p{^Lu}", "\\P{Nd}", "[\\pLa]", "[]a]", "[a-]",
    "[k-s]", ".", ".", "\\C",
  ]
  private static let conditions = ["^", "$", "\\b", "\\B", "\\A", "\\z", "(?m:^)", "(?m:$)"]
  private static let escapes = [
    "\\.", "\\x61", "\\x{e9}", "\\n", "\\t", "\\141", "\\Qa.b\\E", "\\-", "\\x{212a}", "\\s",
  ]
  private static let repetitions = [
    "*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "{0}", "{0,1}", "{,2}", "{1",
  ]
  private static let soup = [
    "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", "-", ":", "(?", "(?P<n>", "(?<m>",
    "(?i)", "(?-s)", "[:alpha:]", "[^", "\\p", "\\p{L}",
    "\\Q", "\\E", "\\b", "\\x", "\\x4", "{2}", "{3,1}", "{1001}", "\\1", "\\12", "a", "b", "é", "<", ">", "=",
    "!", "P", ",", "0", "\\_", "\\z", "\\Z",
  ]

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(numbers.next() % UInt64(elements.count))]
  }

  private mutating func chance(_ percent: UInt64) -> Bool { numbers.next() % 100 < percent }

  /// An expression; one in eight is put together without regard to syntax.
  mutating func expression() -> String {
    names = 0
    if chance(12), letters.count > 8 {
      return (0..<(1 + Int(numbers.next() % 8))).map { _ in pick(Self.soup) }.joined()
    }
    let flags = chance(15) ? pick(["(?i)", "(?s)", "(?m)", "(?U)", "(?is)", "(?im)"]) : ""
    return flags + choice(depth: 3)
  }

  private mutating func choice(depth: Int) -> String {
    (0..<(chance(30) ? 2 + Int(numbers.next() % 2) : 1)).map { _ in sequence(depth: depth) }.joined(
      separator: "|"
    )
  }

  private mutating func sequence(depth: Int) -> String {
    (0..<Int(numbers.next() % 4 + (depth == 3 ? 1 : 0))).map { _ in part(depth: depth) }.joined()
  }

  private mutating func part(depth: Int) -> String {
    let node = node(depth: depth)
    guard chance(35) else { return node }
    return node + pick(Self.repetitions) + (chance(25) ? "?" : "")
  }

  private mutating func node(depth: Int) -> String {
    switch numbers.next() % 20 {
    case 0..<9:
      let letter = pick(letters)
      return letter == "-" ? "\\-" : letter
    case 9..<12: return pick(Self.classes)
    case 12: return pick(Self.escapes)
    case 13, 14: return pick(Self.conditions)
    default:
      guard depth > 0 else { return "b" }
      let inner = choice(depth: depth - 1)
      switch numbers.next() % 8 {
      case 0, 1: return "(?:\(inner))"
      case 2: return "(?i:\(inner))"
      case 3: return "(?m-s:\(inner))"
      case 4:
        names += 1
        return "(?P<n\(names)>\(inner))"
      default: return "(\(inner))"
      }
    }
  }

  /// A text of up to 12 characters, often with pieces of `expression`.
  mutating func text(for expression: String) -> String {
    let literals = expression.unicodeScalars.filter { !"()[]{}*+?|^$.\\".unicodeScalars.contains($0) }.map {
      String($0)
    }
    return (0..<Int(numbers.next() % 12)).map { _ in
      !literals.isEmpty && chance(50) ? pick(literals) : pick(letters)
    }.joined()
  }
}
