/// Converts libyaml's marks, which count characters, to byte offsets.
struct YAMLMarks {
  /// The offset in the file of libyaml's text.
  let base: Int
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset of every 64th character; empty for ASCII.
  private let checkpoints: [Int]
  private static let stride = 64
  /// The last character and its offset; the next one is usually close.
  private var last = (index: 0, offset: 0)

  /// The marks of `text`, which must stay valid while they are used.
  init(_ text: UnsafeBufferPointer<UInt8>, base: Int) {
    self.base = base
    self.text = text
    guard !text.allSatisfy({ $0 < 0x80 }) else {
      checkpoints = []
      return
    }
    var checkpoints: [Int] = []
    var characters = 0
    for offset in text.indices where text[offset] & 0xC0 != 0x80 {
      if characters % Self.stride == 0 { checkpoints.append(offset) }
      characters += 1
    }
    self.checkpoints = checkpoints
  }

  mutating func offset(of index: Int) -> Int {
    guard !checkpoints.isEmpty else { return base + min(index, text.count) }
    guard index / Self.stride < checkpoints.count else { return base + text.count }
    var offset = checkpoints[index / Self.stride]
    var left = index % Self.stride
    if index >= last.index, index - last.index < left { (offset, left) = (last.offset, index - last.index) }
    while left > 0, offset < text.count {
      offset += 1
      while offset < text.count, text[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    last = (index, offset)
    return base + offset
  }
}
