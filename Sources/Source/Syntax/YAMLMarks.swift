/// Turns libyaml's marks, which count characters, into byte offsets.
struct YAMLMarks {
  /// Where the text that libyaml reads begins in the file.
  let base: Int
  private let text: UnsafeBufferPointer<UInt8>
  /// The offset of every 64th character; none where the text is ASCII.
  private let checkpoints: [Int]
  private static let stride = 64
  /// The character asked for last, and its offset: the next one mostly follows it closely.
  private var last = (index: 0, offset: 0)

  /// The marks of `text`, which must stay valid while they are asked.
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

  /// The byte of the file where the character `index` begins.
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
