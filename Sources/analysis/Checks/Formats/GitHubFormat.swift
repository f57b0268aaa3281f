internal import Source
internal import Reports

/// Findings as annotations of GitHub Actions.
public enum GitHubFormat {
  /// One workflow command per finding.
  public static func text(of report: FindingReport) -> String {
    report.findings.map { finding in
      let level: WorkflowCommand.Level =
        switch finding.severity {
        case .error: .error
        case .warning: .warning
        case .note: .notice
        }
      let related = finding.related.map { related in
        "\n\(related.message): \(related.range.file.name):\(related.range.start.line):\(related.range.start.column)"
      }
      let message = finding.message + related.joined()
      return WorkflowCommand(level, at: finding.range, title: finding.code, message).text
    }.joined()
  }
}
