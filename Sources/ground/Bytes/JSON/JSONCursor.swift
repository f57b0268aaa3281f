/// A position in a text being scanned: the one part of the JSON scanner that accesses memory.
///
/// Memory safety: `offset` begins at 0 or later and only grows, and every load first checks that it ends at
/// or before `count`. ``JSONTape`` requires of its caller that the text stays valid. Past the end, `current`
/// is 0, which JSON never allows.
package struct JSONCursor {
  private let start: UnsafePointer<UInt8>
  let count: Int
  package private(set) var offset: Int

  package init(_ text: ByteSlice, at offset: Int = 0) {
    precondition(offset >= 0)
    start = text.start
    count = text.count
    self.offset = offset
  }

  var isAtEnd: Bool { offset >= count }

  /// The current byte, or 0 at the end.
  @inline(__always)
  package var current: UInt8 { offset < count ? start[offset] : 0 }

  /// The byte `distance` (not negative) ahead, or 0 beyond the end.
  @inline(__always)
  func peek(_ distance: Int) -> UInt8 {
    offset + distance < count ? start[offset + distance] : 0
  }

  @inline(__always)
  mutating func advance(by distance: Int = 1) {
    offset += distance
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while offset < count {
      let byte = start[offset]
      guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  /// Skips literal ASCII: stops at a quote, a backslash, a control character, a byte of a longer UTF-8
  /// sequence, or the end.
  ///
  /// Eight bytes per step. In each lane the high bit of `(x - n) & ~x` is set if x is less than n. A borrow
  /// affects only lanes above the first hit, which is all that is used.
  @inline(__always)
  mutating func skipPlainText() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while offset + 8 <= count {
      let word = UInt64(littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let control = (word &- ones &* 0x20) & ~word
      let quotes = (quote &- ones) & ~quote
      let backslashes = (backslash &- ones) & ~backslash
      let hits = (word | control | quotes | backslashes) & highs
      if hits != 0 {
        offset += hits.trailingZeroBitCount >> 3
        return
      }
      offset += 8
    }
    while offset < count {
      let byte = start[offset]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 || byte >= 0x80 { return }
      offset += 1
    }
  }

  /// The length of the sequence; for an invalid one, minus the length of its maximal subpart
  /// (``ByteSlice/utf8SequenceLength(at:)``).
  func sequenceLength() -> Int {
    ByteSlice(start: start, count: count).utf8SequenceLength(at: offset)
  }

  func text(from: Int) -> ByteSlice {
    ByteSlice(start: start, count: count)[from..<min(offset, count)]
  }
}
