internal import Reports
internal import Source

/// Findings as a pull request comment: the counts, then a table per file.
public enum MarkdownFormat {
  private static let mostFiles = 20
  private static let mostRows = 30

  /// The report as Markdown.
  public static func text(of report: FindingReport) -> String {
    var text = MarkdownText()
    let files = report.files.count == 1 ? "1 rule file" : "\(report.files.count) rule files"
    guard !report.findings.isEmpty else {
      text.paragraph("✅ \(files), no findings.")
      return text.text
    }
    let counts = Diagnostic.Severity.allCases.reversed().compactMap { severity -> String? in
      let count = report.findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let fails = report.findings.contains { $0.severity >= report.failLevel }
    text.paragraph("\(fails ? "❌" : "✅") \(files): \(counts.joined(separator: ", "))")
    var names: [String] = []
    for finding in report.findings where !names.contains(finding.range.file.name) {
      names.append(finding.range.file.name)
      if names.count > mostFiles { break }
    }
    for name in names.prefix(mostFiles) {
      let own = report.findings.filter { $0.range.file.name == name }
      text.heading(4, MarkdownText.code(name))
      text.table(
        ["line", "", "finding", "code"],
        isNumber: [true, false, false, false],
        own.map { finding in
          let start = finding.range.start
          return [
            "\(start.line):\(start.column)", finding.severity.rawValue, MarkdownText.code(finding.message),
            "`\(finding.code)`",
          ]
        },
        most: mostRows
      )
    }
    if names.count > mostFiles { text.paragraph("_More files have findings._") }
    return text.text
  }
}
