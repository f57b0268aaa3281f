/// Finds what libyaml's events omit between the places of values: comments, punctuation, empty lines.
struct YAMLTokens {
  private let bytes: [UInt8]
  private var offset: Int
  private var tokens: [YAMLToken] = []
  private var lineStart: Int
  private var isFirst = true
  private var emptyLines = 0
  private var counted = (lineStart: 0, offset: 0, column: 0)

  static func scan(_ bytes: [UInt8], values: [(kind: YAMLToken.Kind, range: Range<Int>)]) -> [YAMLToken] {
    var scan = YAMLTokens(bytes)
    for value in values {
      scan.skipGap(to: value.range.lowerBound)
      scan.add(value.kind, to: value.range.upperBound)
      scan.recountLine(of: value.range)
    }
    scan.skipGap(to: bytes.count)
    return scan.tokens
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lineStart = offset
  }

  private mutating func add(_ kind: YAMLToken.Kind, to end: Int) {
    tokens.append(
      YAMLToken(
        kind: kind, range: offset..<end, column: column(), isFirst: isFirst,
        hasBlankBefore: isFirst && emptyLines > 0))
    offset = end
    isFirst = false
    emptyLines = 0
  }

  /// Counted from the previous token, because a line may have a hundred thousand tokens.
  private mutating func column() -> Int {
    if counted.lineStart != lineStart { counted = (lineStart, lineStart, 0) }
    counted.column += bytes.characterCount(counted.offset..<offset)
    counted.offset = offset
    return counted.column
  }

  private mutating func skipGap(to end: Int) {
    while offset < end {
      let length = bytes.lineBreakLength(at: offset)
      if length > 0 {
        // An empty line.
        if isFirst { emptyLines += 1 }
        offset += length
        lineStart = offset
        isFirst = true
        continue
      }
      switch bytes[offset] {
      case 0x20, 0x09: offset += 1
      case UInt8(ascii: "#"): add(.comment, to: bytes.lineEnd(from: offset))
      case UInt8(ascii: "%") where isFirst && offset == lineStart:
        add(.directive, to: bytes.lineEnd(from: offset))
      case UInt8(ascii: "-") where isMarker("---"): add(.documentStart, to: offset + 3)
      case UInt8(ascii: ".") where isMarker("..."): add(.documentEnd, to: offset + 3)
      case UInt8(ascii: "-"): add(.dash, to: offset + 1)
      case UInt8(ascii: "?"): add(.question, to: offset + 1)
      case UInt8(ascii: ":"): add(.colon, to: offset + 1)
      case UInt8(ascii: ","): add(.comma, to: offset + 1)
      case UInt8(ascii: "["), UInt8(ascii: "{"): add(.open, to: offset + 1)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): add(.close, to: offset + 1)
      default: offset += 1
      }
    }
  }

  private func isMarker(_ marker: StaticString) -> Bool {
    guard offset == lineStart, offset + 3 <= bytes.count else { return false }
    let isSame = marker.withUTF8Buffer { bytes[offset..<(offset + 3)].elementsEqual($0) }
    return isSame
      && (offset + 3 == bytes.count || bytes[offset + 3] == 0x20 || bytes[offset + 3] == 0x09
        || bytes.lineBreakLength(at: offset + 3) > 0)
  }

  private mutating func recountLine(of range: Range<Int>) {
    var position = range.lowerBound
    while position < range.upperBound {
      let length = bytes.lineBreakLength(at: position)
      position += max(length, 1)
      if length > 0 { lineStart = position }
    }
  }
}

extension [UInt8] {
  /// The length of the line break at `offset`, as in YAML (LF, CR, CRLF, NEL, LS, PS), or 0.
  func lineBreakLength(at offset: Int) -> Int {
    guard offset < count else { return 0 }
    switch self[offset] {
    case 0x0A: return 1
    case 0x0D: return offset + 1 < count && self[offset + 1] == 0x0A ? 2 : 1
    case 0xC2: return offset + 1 < count && self[offset + 1] == 0x85 ? 2 : 0
    case 0xE2:
      let isSeparator =
        offset + 2 < count && self[offset + 1] == 0x80
        && (self[offset + 2] == 0xA8 || self[offset + 2] == 0xA9)
      return isSeparator ? 3 : 0
    default: return 0
    }
  }

  func lineEnd(from offset: Int) -> Int {
    var end = offset
    while end < count, lineBreakLength(at: end) == 0 { end += 1 }
    return end
  }

  func characterCount(_ range: Range<Int>) -> Int {
    self[range].count { $0 & 0xC0 != 0x80 }
  }

  func trimmedText(_ range: Range<Int>) -> String {
    var end = range.upperBound
    while end > range.lowerBound, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return String(decoding: self[range.lowerBound..<end], as: UTF8.self)
  }
}
