/// The context on one side of a place in the text, as far as conditions distinguish it.
enum Surroundings: UInt8, BitwiseCopyable, CaseIterable {
  /// The start or end of the text.
  case edge
  case lineFeed
  /// An ASCII letter, digit or `_`.
  case word
  case other

  init(_ byte: UInt8) {
    switch byte {
    case 0x0A: self = .lineFeed
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: self = .word
    default: self = .other
    }
  }

  init(before position: Int, in text: ByteText) {
    self = position == 0 ? .edge : Surroundings(text[position - 1])
  }

  init(after position: Int, in text: ByteText) {
    self = position == text.count ? .edge : Surroundings(text[position])
  }
}

extension Look {
  /// Nil if an unknown `after` decides.
  @inline(__always)
  func holds(before: Surroundings, after: Surroundings?) -> Bool? {
    switch self {
    case .startOfText: return before == .edge
    case .startOfLine: return before == .edge || before == .lineFeed
    case .endOfText: return after.map { $0 == .edge }
    case .endOfLine: return after.map { $0 == .edge || $0 == .lineFeed }
    case .wordBoundary: return after.map { ($0 == .word) != (before == .word) }
    case .notWordBoundary: return after.map { ($0 == .word) == (before == .word) }
    }
  }
}
