internal import Reports
internal import Source

/// Findings as test results in JUnit XML: one suite per file, one case per finding.
///
/// A language error is an `error`. Other findings at or above the fail level are a `failure`; those below it
/// are passing cases. A file without findings is one passing case.
public enum JUnitFormat {
  /// The XML document.
  public static func text(of report: FindingReport) -> String {
    var byFile: [String: [Diagnostic]] = [:]
    for finding in report.findings { byFile[finding.range.file.name, default: []].append(finding) }
    var names = report.files
    for finding in report.findings where !names.contains(finding.range.file.name) {
      names.append(finding.range.file.name)
    }
    let suites = names.map { name in
      let cases = (byFile[name] ?? []).map { testCase($0, in: name, report) }
      return JUnitDocument.Suite(name, cases.isEmpty ? [.init("no finding", in: name, .passed)] : cases)
    }
    return JUnitDocument(name: "errctl validate", suites).text
  }

  private static func testCase(_ finding: Diagnostic, in name: String, _ report: FindingReport)
    -> JUnitDocument.TestCase
  {
    let start = finding.range.start
    let place = "\(name):\(start.line):\(start.column)"
    let text = "\(place): \(finding.severity.rawValue): \(finding.message)"
    let result: JUnitDocument.Result =
      if finding.severity == .error, !CodeList.isCheck(finding.code) {
        .error(type: finding.code, message: finding.message, text: text)
      } else if finding.severity >= report.failLevel {
        .failure(type: finding.code, message: finding.message, text: text)
      } else {
        .noted(text)
      }
    return .init("\(finding.code) at \(start.line):\(start.column)", in: name, result)
  }
}
