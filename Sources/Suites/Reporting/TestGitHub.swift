internal import RuleEngine

/// A run of tests as GitHub Actions shows it beside the changed lines
/// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions): failures as errors where they are
/// written, and what no test came by as notices on the rule file's own lines.
package enum TestGitHub {
  package static func text(of report: TestReport) -> String {
    var text = ""
    for finding in report.diagnostics {
      text += command(
        finding.severity == .error ? "error" : "warning",
        finding.range,
        finding.code,
        finding.message
      )
    }
    for result in report.ruleSets.flatMap({ $0.results }) {
      switch result.status {
      case .failed: text += command("error", result.place, "failed test", detail(of: result))
      case .todoPassed:
        text += command("notice", result.place, "todo", "This passes now, so take its “todo” out.")
      case .passed, .todo: continue
      }
    }
    for item in report.ruleSets.compactMap({ $0.coverage }).flatMap({ $0.items }) where !item.isCovered {
      let reason = item.reason.map { ": \($0)" } ?? ""
      text += command("notice", item.place, "no test", "\(item.name)\(reason)")
    }
    return text
  }

  private static func detail(of result: TestResult) -> String {
    let lines = result.failure.map { FailureText(paint: Paint(isOn: false)).difference($0) } ?? []
    let rules = result.rules.map { " (with \($0))" } ?? ""
    return ([result.name + rules] + lines).joined(separator: "\n")
  }

  private static func command(_ level: String, _ range: SourceRange, _ title: String, _ message: String)
    -> String
  {
    let (start, end) = (range.start, range.end)
    var properties = [
      "file=\(escaped(property: range.file.name))", "line=\(start.line)", "endLine=\(end.line)",
    ]
    if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    properties.append("title=\(escaped(property: title))")
    return "::\(level) \(properties.joined(separator: ","))::\(escaped(message))\n"
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
