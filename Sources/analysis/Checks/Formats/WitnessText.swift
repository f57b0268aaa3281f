internal import Bytes
public import Source

/// The error that demonstrates a finding, as a command that explains it, or several errors as the lines of a stream.
public enum WitnessText {
  /// Lines to print below the finding. Empty if no such error is known.
  ///
  /// - Parameters:
  ///   - finding: the finding.
  ///   - rules: the rule file, as the user names it.
  ///   - terminalStyle: the terminal style.
  public static func text(of finding: Diagnostic, rules: String, terminalStyle: TerminalStyle) -> String {
    if !finding.stream.isEmpty {
      let lines = finding.stream.map { "    \(EscapedText.of($0))\n" }.joined()
      let command = "errctl replay \(quoted(rules)) witness.ndjson"
      return
        "  \(terminalStyle("shown by:", .blue)) \(EscapedText.of(command)), with these lines in witness.ndjson\n\(lines)"
    }
    guard let witness = finding.witness else { return "" }
    let command = "errctl explain \(quoted(rules)) --error \(quoted(witness, always: true))"
    return "  \(terminalStyle("shown by:", .blue)) \(EscapedText.of(command))\n"
  }

  private static func quoted(_ word: String, always: Bool = false) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
    if isPlain, !always, !word.isEmpty { return word }
    return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
