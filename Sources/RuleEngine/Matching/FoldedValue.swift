internal import Bytes
internal import RuleLanguage

/// The text of a value with its case folded, once for all comparisons that ignore case.
///
/// Texts of values stay where they are while the error does, so a text is known by its place and the error's epoch.
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
