package import Source

/// The unit in which the client counts the characters of a line.
package enum PositionEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The units of the character that begins with this byte of UTF-8.
  private func units(ofLeading byte: UInt8) -> Int {
    switch self {
    case .utf8: byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    case .utf16: byte < 0xF0 ? 1 : 2
    case .utf32: 1
    }
  }

  /// The byte offset of a position. A line behind the last one is the end of the text, a character behind the end of its
  /// line that end, and a place inside a character its beginning.
  package func offset(of position: Position, in file: SourceFile) -> Int {
    guard position.line < file.lineCount else { return file.bytes.count }
    let line = file.lineRange(position.line + 1)
    var offset = Self.start(of: line, position.line, file)
    var rest = position.character
    while rest > 0, offset < line.upperBound {
      let units = units(ofLeading: file.bytes[offset])
      guard units <= rest else { break }
      rest -= units
      offset += 1
      while offset < line.upperBound, file.bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// The position of a byte offset; inside a line's ending it is the end of the line.
  package func position(of offset: Int, in file: SourceFile) -> Position {
    let line = file.position(of: offset).line - 1
    let range = file.lineRange(line + 1)
    let start = Self.start(of: range, line, file)
    let end = min(max(offset, start), range.upperBound)
    var character = 0
    for byte in file.bytes[start..<max(start, end)] where byte & 0xC0 != 0x80 {
      character += units(ofLeading: byte)
    }
    return Position(line: line, character: character)
  }

  package func range(of bytes: Range<Int>, in file: SourceFile) -> Node {
    .made([
      ("start", position(of: bytes.lowerBound, in: file).node),
      ("end", position(of: bytes.upperBound, in: file).node),
    ])
  }

  package func range(of range: SourceRange) -> Node { self.range(of: range.bytes, in: range.file) }

  /// A finding as the protocol has it, without what only some clients know.
  package func members(of finding: Diagnostic) -> [(key: String, value: Node)] {
    let severity =
      switch finding.severity {
      case .error: 1
      case .warning: 2
      case .note: 3
      }
    return [
      ("range", range(of: finding.range)), ("severity", .made(severity)), ("code", .made(finding.code)),
      ("source", .made("errctl")), ("message", .made(finding.message)),
    ]
  }

  /// The first line begins behind a byte order mark, which editors do not show.
  private static func start(of line: Range<Int>, _ number: Int, _ file: SourceFile) -> Int {
    guard number == 0, file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { return line.lowerBound }
    return min(3, line.upperBound)
  }
}

/// A place in a text as the protocol counts it: line and character from 0.
package struct Position: Sendable, Hashable {
  package let line: Int
  package let character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package init(_ params: Params) throws(ResponseError) {
    self.init(line: try params.count("line"), character: try params.count("character"))
  }

  package var node: Node { .made([("line", .made(line)), ("character", .made(character))]) }
}
