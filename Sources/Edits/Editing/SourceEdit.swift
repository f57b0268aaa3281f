/// A change of a text: a run of its bytes, and what takes their place.
public struct SourceEdit: Sendable, Hashable {
  /// What is replaced; empty where something is put in.
  public let range: Range<Int>
  /// What stands there then, in UTF-8.
  public let replacement: [UInt8]

  /// Puts `replacement` in the place of the bytes `range`.
  public init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }

  /// Puts `replacement` in the place of the bytes `range`.
  public init(_ range: Range<Int>, _ replacement: String) {
    self.init(range, Array(replacement.utf8))
  }
}
