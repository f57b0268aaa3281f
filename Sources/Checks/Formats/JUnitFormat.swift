internal import Reports
internal import RuleEngine

/// Findings as test results in JUnit's XML: a suite for each file, a case for each finding.
///
/// An error of the language is an `error`, another finding from the fail level on a `failure`; what lies below is a case
/// that passes and says so. A file without findings is one case that passes.
public enum JUnitFormat {
  /// The document.
  public static func text(of report: FindingReport) -> String {
    var byFile: [String: [Diagnostic]] = [:]
    for finding in report.findings { byFile[finding.range.file.name, default: []].append(finding) }
    var names = report.files
    for finding in report.findings where !names.contains(finding.range.file.name) {
      names.append(finding.range.file.name)
    }
    var suites = ""
    var total = Counts()
    for name in names {
      let (text, counts) = suite(name, byFile[name] ?? [], report)
      suites += text
      total.tests += counts.tests
      total.failures += counts.failures
      total.errors += counts.errors
    }
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"errctl validate\" \(total.attributes)>\n\(suites)</testsuites>\n"
  }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\" time=\"0\""
    }
  }

  private static func suite(_ name: String, _ findings: [Diagnostic], _ report: FindingReport) -> (
    String, Counts
  ) {
    var counts = Counts()
    var cases = ""
    if findings.isEmpty {
      counts.tests = 1
      cases = "    <testcase classname=\"\(name.asXMLAttribute)\" name=\"no finding\" time=\"0\"/>\n"
    }
    for finding in findings {
      counts.tests += 1
      let start = finding.range.start
      let place = "\(name):\(start.line):\(start.column)"
      let title = "\(finding.code) at \(start.line):\(start.column)"
      let attributes = "classname=\"\(name.asXMLAttribute)\" name=\"\(title.asXMLAttribute)\" time=\"0\""
      let text = "\(place): \(finding.severity.rawValue): \(finding.message)"
      let element: String
      if finding.severity == .error, !CodeList.isCheck(finding.code) {
        counts.errors += 1
        element = "error"
      } else if finding.severity >= report.failLevel {
        counts.failures += 1
        element = "failure"
      } else {
        cases +=
          "    <testcase \(attributes)>\n      <system-out>\(text.asXMLAttribute)</system-out>\n    </testcase>\n"
        continue
      }
      cases +=
        "    <testcase \(attributes)>\n      <\(element) type=\"\(finding.code)\" message=\"\(finding.message.asXMLAttribute)\">"
        + "\(text.asXMLAttribute)</\(element)>\n    </testcase>\n"
    }
    return (
      "  <testsuite name=\"\(name.asXMLAttribute)\" \(counts.attributes)>\n\(cases)  </testsuite>\n", counts
    )
  }
}
