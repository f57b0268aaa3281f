/// Rereads a literal or folded block scalar, to map each byte of its value to its place.
struct BlockScalarReader {
  private let source: [UInt8]
  private let isFolded: Bool
  private let indentation: Int
  private var offset: Int
  private var text = PlacedText()

  /// Nil if the source does not produce `value`. An indentation indicator counts from the parent's
  /// indentation, which the scalar does not show, so every indentation is tried.
  static func read(_ source: [UInt8], _ bytes: Range<Int>, isFolded: Bool, _ value: [UInt8]) -> [Range<Int>]?
  {
    var start = bytes.lowerBound
    var keepsEnd = false
    var stripsEnd = false
    while start < source.count, source.lineBreak(at: start, before: source.count) == 0 {
      if source[start] == UInt8(ascii: "#") { break }
      if source[start] == UInt8(ascii: "+") { keepsEnd = true }
      if source[start] == UInt8(ascii: "-") { stripsEnd = true }
      start += 1
    }
    while start < source.count, source.lineBreak(at: start, before: source.count) == 0 { start += 1 }
    start += source.lineBreak(at: start, before: source.count)

    // One more than the deepest start: a scalar without text of its own.
    for indentation in (1...(deepestStart(source, from: start) + 1)).reversed() {
      var reader = BlockScalarReader(source, isFolded, indentation, start)
      reader.readLines(keepsEnd: keepsEnd, stripsEnd: stripsEnd)
      if let places = reader.text.places(of: value) { return places }
    }
    return nil
  }

  private init(_ source: [UInt8], _ isFolded: Bool, _ indentation: Int, _ offset: Int) {
    self.source = source
    self.isFolded = isFolded
    self.indentation = indentation
    self.offset = offset
  }

  /// The most spaces at the start of one of the leading blank lines or of the first line with text.
  private static func deepestStart(_ source: [UInt8], from start: Int) -> Int {
    var offset = start
    var deepest = 0
    while offset < source.count {
      var spaces = 0
      while offset < source.count, source[offset] == 0x20 {
        spaces += 1
        offset += 1
      }
      deepest = max(deepest, spaces)
      let length = source.lineBreak(at: offset, before: source.count)
      if length == 0 { break }
      offset += length
    }
    return deepest
  }

  private mutating func readLines(keepsEnd: Bool, stripsEnd: Bool) {
    var lineBreak: Range<Int>?
    var wasIndented = false
    var (blanks, column) = readBlankLines()
    while column == indentation, offset < source.count {
      let isIndented = source[offset] == 0x20 || source[offset] == 0x09
      if let lineBreak {
        if isFolded, lineBreak.count < 3, !wasIndented, !isIndented {
          if blanks.isEmpty { text.append(0x20, at: lineBreak) }
        } else {
          text.appendBreak(source, lineBreak)
        }
      }
      text.append(blanks)
      wasIndented = isIndented
      while offset < source.count, source.lineBreak(at: offset, before: source.count) == 0 {
        text.append(source[offset], at: offset..<(offset + 1))
        offset += 1
      }
      let length = source.lineBreak(at: offset, before: source.count)
      lineBreak = length > 0 ? offset..<(offset + length) : nil
      offset += length
      (blanks, column) = readBlankLines()
    }
    if let lineBreak, !stripsEnd { text.appendBreak(source, lineBreak) }
    if keepsEnd { text.append(blanks) }
  }

  private mutating func readBlankLines() -> (PlacedText, Int) {
    var blanks = PlacedText()
    while true {
      var column = 0
      while column < indentation, offset < source.count, source[offset] == 0x20 {
        column += 1
        offset += 1
      }
      let length = source.lineBreak(at: offset, before: source.count)
      guard length > 0 else { return (blanks, column) }
      blanks.appendBreak(source, offset..<(offset + length))
      offset += length
    }
  }
}
