package import RuleEngine

/// What the first bytes of a stream say that it is, before a gigabyte of something else is counted as refused.
package struct StreamShape: Sendable {
  package enum Kind: Sendable {
    /// Lines, as far as can be told.
    case lines
    /// One JSON array with the records in it.
    case array
    /// JSON objects written over several lines.
    case spread
  }

  private enum State {
    case atStart, inBracket, inBrace, decided
  }

  package private(set) var kind = Kind.lines
  private var state = State.atStart

  package init() {}

  /// Looks at the next bytes of the stream, from its first on, until it is decided.
  package mutating func look(at bytes: ByteSlice) {
    var index = 0
    while index < bytes.count, state != .decided {
      look(at: bytes[index])
      index += 1
    }
  }

  private mutating func look(at byte: UInt8) {
    switch (state, byte) {
    case (.atStart, UInt8(ascii: "\n")), (_, UInt8(ascii: " ")), (_, UInt8(ascii: "\t")),
      (_, UInt8(ascii: "\r")):
      break
    case (.atStart, UInt8(ascii: "[")): state = .inBracket
    case (.atStart, UInt8(ascii: "{")): state = .inBrace
    // “[INFO] started” is a line of a log, not an array.
    case (.inBracket, UInt8(ascii: "\n")), (.inBracket, UInt8(ascii: "{")), (.inBracket, UInt8(ascii: "]")):
      decide(.array)
    case (.inBrace, UInt8(ascii: "\n")): decide(.spread)
    default: decide(.lines)
    }
  }

  private mutating func decide(_ kind: Kind) {
    self.kind = kind
    state = .decided
  }
}
