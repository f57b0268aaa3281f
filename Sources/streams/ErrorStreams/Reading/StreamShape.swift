package import Bytes

package struct StreamShape: Sendable {
  package enum Kind: Sendable {
    case lines
    /// A JSON array of records, multi-line objects, or an RFC 7464 sequence.
    case documents
  }

  private enum State {
    case atStart, inPreamble, inBracket, afterEmptyList, inObject, inString, inEscape, afterBreak,
      afterHeader, afterObject,
      decided
  }

  package private(set) var kind = Kind.lines
  private var state = State.atStart
  private var depth = 0
  /// Other than white space.
  private var last: (UInt8, UInt8) = (0, 0)
  /// The bytes of ``header`` or ``preamble`` that match.
  private var matched = 0
  private var isHeader = false

  /// A member of the line before an Apple crash report, which is an object over several lines or a text.
  private static let header = ByteSlice("\"bug_type\"")
  /// The line before `log stream --style json`.
  private static let preamble = ByteSlice("Filtering the log data using")

  package init() {}

  package var isDecided: Bool { state == .decided }

  /// Looks at the stream's bytes from the first one on, until the shape is decided.
  package mutating func look(at bytes: ByteSlice) {
    var index = 0
    while index < bytes.count, state != .decided {
      look(at: bytes[index])
      index += 1
    }
  }

  /// Settles on lines, because the first one is too long to examine.
  mutating func settle() { state = .decided }

  private mutating func look(at byte: UInt8) {
    defer { if byte != 0x0A, byte != 0x0D, byte != 0x20, byte != 0x09 { last = (last.1, byte) } }
    if state == .inObject || state == .inString { matchHeader(byte) }
    switch (state, byte) {
    case (.decided, _): break
    case (.atStart, 0x0A), (.atStart, 0x20), (.atStart, 0x09), (.atStart, 0x0D): break
    case (.atStart, 0x1E): decide(.documents)
    case (.atStart, UInt8(ascii: "[")): state = .inBracket
    case (.atStart, UInt8(ascii: "{")):
      state = .inObject
      depth = 1
    case (.atStart, Self.preamble[0]):
      state = .inPreamble
      matched = 1
    case (.atStart, _): decide(.lines)
    case (.inPreamble, _) where matched < Self.preamble.count:
      if byte == Self.preamble[matched] { matched += 1 } else { decide(.lines) }
    case (.inPreamble, 0x0A): state = .atStart
    case (.inPreamble, _): break
    case (.inBracket, 0x20), (.inBracket, 0x09), (.inBracket, 0x0D): break
    // “[INFO] started” is a line of a log, not an array.
    case (.inBracket, 0x0A), (.inBracket, UInt8(ascii: "{")): decide(.documents)
    case (.inBracket, UInt8(ascii: "]")):
      kind = .documents
      state = .afterEmptyList
    case (.inBracket, _): decide(.lines)
    case (.afterEmptyList, 0x20), (.afterEmptyList, 0x09), (.afterEmptyList, 0x0D): break
    case (.afterEmptyList, 0x0A): decide(.documents)
    // A name that is empty here: “[] started”.
    case (.afterEmptyList, _): decide(.lines)
    // An object open at the end of its line may continue in the next one; inside a string it was cut.
    case (.inObject, 0x0A): state = .afterBreak
    case (.afterBreak, 0x0A), (.afterBreak, 0x0D): break
    case (.afterBreak, 0x20), (.afterBreak, 0x09), (.afterBreak, UInt8(ascii: "\"")),
      (.afterBreak, UInt8(ascii: "}")), (.afterBreak, UInt8(ascii: "]")):
      decide(.documents)
    // A list opened at the line's end was not cut.
    case (.afterBreak, UInt8(ascii: "{")) where last == (UInt8(ascii: ":"), UInt8(ascii: "[")):
      decide(.documents)
    // A new beginning means that the previous object was cut.
    case (.afterBreak, _): decide(.lines)
    case (.inObject, UInt8(ascii: "\"")): state = .inString
    case (.inObject, UInt8(ascii: "{")), (.inObject, UInt8(ascii: "[")): depth += 1
    case (.inObject, UInt8(ascii: "}")), (.inObject, UInt8(ascii: "]")):
      depth -= 1
      if depth == 0 {
        state = isHeader ? .afterHeader : .afterObject
      }
    case (.afterHeader, UInt8(ascii: "{")): decide(.documents)
    case (.afterHeader, 0x0A), (.afterHeader, 0x0D), (.afterHeader, 0x20), (.afterHeader, 0x09): break
    case (.afterHeader, _): decide(.lines)
    // Objects without line ends, as Firehose and `jq -j` write them.
    case (.afterObject, UInt8(ascii: "{")): decide(.documents)
    case (.afterObject, 0x20), (.afterObject, 0x09): break
    case (.afterObject, _): decide(.lines)
    case (.inObject, _): break
    case (.inString, 0x0A): decide(.lines)
    case (.inString, UInt8(ascii: "\"")): state = .inObject
    case (.inString, UInt8(ascii: "\\")): state = .inEscape
    case (.inString, _): break
    case (.inEscape, _): state = .inString
    }
  }

  private mutating func matchHeader(_ byte: UInt8) {
    if matched < Self.header.count, byte == Self.header[matched] {
      matched += 1
      isHeader = isHeader || matched == Self.header.count
    } else {
      matched = byte == Self.header[0] ? 1 : 0
    }
  }

  private mutating func decide(_ kind: Kind) {
    self.kind = kind
    state = .decided
  }
}
