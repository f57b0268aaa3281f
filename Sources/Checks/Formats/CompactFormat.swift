internal import RuleEngine

/// A line for each finding, as compilers write them and editors read them: `file:line:column: severity: message [code]`.
public enum CompactFormat {
  /// The lines.
  public static func text(of report: FindingReport) -> String {
    report.findings.map { finding in
      let start = finding.range.start
      let place = "\(VisibleText.of(finding.range.file.name)):\(start.line):\(start.column)"
      return "\(place): \(finding.severity.rawValue): \(VisibleText.of(finding.message)) [\(finding.code)]\n"
    }.joined()
  }
}
