internal import Bytes

/// Texts of a compiled mapping, at fixed addresses.
///
/// Memory safety: blocks are neither moved nor freed before the arena ends; holders of slices retain it.
final class TextArena {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

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
