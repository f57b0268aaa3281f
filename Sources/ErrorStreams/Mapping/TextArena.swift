internal import Bytes

/// Texts of a compiled mapping, in memory that stays where it is.
///
/// What keeps it safe: blocks are never moved nor freed before the arena ends, and whoever holds a slice of one holds
/// the arena.
final class TextArena {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// A copy of a text.
  func text(_ text: String) -> ByteSlice {
    var text = text
    return text.withUTF8 { bytes in
      let block = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
      if let base = bytes.baseAddress { block.update(from: base, count: bytes.count) }
      blocks.append(block)
      return ByteSlice(start: block, count: bytes.count)
    }
  }
}
