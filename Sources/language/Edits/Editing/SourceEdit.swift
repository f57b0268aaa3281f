/// A change of a text: a range of its bytes and the replacement.
public struct SourceEdit: Sendable, Hashable {
  /// The replaced range; empty for an insertion.
  public let range: Range<Int>
  /// The new text, in UTF-8.
  public let replacement: [UInt8]

  /// Replaces the bytes `range` by `replacement`.
  public init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// Replaces the bytes `range` by `replacement`.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.init(range, Array(replacement.utf8))
  }
}
