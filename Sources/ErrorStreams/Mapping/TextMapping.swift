/// How lines of text become documents: the named groups of the first pattern that matches are members.
package struct TextMapping: Sendable, Equatable {
  /// Which lines after a record's first one belong to it.
  package enum Continuation: String, Sendable, CaseIterable {
    /// None: each line is a record.
    case none
    /// Indented lines, stack traces and crash reports; any other line that no pattern matches is refused.
    case traces
    /// Every line that no pattern matches.
    case all
  }

  /// Expressions in RE2's syntax, which match from a line's beginning.
  package var patterns: [String]
  /// Those of lines by which a format is not known: another one has such lines too.
  package var common: [String] = []
  package var continued: Continuation

  package init(_ patterns: String..., continued: Continuation = .traces) {
    self.init(patterns: patterns, continued: continued)
  }

  package init(patterns: [String], continued: Continuation) {
    self.patterns = patterns
    self.continued = continued
  }

  /// The member that holds the lines of a record behind its first one.
  package static let more = "more"
}
