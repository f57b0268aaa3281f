import TestSupport

/// Random JSON texts with random white space and spellings; the same for the same seed.
struct RandomJSON {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// A text that is also valid YAML: no escapes of surrogate pairs, no raw character that YAML forbids or
  /// treats as a line break, no white space between a key and its colon.
  mutating func text(depth: Int = 5) -> String { value(depth: depth) }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
    case 0: return pick(["null", "true", "false"])
    case 1, 2: return number()
    case 3, 4, 5: return string()
    case 6, 7:
      let elements = (0..<count()).map { _ in space() + value(depth: depth - 1) + space() }
      return "[" + (elements.isEmpty ? space() : elements.joined(separator: ",")) + "]"
    default:
      let members = (0..<count()).map { index in
        // The number makes keys distinct.
        space() + string(suffix: "\(index)") + ":" + space() + value(depth: depth - 1) + space()
      }
      return "{" + (members.isEmpty ? space() : members.joined(separator: ",")) + "}"
    }
  }

  private mutating func count() -> Int { Int.random(in: 0...5, using: &random) }

  private mutating func space() -> String { pick(["", "", "", " ", "  ", "\n", " \n  ", "\r\n "]) }

  private mutating func number() -> String {
    let sign = pick(["", "", "-"])
    let digits = pick([
      "0", "7", "10", "404", "9007199254740993", "9223372036854775807", "9223372036854775808",
      "123456789012345678901",
    ])
    let fraction = pick(["", "", ".0", ".5", ".125", ".30000000000000004"])
    let exponent = pick(["", "", "", "e0", "E+3", "e-7", "e22", "e308", "E400", "e-400"])
    return sign + digits + fraction + exponent
  }

  private mutating func string(suffix: String = "") -> String {
    let length = Int.random(in: 0...12, using: &random)
    let pieces = [
      "a", "b", "Z", "0", " ", "  ", "#", " #", ":", ": ", "- ", "? ", ",", "[", "}", "&", "*", "!", "|", ">",
      "'", "%", "@", "`", "~",
      "é", "ü", "漢", "😀", "\u{FEFF}", "\u{A0}", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t",
      "\\u00e9", "\\u0000",
      "\\u2028", "\\uFFFD", "<<", "null", "---", "...",
    ]
    return "\"" + (0..<length).map { _ in pick(pieces) }.joined() + suffix + "\""
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }

  /// A text with a few bytes changed, so that it is often invalid.
  mutating func mutated(_ text: [UInt8]) -> [UInt8] {
    var bytes = text
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let inserted = Array(
        pick([
          "\"", "\\", "\\u", "\\ud83d", "\\ude00", "\\u12", "[", "]", "{", "}", ",", ":", "0", "1", "-", "+",
          ".", "e", "E", " ", "\t", "\n",
          "\u{1}", "\u{7F}", "\u{0}", "null", "tru", "true", "NaN", "Infinity", "/", "//", "#", "'", "é",
          "\u{FEFF}", "\u{2028}",
        ]).utf8
      )
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where place < bytes.count: bytes.remove(at: place)
      case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2 where place < bytes.count: bytes.replaceSubrange(place..<(place + 1), with: inserted)
      case 3: bytes.removeSubrange(place..<min(place + 5, bytes.count))
      default: bytes.insert(contentsOf: inserted, at: place)
      }
    }
    return bytes
  }
}
