/// The named groups of the first matching pattern are members.
package struct TextMapping: Sendable, Equatable {
  package enum Continuation: String, Sendable, CaseIterable {
    /// Each line is a record.
    case none
    /// Indented lines, stack traces and crash reports; other lines that no pattern matches are rejected.
    case traces
    /// Every line that no pattern matches.
    case all
  }

  /// RE2 syntax, from a line's beginning.
  package var patterns: [String]
  /// Lines that other formats have too, not used for detection.
  package var common: [String] = []
  package var continued: Continuation
  /// The group of a quoted message with `key="value"` pairs behind it, which become the object ``pairsMember``.
  package var pairs: String?
  /// Set if each line of a stack trace has a prefix.
  package var prefixed: Prefixed?

  package struct Prefixed: Sendable, Equatable {
    /// Groups with the same values in all lines of a record.
    package var same: [String]
    /// The group of what the program wrote, to which the other lines' are added.
    package var text: String
    /// Whether every line with the same values belongs to the record, not only those of a trace.
    package var joinsAll: Bool

    package init(same: [String], text: String, joinsAll: Bool = false) {
      self.same = same
      self.text = text
      self.joinsAll = joinsAll
    }
  }

  package init(_ patterns: String..., continued: Continuation = .traces) {
    self.init(patterns: patterns, continued: continued)
  }

  package init(patterns: [String], continued: Continuation) {
    self.patterns = patterns
    self.continued = continued
  }

  /// The member with the pairs behind a message.
  package static let pairsMember = "pairs"

  /// The member with the continuation lines.
  package static let more = "more"
}
