public import RuleEngine

/// The error that shows what a finding says, as a command that explains it.
public enum WitnessText {
  /// A line below the finding, or nothing where no error is known.
  ///
  /// - Parameters:
  ///   - finding: what is said.
  ///   - rules: the rule file to ask, as the user names it.
  ///   - paint: colours, or none.
  public static func text(of finding: Diagnostic, rules: String, paint: Paint) -> String {
    guard let witness = finding.witness else { return "" }
    let command = "errctl explain \(quoted(rules)) --error \(quoted(witness, always: true))"
    return "  \(paint("shown by:", .blue)) \(VisibleText.of(command))\n"
  }

  /// A word as a shell reads it back.
  private static func quoted(_ word: String, always: Bool = false) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || [0x2D, 0x2E, 0x2F, 0x5F].contains(byte)
    }
    if isPlain, !always, !word.isEmpty { return word }
    return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }
}
