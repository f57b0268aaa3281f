package import Replay
internal import Bytes

package struct ExplainCommandLine: Sendable {
  private let old: String
  private let new: String
  /// The streams on the command line. Nil if they can be read only once.
  private let streams: [String]?
  private let oldOptions: [String]
  private let newOptions: [String]

  /// - Parameters:
  ///   - old: the old rule file as the user named it. `new` is the new one.
  ///   - streams: the streams as the user named them. Nil if one can be read only once.
  ///   - oldOptions: other options for the old rules: seed, stubs, answers, limits.
  ///   - newOptions: the same for the new rules.
  package init(old: String, oldOptions: [String], new: String, newOptions: [String], streams: [String]?) {
    self.old = old
    self.oldOptions = oldOptions
    self.new = new
    self.newOptions = newOptions
    self.streams = streams
  }

  /// The commands for a group's first sample. Nil if the record can't be named.
  package func commands(for group: MovedGroup) -> RuleSetDifference.ExplainCommands? {
    guard let sample = group.samples.first else { return nil }
    if let streams {
      let record = streams.flatMap { ["--stream", $0] } + ["--record", "\(sample.ordinal)"]
      return commands(record)
    }
    // Without the stream the state of earlier records is missing, but few outcomes depend on it.
    return sample.record.flatMap { commands(["--error", $0]) }
  }

  package func commands(error: String) -> RuleSetDifference.ExplainCommands? { commands(["--error", error]) }

  private func commands(_ record: [String]) -> RuleSetDifference.ExplainCommands? {
    let before = Self.line(["errctl", "explain", Self.operand(old)] + record + oldOptions)
    let after = Self.line(["errctl", "explain", Self.operand(new)] + record + newOptions)
    return before == nil && after == nil ? nil : .init(old: before, new: after)
  }

  /// Prefixes a name that looks like an option with `./`.
  private static func operand(_ name: String) -> String {
    name.hasPrefix("-") && name != "-" ? "./\(name)" : name
  }

  /// Nil if a word can't be on one line, or if standard input would have to be read again.
  private static func line(_ words: [String]) -> String? {
    guard !words.contains("-"), words.allSatisfy({ EscapedText.of($0) == $0 }) else { return nil }
    return words.map { quoted($0) }.joined(separator: " ")
  }

  static func quoted(_ word: String) -> String {
    // A tilde is special only at the start of a word.
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
