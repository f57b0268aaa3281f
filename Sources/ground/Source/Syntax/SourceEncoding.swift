/// The encoding of a rule file, detected from its first bytes: UTF-8, or UTF-16 with a byte order mark.
enum SourceEncoding {
  case utf8
  case utf16(isBigEndian: Bool)
  case other(String)

  init(of bytes: [UInt8]) {
    let start = Array(bytes.prefix(4)) + Array(repeating: 0xAA, count: max(0, 4 - bytes.count))
    switch (start[0], start[1], start[2], start[3]) {
    case (0xFF, 0xFE, 0, 0) where bytes.count % 4 == 0, (0, 0, 0xFE, 0xFF): self = .other("UTF-32")
    case (0xFF, 0xFE, _, _): self = .utf16(isBigEndian: false)
    case (0xFE, 0xFF, _, _): self = .utf16(isBigEndian: true)
    case (0, 0, 0, 1...0x7F), (1...0x7F, 0, 0, 0): self = .other("UTF-32")
    case (0, 1...0x7F, 0, 1...0x7F), (1...0x7F, 0, 1...0x7F, 0):
      self = .other("UTF-16 without a byte order mark")
    default: self = .utf8
    }
  }

  /// UTF-16 text after its byte order mark as UTF-8; `fault` is the range of an invalid unit in the result.
  static func transcode(_ bytes: [UInt8], isBigEndian: Bool) -> (text: [UInt8], fault: Range<Int>?) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var fault: Range<Int>?
    var index = 2
    func unit(_ index: Int) -> UInt32? {
      guard index + 1 < bytes.count else { return nil }
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while index < bytes.count {
      var scalar = unit(index).flatMap { Unicode.Scalar($0) }
      if let high = unit(index), high & 0xFC00 == 0xD800, let low = unit(index + 2), low & 0xFC00 == 0xDC00 {
        scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
        index += 2
      }
      index += 2
      let start = text.count
      text.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
      if scalar == nil, fault == nil { fault = start..<text.count }
    }
    return (text, fault)
  }
}
