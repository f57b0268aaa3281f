extension ByteSlice {
  /// The length of the sequence; for an invalid one, minus the length of its maximal subpart: the bytes that one U+FFFD
  /// replaces, as in the WHATWG encoding standard.
  package func utf8SequenceLength(at offset: Int) -> Int {
    let lead = self[offset]
    if lead < 0x80 { return 1 }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch lead {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    case 0xF1...0xF3: length = 4
    default: return -1
    }
    guard offset + 1 < count, second.contains(self[offset + 1]) else { return -1 }
    var matched = 2
    while matched < length {
      guard offset + matched < count, self[offset + matched] & 0xC0 == 0x80 else { return -matched }
      matched += 1
    }
    return length
  }

  /// The first byte of invalid UTF-8, with the length of its maximal subpart, or nil.
  package var firstInvalidUTF8: Range<Int>? {
    var offset = 0
    while offset < count {
      if self[offset] < 0x80 {
        offset += 1
        continue
      }
      let length = utf8SequenceLength(at: offset)
      if length < 0 { return offset..<(offset - length) }
      offset += length
    }
    return nil
  }
}
