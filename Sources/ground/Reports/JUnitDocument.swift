/// A report in JUnit's XML; the totals are computed from the cases.
package struct JUnitDocument {
  package enum Result {
    case passed
    /// Passed, with a note.
    case noted(String)
    case skipped(message: String)
    case failure(type: String, message: String, text: String)
    case error(type: String, message: String, text: String = "")
  }

  package struct TestCase {
    let suite: String
    let name: String
    let result: Result

    package init(_ name: String, in suite: String, _ result: Result) {
      (self.name, self.suite, self.result) = (name, suite, result)
    }
  }

  package struct Suite {
    let name: String
    let cases: [TestCase]

    package init(_ name: String, _ cases: [TestCase]) {
      (self.name, self.cases) = (name, cases)
    }
  }

  private let name: String
  private let suites: [Suite]

  package init(name: String, _ suites: [Suite]) {
    (self.name, self.suites) = (name, suites)
  }

  package var text: String {
    let counts = Self.counts(suites.flatMap { $0.cases })
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(name.asXMLAttribute)\" \(counts)>\n"
    for suite in suites {
      text += "  <testsuite name=\"\(suite.name.asXMLAttribute)\" \(Self.counts(suite.cases))>\n"
      for testCase in suite.cases { text += Self.text(of: testCase) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private static func counts(_ cases: [TestCase]) -> String {
    var (failures, errors, skipped) = (0, 0, 0)
    for testCase in cases {
      switch testCase.result {
      case .passed, .noted: break
      case .skipped: skipped += 1
      case .failure: failures += 1
      case .error: errors += 1
      }
    }
    return
      "tests=\"\(cases.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"0\""
  }

  private static func text(of testCase: TestCase) -> String {
    let attributes =
      "classname=\"\(testCase.suite.asXMLAttribute)\" name=\"\(testCase.name.asXMLAttribute)\" time=\"0\""
    guard let content = content(of: testCase.result) else { return "    <testcase \(attributes)/>\n" }
    return "    <testcase \(attributes)>\n      \(content)\n    </testcase>\n"
  }

  private static func content(of result: Result) -> String? {
    switch result {
    case .passed: nil
    case .noted(let text): "<system-out>\(text.asXMLText)</system-out>"
    case .skipped(let message): "<skipped message=\"\(message.asXMLAttribute)\"/>"
    case .failure(let type, let message, let text): element("failure", type, message, text)
    case .error(let type, let message, let text): element("error", type, message, text)
    }
  }

  private static func element(_ name: String, _ type: String, _ message: String, _ text: String) -> String {
    let start = "<\(name) type=\"\(type.asXMLAttribute)\" message=\"\(message.asXMLAttribute)\""
    return text.isEmpty ? "\(start)/>" : "\(start)>\(text.asXMLText)</\(name)>"
  }
}
