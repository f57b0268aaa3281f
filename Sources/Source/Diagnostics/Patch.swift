/// A change of a file that surely does what a finding asks for: a run of its bytes and what takes their place.
public struct Patch: Sendable {
  /// What is replaced; empty for a place where something is inserted.
  public let range: SourceRange
  /// What stands there then.
  public let replacement: String

  /// Puts `replacement` in the place of `range`.
  public init(_ range: SourceRange, _ replacement: String) {
    self.range = range
    self.replacement = replacement
  }
}
