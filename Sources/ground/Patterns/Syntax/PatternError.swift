/// The reason why a pattern can't be compiled.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message: what is wrong, and what to write instead if that is known.
  public let message: String
  /// The faulty part of the pattern's source, in UTF-8 bytes; never beyond its end.
  public let range: Range<Int>
  /// The exceeded limit, or nil for a syntax error.
  public let limit: PatternLimits.Name?

  init(_ message: String, at range: Range<Int>, limit: PatternLimits.Name? = nil) {
    self.message = message
    self.range = range
    self.limit = limit
  }

  /// The range and the message, as `3..<5: message`.
  public var description: String { "\(range.lowerBound)..<\(range.upperBound): \(message)" }
}
