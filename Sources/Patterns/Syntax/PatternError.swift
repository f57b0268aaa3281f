/// Why a pattern cannot be compiled.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence: what is wrong, and what to write instead where that is known.
  public let message: String
  /// The part of the pattern's source that is at fault, in UTF-8 bytes from its start; never beyond its end.
  public let range: Range<Int>
  /// The limit that the pattern goes beyond, or nil for an error of syntax.
  public let limit: PatternLimits.Name?

  init(_ message: String, at range: Range<Int>, limit: PatternLimits.Name? = nil) {
    self.message = message
    self.range = range
    self.limit = limit
  }

  /// The range and the message, as `3..<5: message`.
  public var description: String { "\(range.lowerBound)..<\(range.upperBound): \(message)" }
}
