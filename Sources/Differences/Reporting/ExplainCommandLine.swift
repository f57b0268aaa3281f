package import Replay
internal import RuleEngine

/// The command that explains a record under a rule set, as it can be pasted into a shell.
package struct ExplainCommandLine: Sendable {
  private let old: String
  private let new: String
  /// What the streams are called on the command line; nil where they can be read only once.
  private let streams: [String]?
  private let oldOptions: [String]
  private let newOptions: [String]

  /// - Parameters:
  ///   - old: the rule files as the user named them.
  ///   - streams: the streams as the user named them; nil where one can be read only once.
  ///   - oldOptions: what else decides an answer of the old rules: a seed, stubs, answers, limits.
  ///   - newOptions: the same of the new ones.
  package init(old: String, oldOptions: [String], new: String, newOptions: [String], streams: [String]?) {
    self.old = old
    self.oldOptions = oldOptions
    self.new = new
    self.newOptions = newOptions
    self.streams = streams
  }

  /// The commands for a group's first sample; nil where the record can't be named.
  package func commands(for group: MovedGroup) -> RuleSetDifference.Explanation? {
    guard let sample = group.samples.first else { return nil }
    if let streams {
      let record = streams.flatMap { ["--stream", $0] } + ["--record", "\(sample.ordinal)"]
      return commands(record)
    }
    // Without the stream nothing is remembered of earlier records, yet most answers don't ask for that.
    return sample.record.flatMap { commands(["--error", $0]) }
  }

  /// The commands for an error that was found.
  package func commands(error: String) -> RuleSetDifference.Explanation? { commands(["--error", error]) }

  private func commands(_ record: [String]) -> RuleSetDifference.Explanation? {
    let before = Self.line(["errctl", "explain", Self.operand(old)] + record + oldOptions)
    let after = Self.line(["errctl", "explain", Self.operand(new)] + record + newOptions)
    return before == nil && after == nil ? nil : .init(old: before, new: after)
  }

  /// A name that begins like an option is a file of the working directory.
  private static func operand(_ name: String) -> String {
    name.hasPrefix("-") && name != "-" ? "./\(name)" : name
  }

  /// Nil where a word can't stand in a line, or standard input would have to be read again.
  private static func line(_ words: [String]) -> String? {
    guard !words.contains("-"), words.allSatisfy({ VisibleText.of($0) == $0 }) else { return nil }
    return words.map { quoted($0) }.joined(separator: " ")
  }

  /// A word as a POSIX shell takes it for itself.
  static func quoted(_ word: String) -> String {
    // A tilde is special only where a word begins.
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "/", ":", "@", "%", "+", "=", ",", "-", "~": true
      default: false
      }
    }
    if isPlain, !word.isEmpty, !word.hasPrefix("~") { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
