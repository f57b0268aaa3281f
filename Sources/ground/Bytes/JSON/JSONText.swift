/// Writes JSON text, with strings escaped as in RFC 8259 section 7, and for terminals (``EscapedText``).
@usableFromInline package enum JSONText {
  package static func append(string: ByteSlice, to text: inout Buffer<UInt8>) {
    text.append(UInt8(ascii: "\""))
    append(escaped: string, to: &text)
    text.append(UInt8(ascii: "\""))
  }

  package static func append(string: String, to text: inout Buffer<UInt8>) {
    var string = string
    string.withUTF8 { append(string: ByteSlice(UnsafeRawBufferPointer($0)), to: &text) }
  }

  package static func append(escaped string: ByteSlice, to text: inout Buffer<UInt8>) {
    var index = appendPlain(string, from: 0, to: &text)
    while index < string.count {
      let byte = string[index]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F {
        append(escape: byte, to: &text)
        index += 1
      } else if byte >= 0xC2, let scalar = unsafeScalar(string, at: index) {
        append(escape: scalar, to: &text)
        index += UTF8.width(scalar)
      } else {
        text.append(byte)
        index += 1
      }
      index = appendPlain(string, from: index, to: &text)
    }
  }

  /// Appends the bytes up to the first one that is not literal, and returns its place, or the end. Eight bytes per step, as in
  /// ``JSONCursor/skipPlainText()``; 0x7F is not literal here.
  private static func appendPlain(_ string: ByteSlice, from: Int, to text: inout Buffer<UInt8>) -> Int {
    if from == string.count { return from }
    // The last bytes are written as eight.
    text.reserve(text.count + string.count - from + 8)
    let room = UnsafeMutableRawPointer(text.room)
    var place = text.count
    var index = from
    while index + 8 <= string.count {
      let word = string.word(at: index)
      room.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
      let hits = unplain(word)
      if hits != 0 {
        let length = hits.trailingZeroBitCount >> 3
        text.take(place + length)
        return index + length
      }
      index += 8
      place += 8
    }
    let rest = string.count - index
    if rest > 0 {
      let word = string[index..<string.count].packed | 0x2020_2020_2020_2020 &<< UInt64(8 * rest)
      room.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt64.self)
      let hits = unplain(word)
      let length = hits == 0 ? rest : hits.trailingZeroBitCount >> 3
      index += length
      place += length
    }
    text.take(place)
    return index
  }

  /// The highest bit of each byte that is not literal, reliable up to the first one.
  @inlinable @inline(__always)
  static func unplain(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let delete = word ^ (ones &* 0x7F)
    let control = (word &- ones &* 0x20) & ~word
    let others = (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (delete &- ones) & ~delete
    return (word | control | others) & (ones &* 0x80)
  }

  package static func append(integer: Int64, to text: inout Buffer<UInt8>) {
    if integer < 0 { text.append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    var divisor: UInt64 = 1
    while rest / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  /// Appends a duration in seconds, with at most three decimals and no trailing zero.
  package static func append(milliseconds: Int64, to text: inout Buffer<UInt8>) {
    append(integer: milliseconds / 1_000, to: &text)
    var rest = milliseconds % 1_000
    guard rest > 0 else { return }
    text.append(UInt8(ascii: "."))
    var divisor: Int64 = 100
    while rest > 0 {
      text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
      rest %= divisor
      divisor /= 10
    }
  }

  private static func unsafeScalar(_ string: ByteSlice, at index: Int) -> Unicode.Scalar? {
    // Their first bytes, so that other text is not decoded.
    switch string[index] {
    case 0xC2, 0xD8, 0xE1, 0xE2, 0xEF, 0xF3: break
    default: return nil
    }
    var decoder = UTF8()
    var bytes = string[index..<min(index + 4, string.count)].buffer.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return EscapedText.isSafe(scalar) ? nil : scalar
  }

  private static func append(escape scalar: Unicode.Scalar, to text: inout Buffer<UInt8>) {
    for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
      text.append("\\u")
      for shift in [12, 8, 4, 0] {
        text.append(ByteSlice("0123456789abcdef")[Int(unit >> UInt16(shift)) & 15])
      }
    }
  }

  private static func append(escape byte: UInt8, to text: inout Buffer<UInt8>) {
    let letter: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): letter = byte
    case UInt8(ascii: "\n"): letter = UInt8(ascii: "n")
    case UInt8(ascii: "\r"): letter = UInt8(ascii: "r")
    case UInt8(ascii: "\t"): letter = UInt8(ascii: "t")
    default:
      let digits: StaticString = "0123456789abcdef"
      text.append("\\u00")
      text.append(ByteSlice(digits)[Int(byte >> 4)])
      text.append(ByteSlice(digits)[Int(byte & 15)])
      return
    }
    // Two bytes one by one are quicker than a copy of two.
    text.append(UInt8(ascii: "\\"))
    text.append(letter)
  }
}

extension String {
  package var json: String {
    var text = Buffer<UInt8>()
    JSONText.append(string: self, to: &text)
    return String(text.slice)
  }
}
