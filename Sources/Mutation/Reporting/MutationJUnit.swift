internal import Reports
internal import RuleEngine
internal import Suites

/// A run in JUnit's XML: a suite for each rule set, a case for each mutant; what is explained, proven equivalent or was
/// not tried is skipped.
package enum MutationJUnit {
  package static func text(of report: MutationReport) -> String {
    let suites = report.ruleSets.map { suite($0) } + errors(report.diagnostics)
    let tests = suites.reduce(0) { $0 + $1.tests }
    let counts =
      "tests=\"\(tests)\" failures=\"\(suites.reduce(0) { $0 + $1.failures })\" errors=\"\(suites.reduce(0) { $0 + $1.errors })\" skipped=\"\(suites.reduce(0) { $0 + $1.skipped })\" time=\"0\""
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"errctl mutate\" \(counts)>\n\(suites.map { $0.text }.joined())</testsuites>\n"
  }

  private typealias Suite = (text: String, tests: Int, failures: Int, errors: Int, skipped: Int)

  private static func suite(_ result: MutationResult) -> Suite {
    let failures = result.survivors.count
    let skipped = result.explained.count + result.equivalent + result.notTried
    let counts =
      "tests=\"\(result.mutants.count)\" failures=\"\(failures)\" errors=\"0\" skipped=\"\(skipped)\" time=\"0\""
    let cases = result.mutants.map { testCase($0, of: result.file) }.joined()
    let text =
      "  <testsuite name=\"mutants of \(result.file.asXMLAttribute)\" \(counts)>\n\(cases)  </testsuite>\n"
    return (text, result.mutants.count, failures, 0, skipped)
  }

  private static func testCase(_ result: MutantResult, of file: String) -> String {
    let start = result.mutation.place.start
    let name = "\(start.line):\(start.column) \(result.change)"
    let attributes =
      "classname=\"mutants of \(file.asXMLAttribute)\" name=\"\(name.asXMLAttribute)\" time=\"0\""
    let content: String
    switch result.outcome {
    case .noticed: return "    <testcase \(attributes)/>\n"
    case .equivalent: content = "<skipped message=\"proven equivalent\"/>"
    case .notTried: content = "<skipped message=\"not tried\"/>"
    case .survived:
      if let explanation = result.explanation {
        content = "<skipped message=\"\("explained: \(explanation)".asXMLAttribute)\"/>"
      } else {
        let text = "\(result.mutation.place.file.name):\(name)\n\(MutationText.plain(result))"
        content =
          "<failure type=\"survived\" message=\"no test notices this change\">\(text.asXMLText)</failure>"
      }
    }
    return "    <testcase \(attributes)>\n      \(content)\n    </testcase>\n"
  }

  private static func errors(_ diagnostics: [Diagnostic]) -> [Suite] {
    guard !diagnostics.isEmpty else { return [] }
    let cases = diagnostics.map { finding -> String in
      let start = finding.range.start
      return
        "    <testcase classname=\"\(finding.range.file.name.asXMLAttribute)\" name=\"\(finding.code) at \(start.line):\(start.column)\" time=\"0\">\n      <error type=\"\(finding.code)\" message=\"\(finding.message.asXMLAttribute)\"/>\n    </testcase>\n"
    }.joined()
    let counts =
      "tests=\"\(diagnostics.count)\" failures=\"0\" errors=\"\(diagnostics.count)\" skipped=\"0\" time=\"0\""
    return [
      (
        "  <testsuite name=\"errctl mutate\" \(counts)>\n\(cases)  </testsuite>\n", diagnostics.count, 0,
        diagnostics.count, 0
      )
    ]
  }
}
