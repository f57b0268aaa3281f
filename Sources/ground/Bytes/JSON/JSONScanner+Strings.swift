extension JSONTape {
  @inline(__always)
  package mutating func scanString(_ cursor: inout JSONCursor, repairs: Bool) throws(JSONFault) {
    let quote = cursor.offset
    cursor.advance()
    while true {
      cursor.skipPlainText()
      let byte = cursor.current
      if byte == UInt8(ascii: "\"") {
        let start = quote + 1
        entries.append(
          JSONEntry(kind: .string, offset: start, length: cursor.offset - start, end: entries.count + 1))
        cursor.advance()
        return
      }
      guard byte >= 0x80, case let length = cursor.sequenceLength(), length > 0 else {
        return try scanDecodedString(&cursor, quote: quote, repairs: repairs)
      }
      cursor.advance(by: length)
    }
  }

  /// Scans the rest of a string that must be decoded, from its first escape or fault.
  @inline(never)
  private mutating func scanDecodedString(_ cursor: inout JSONCursor, quote: Int, repairs: Bool)
    throws(JSONFault)
  {
    let start = decoded.count
    var isRepaired = false
    decoded.append(cursor.text(from: quote + 1))
    while true {
      let byte = cursor.current
      if byte == UInt8(ascii: "\"") {
        cursor.advance()
        break
      } else if byte == UInt8(ascii: "\\") {
        if try !scanEscape(&cursor, quote: quote, repairs: repairs) { isRepaired = true }
      } else if byte >= 0x80 {
        let length = cursor.sequenceLength()
        if length > 0 {
          let run = cursor.offset
          cursor.advance(by: length)
          decoded.append(cursor.text(from: run))
        } else {
          guard repairs else { throw JSONFault(.invalidUTF8, at: cursor.offset) }
          cursor.advance(by: -length)
          decoded.append("\u{FFFD}")
          isRepaired = true
        }
      } else if byte < 0x20 {
        throw cursor.stringFault(quote: quote)
      } else {
        let run = cursor.offset
        cursor.skipPlainText()
        decoded.append(cursor.text(from: run))
      }
    }
    if isRepaired { self.isRepaired = true }
    entries.append(
      JSONEntry(
        decodedAt: start, length: decoded.count - start, end: entries.count + 1, sourceOffset: quote,
        isRepaired: isRepaired))
  }

  /// Decodes an escape; returns false if half of a surrogate pair was repaired.
  private mutating func scanEscape(_ cursor: inout JSONCursor, quote: Int, repairs: Bool) throws(JSONFault)
    -> Bool
  {
    let backslash = cursor.offset
    cursor.advance()
    switch cursor.current {
    case UInt8(ascii: "\""): decoded.append(UInt8(ascii: "\""))
    case UInt8(ascii: "\\"): decoded.append(UInt8(ascii: "\\"))
    case UInt8(ascii: "/"): decoded.append(UInt8(ascii: "/"))
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      guard let unit = cursor.hexadecimalUnit(at: 1) else {
        throw cursor.unicodeFault(quote: quote, backslash: backslash)
      }
      cursor.advance(by: 5)
      if let scalar = cursor.scalar(of: unit) {
        if unit & 0xF800 == 0xD800 { cursor.advance(by: 6) }
        decoded.append(encoding: scalar)
        return true
      }
      guard repairs else { throw JSONFault(.loneSurrogate, at: backslash) }
      decoded.append("\u{FFFD}")
      return false
    default:
      if cursor.isAtEnd { throw JSONFault(.unclosedString, at: quote) }
      throw JSONFault(.unknownEscape, at: backslash)
    }
    cursor.advance()
    return true
  }
}

extension JSONCursor {
  /// The UTF-16 code unit of the four hexadecimal digits `distance` ahead.
  fileprivate func hexadecimalUnit(at distance: Int) -> UInt32? {
    var unit: UInt32 = 0
    for index in distance..<(distance + 4) {
      let byte = peek(index)
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    return unit
  }

  /// The scalar of `unit`, combined with the next escape if it is half of a pair; nil for a lone half.
  fileprivate func scalar(of unit: UInt32) -> Unicode.Scalar? {
    guard unit & 0xF800 == 0xD800 else { return Unicode.Scalar(unit) }
    guard unit < 0xDC00, current == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u"),
      let low = hexadecimalUnit(at: 2), low & 0xFC00 == 0xDC00
    else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  fileprivate func stringFault(quote: Int) -> JSONFault {
    if isAtEnd { return JSONFault(.unclosedString, at: quote) }
    let isLineBreak = current == 0x0A || current == 0x0D
    return JSONFault(isLineBreak ? .lineBreakInString : .controlCharacter, at: offset)
  }

  fileprivate func unicodeFault(quote: Int, backslash: Int) -> JSONFault {
    for distance in 1...4 where offset + distance >= count {
      return JSONFault(.unclosedString, at: quote)
    }
    return JSONFault(.badUnicodeEscape, at: backslash)
  }
}

extension Buffer where Element == UInt8 {
  fileprivate mutating func append(encoding scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(byte) }
  }
}
