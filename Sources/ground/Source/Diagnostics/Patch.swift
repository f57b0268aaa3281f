/// A safe fix of a finding: a range of the file and its replacement.
public struct Patch: Sendable {
  /// The replaced range; empty for an insertion.
  public let range: SourceRange
  /// The new text.
  public let replacement: String

  /// Replaces `range` by `replacement`.
  public init(_ range: SourceRange, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}
