internal import Reports
internal import RuleEngine

/// A run of tests in JUnit's XML: a suite for each suite and each rule file with examples, a case for each of theirs; what
/// is yet to be done is skipped, and what makes a suite none is an error of a case of its own.
package enum TestJUnit {
  package static func text(of report: TestReport) -> String {
    var total = Counts()
    var suites = ""
    for ruleSet in report.ruleSets {
      for group in ruleSet.groups {
        let (text, counts) = suite(group)
        suites += text
        total.add(counts)
      }
    }
    let errors = report.diagnostics.filter { $0.severity == .error }
    if !errors.isEmpty {
      let counts = Counts(tests: errors.count, errors: errors.count)
      let cases = errors.map { self.error($0) }.joined()
      suites += "  <testsuite name=\"errctl test\" \(counts.attributes)>\n\(cases)  </testsuite>\n"
      total.add(counts)
    }
    return
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"errctl test\" \(total.attributes)>\n\(suites)</testsuites>\n"
  }

  private struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    mutating func add(_ other: Counts) {
      tests += other.tests
      failures += other.failures
      errors += other.errors
      skipped += other.skipped
    }

    var attributes: String {
      "tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"0\""
    }
  }

  private static func suite(_ group: RuleSetResult.Group) -> (String, Counts) {
    var counts = Counts()
    counts.tests = group.results.count
    counts.failures = group.count(.failed)
    counts.skipped = group.count(.todo) + group.count(.todoPassed)
    let name = group.isExamples ? "examples of \(group.file)" : "\(group.file) on \(group.rules)"
    let cases = group.results.map { self.testCase($0, in: name) }.joined()
    return (
      "  <testsuite name=\"\(name.asXMLAttribute)\" \(counts.attributes)>\n\(cases)  </testsuite>\n", counts
    )
  }

  private static func testCase(_ result: TestResult, in suite: String) -> String {
    let attributes =
      "classname=\"\(suite.asXMLAttribute)\" name=\"\(result.name.asXMLAttribute)\" time=\"0\""
    switch result.status {
    case .passed: return "    <testcase \(attributes)/>\n"
    case .todo, .todoPassed:
      let reason = result.status == .todo ? result.todo ?? "" : "it passes now, so take its “todo” out"
      return
        "    <testcase \(attributes)>\n      <skipped message=\"\(("todo" + (reason.isEmpty ? "" : ": \(reason)")).asXMLAttribute)\"/>\n    </testcase>\n"
    case .failed:
      let text = FailureText(paint: Paint(isOn: false)).text(of: result)
      let message = message(of: result)
      return
        "    <testcase \(attributes)>\n      <failure type=\"failed\" message=\"\(message.asXMLAttribute)\">\(text.asXMLText)</failure>\n    </testcase>\n"
    }
  }

  /// The first thing that does not hold, one line.
  static func message(of result: TestResult) -> String {
    guard let failure = result.failure else { return result.name }
    if let sentence = failure.sentence { return sentence }
    guard let first = failure.comparisons.first(where: { !$0.holds }) else { return result.name }
    let found = first.found.isEmpty ? "nothing" : first.found.prefix(3).joined(separator: ", ")
    return "expected \(first.item.key): \(first.item.text), found \(found)"
  }

  private static func error(_ finding: Diagnostic) -> String {
    let start = finding.range.start
    let place = "\(finding.range.file.name):\(start.line):\(start.column)"
    return
      "    <testcase classname=\"\(finding.range.file.name.asXMLAttribute)\" name=\"\(finding.code) at \(start.line):\(start.column)\" time=\"0\">\n      <error type=\"\(finding.code)\" message=\"\(finding.message.asXMLAttribute)\">\("\(place): \(finding.message)".asXMLAttribute)</error>\n    </testcase>\n"
  }
}
