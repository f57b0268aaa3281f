/// The conversion of text lines to documents: the named groups of the first matching pattern are members.
package struct TextMapping: Sendable, Equatable {
  /// The lines that continue a record.
  package enum Continuation: String, Sendable, CaseIterable {
    /// None: each line is a record.
    case none
    /// Indented lines, stack traces and crash reports; other lines that no pattern matches are rejected.
    case traces
    /// Every line that no pattern matches.
    case all
  }

  /// Regular expressions in RE2 syntax, which match from a line's beginning.
  package var patterns: [String]
  /// Patterns of lines that other formats have too, which are not used for detection.
  package var common: [String] = []
  package var continued: Continuation

  package init(_ patterns: String..., continued: Continuation = .traces) {
    self.init(patterns: patterns, continued: continued)
  }

  package init(patterns: [String], continued: Continuation) {
    self.patterns = patterns
    self.continued = continued
  }

  /// The member with the continuation lines of a record.
  package static let more = "more"
}
