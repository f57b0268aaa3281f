public import CScan

/// Finds the end of literal characters in a JSON string: not quotes, backslashes, control characters or bytes
/// above 0x7F. Memory safety: each call loads 32 bytes from `text` on, which its caller must own
/// (``PaddedBytes``).
@usableFromInline package enum PlainText {
  @inlinable @inline(__always)
  package static var step: Int { 32 }

  /// The number of leading literal bytes among the next 32.
  @inlinable @inline(__always)
  package static func prefix(of text: UnsafePointer<UInt8>) -> Int {
    #if arch(x86_64) || arch(arm64)
      cscan_plain_prefix(text)
    #else
      portablePrefix(of: text)
    #endif
  }

  /// The first byte at or after `text` that is not literal; there must be one.
  @inlinable @inline(__always)
  package static func end(of text: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var end = text
    while true {
      let plain = prefix(of: end)
      end += plain
      if plain < step { return end }
    }
  }

  /// The first byte from `text` on that is neither literal nor part of valid UTF-8; one below 0x80 must
  /// follow.
  package static func endOfUTF8(_ text: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var place = text
    while true {
      while place[0] >= 0x80 {
        let word = UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
        if word & 0xC0_C0F0 == 0x80_80E0 {
          // An overlong encoding, or half of a surrogate pair.
          let start = word & 0x200F
          if start == 0 || start == 0x200D { return place }
          place += 3
        } else if word & 0xC0E0 == 0x80C0 {
          if word & 0x1E == 0 { return place }
          place += 2
        } else {
          let length = ByteSlice(start: place, count: 4).utf8SequenceLength(at: 0)
          if length < 0 { return place }
          place += length
        }
      }
      let plain = prefix(of: place)
      place += plain
      if plain < step, place[0] < 0x80 { return place }
    }
  }

  /// The same as ``prefix(of:)`` without vectors, eight bytes per step.
  @usableFromInline
  static func portablePrefix(of text: UnsafePointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    for index in stride(from: 0, to: step, by: 8) {
      let word = UInt64(littleEndian: UnsafeRawPointer(text + index).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      // A borrow can only affect lanes above the first hit, and only the first is used.
      let control = (word &- ones &* 0x20) & ~word
      let quotes = (quote &- ones) & ~quote
      let backslashes = (backslash &- ones) & ~backslash
      let hits = (word | control | quotes | backslashes) & (ones &* 0x80)
      if hits != 0 { return index + (hits.trailingZeroBitCount >> 3) }
    }
    return step
  }
}

extension UnsafePointer<UInt8> {
  /// The pointer after white space that does not end a line.
  @inlinable @inline(__always)
  package var skippingBlanks: UnsafePointer<UInt8> { self[0] > 0x20 ? self : behindBlanks }

  /// The same, kept out of loops that rarely meet any.
  @inline(never)
  @usableFromInline
  var behindBlanks: UnsafePointer<UInt8> {
    var place = self
    while place[0] == 0x20 || place[0] == 0x0D || place[0] == 0x09 { place += 1 }
    return place
  }
}
