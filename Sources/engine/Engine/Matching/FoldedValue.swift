internal import Bytes
internal import RuleLanguage

/// The case-folded text of a value. Texts do not move while the error stays the same, so address and epoch
/// identify one.
struct FoldedValue: ~Copyable {
  private var epoch: UInt32 = 0
  private var start: UnsafePointer<UInt8>?
  private var count = 0
  private var bytes = Buffer<UInt8>(capacity: 256)

  /// The folded text; valid until the next call.
  mutating func fold(_ text: ByteSlice, epoch: UInt32) -> ByteSlice {
    if self.epoch != epoch || start != text.start || count != text.count {
      FoldedText.fold(text, into: &bytes)
      (self.epoch, start, count) = (epoch, text.start, text.count)
    }
    return bytes.slice
  }
}
