/// Rereads a plain or quoted scalar, to map each byte of its value to its place.
struct FlowScalarReader {
  private let source: [UInt8]
  private let style: Node.Style
  private let folds: Bool
  private let end: Int
  private var offset: Int
  private var text = PlacedText()

  /// The places of `value`, or nil if the source in `bytes` does not produce it.
  static func read(
    _ source: [UInt8], _ bytes: Range<Int>, _ style: Node.Style, folds: Bool = true, _ value: [UInt8]
  ) -> [Range<Int>]? {
    var reader = FlowScalarReader(source, bytes, style, folds: folds)
    while reader.offset < reader.end {
      guard reader.readWord() else { return nil }
      reader.readSpace()
    }
    return reader.text.places(of: value)
  }

  private init(_ source: [UInt8], _ bytes: Range<Int>, _ style: Node.Style, folds: Bool) {
    self.source = source
    self.style = style
    self.folds = folds
    end = bytes.upperBound
    offset = bytes.lowerBound
  }

  private var isAtSpace: Bool {
    source[offset] == 0x20 || source[offset] == 0x09 || lineBreak(at: offset) > 0
  }

  private func lineBreak(at offset: Int) -> Int { folds ? source.lineBreak(at: offset, before: end) : 0 }

  /// Reads up to white space or an escaped line break; false if an escape does not exist.
  private mutating func readWord() -> Bool {
    while offset < end, !isAtSpace {
      if style == .singleQuoted, source[offset] == UInt8(ascii: "'") {
        text.append(UInt8(ascii: "'"), at: offset..<(offset + 2))
        offset += 2
      } else if style == .doubleQuoted, source[offset] == UInt8(ascii: "\\") {
        if lineBreak(at: offset + 1) > 0 { return true }
        guard let escape = YAMLEscape(source, at: offset, before: end) else { return false }
        text.append(escape.scalar, at: offset..<(offset + escape.length))
        offset += escape.length
      } else {
        text.append(source[offset], at: offset..<(offset + 1))
        offset += 1
      }
    }
    return true
  }

  /// Reads white space: kept within a line, folded around line breaks.
  private mutating func readSpace() {
    var space = PlacedText()
    var firstBreak: Range<Int>?
    var more = PlacedText()
    var isEscaped = false
    if style == .doubleQuoted, offset < end, source[offset] == UInt8(ascii: "\\") {
      isEscaped = true
      offset += 1 + lineBreak(at: offset + 1)
    }
    while offset < end, isAtSpace {
      let length = lineBreak(at: offset)
      let place = offset..<(offset + max(length, 1))
      if length == 0 {
        if firstBreak == nil, !isEscaped { space.append(source[offset], at: place) }
      } else if firstBreak == nil, !isEscaped {
        firstBreak = place
      } else {
        more.appendBreak(source, place)
      }
      offset = place.upperBound
    }
    guard let firstBreak else {
      text.append(isEscaped ? more : space)
      return
    }
    if firstBreak.count == 3 {
      text.appendBreak(source, firstBreak)
    } else if more.isEmpty {
      text.append(0x20, at: firstBreak)
    }
    text.append(more)
  }
}

/// An escape in double quotes.
private struct YAMLEscape {
  let scalar: Unicode.Scalar
  /// Its length in bytes, including the backslash.
  let length: Int

  /// The escape at `offset`, or nil if it does not exist. Two JSON escapes of a surrogate pair are one.
  init?(_ source: [UInt8], at offset: Int, before end: Int) {
    guard offset + 1 < end else { return nil }
    let digits: Int
    switch source[offset + 1] {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    default:
      guard let scalar = Self.short(source[offset + 1]) else { return nil }
      self.scalar = scalar
      length = 2
      return
    }
    guard let code = Self.code(source, at: offset + 2, digits, before: end) else { return nil }
    if let scalar = Unicode.Scalar(code) {
      self.scalar = scalar
      length = 2 + digits
      return
    }
    guard code & 0xFFFF_FC00 == 0xD800, let low = Self.code(source, at: offset + 8, 4, before: end),
      low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00))
    else { return nil }
    self.scalar = scalar
    length = 12
  }

  private static func code(_ source: [UInt8], at offset: Int, _ digits: Int, before end: Int) -> UInt32? {
    guard offset + digits <= end else { return nil }
    return UInt32(String(decoding: source[offset..<(offset + digits)], as: UTF8.self), radix: 16)
  }

  private static func short(_ byte: UInt8) -> Unicode.Scalar? {
    switch byte {
    case UInt8(ascii: "0"): "\0"
    case UInt8(ascii: "a"): "\u{7}"
    case UInt8(ascii: "b"): "\u{8}"
    case UInt8(ascii: "t"), 0x09: "\t"
    case UInt8(ascii: "n"): "\n"
    case UInt8(ascii: "v"): "\u{B}"
    case UInt8(ascii: "f"): "\u{C}"
    case UInt8(ascii: "r"): "\r"
    case UInt8(ascii: "e"): "\u{1B}"
    case UInt8(ascii: " "): " "
    case UInt8(ascii: "\""): "\""
    case UInt8(ascii: "/"): "/"
    case UInt8(ascii: "\\"): "\\"
    case UInt8(ascii: "N"): "\u{85}"
    case UInt8(ascii: "_"): "\u{A0}"
    case UInt8(ascii: "L"): "\u{2028}"
    case UInt8(ascii: "P"): "\u{2029}"
    default: nil
    }
  }
}
