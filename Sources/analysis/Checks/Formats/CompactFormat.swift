internal import Source
internal import Bytes

/// One line per finding in the format of compilers and editors: `file:line:column: severity: message [code]`.
public enum CompactFormat {
  /// The report as text.
  public static func text(of report: FindingReport) -> String {
    report.findings.map { finding in
      let start = finding.range.start
      let place = "\(EscapedText.of(finding.range.file.name)):\(start.line):\(start.column)"
      return "\(place): \(finding.severity.rawValue): \(EscapedText.of(finding.message)) [\(finding.code)]\n"
    }.joined()
  }
}
