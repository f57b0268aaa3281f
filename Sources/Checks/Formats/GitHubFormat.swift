internal import RuleEngine

/// Findings as GitHub Actions shows them beside the changed lines
/// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
public enum GitHubFormat {
  /// A workflow command for each finding.
  public static func text(of report: FindingReport) -> String {
    report.findings.map { finding in
      let (start, end) = (finding.range.start, finding.range.end)
      let command =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .note: "notice"
        }
      var properties = [
        "file=\(escaped(property: finding.range.file.name))", "line=\(start.line)", "endLine=\(end.line)",
      ]
      // Columns are for findings on one line only.
      if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
      properties.append("title=\(escaped(property: finding.code))")
      let related = finding.related.map { related in
        "\n\(related.message): \(related.range.file.name):\(related.range.start.line):\(related.range.start.column)"
      }
      return
        "::\(command) \(properties.joined(separator: ","))::\(escaped(finding.message + related.joined()))\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped += VisibleText.of(String(scalar))
      }
    }
    return escaped
  }

  private static func escaped(property text: String) -> String {
    var result = ""
    for character in escaped(text) {
      switch character {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.append(character)
      }
    }
    return result
  }
}
