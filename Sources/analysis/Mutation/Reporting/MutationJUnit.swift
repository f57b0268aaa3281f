internal import Reports
internal import Source
internal import Suites

/// JUnit XML: a suite per rule set, a case per mutant; explained, equivalent and untried ones are skipped.
package enum MutationJUnit {
  package static func text(of report: MutationReport) -> String {
    var suites = report.ruleSets.map { suite($0) }
    if !report.diagnostics.isEmpty {
      suites.append(.init("errctl mutate", report.diagnostics.map { error($0) }))
    }
    return JUnitDocument(name: "errctl mutate", suites).text
  }

  private static func suite(_ result: MutationResult) -> JUnitDocument.Suite {
    let name = "mutants of \(result.file)"
    return .init(name, result.mutants.map { testCase($0, in: name) })
  }

  private static func testCase(_ result: MutantResult, in suite: String) -> JUnitDocument.TestCase {
    let start = result.mutation.place.start
    let name = "\(start.line):\(start.column) \(result.change)"
    let outcome: JUnitDocument.Result
    switch result.outcome {
    case .noticed: outcome = .passed
    case .equivalent: outcome = .skipped(message: "proven equivalent")
    case .notTried: outcome = .skipped(message: "not tried")
    case .survived:
      if let explanation = result.explanation {
        outcome = .skipped(message: "explained: \(explanation)")
      } else {
        let text = "\(result.mutation.place.file.name):\(name)\n\(result.plain)"
        outcome = .failure(type: "survived", message: "no test notices this change", text: text)
      }
    }
    return .init(name, in: suite, outcome)
  }

  private static func error(_ finding: Diagnostic) -> JUnitDocument.TestCase {
    let start = finding.range.start
    return .init(
      "\(finding.code) at \(start.line):\(start.column)", in: finding.range.file.name,
      .error(type: finding.code, message: finding.message))
  }
}
