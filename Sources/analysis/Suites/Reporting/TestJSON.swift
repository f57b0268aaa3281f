internal import Bytes
internal import Source

package enum TestJSON {
  /// The number of failures with their error and resolution. Further ones have the expectation only.
  private static let detailed = 200

  /// `{"tests": […], "diagnostics": […], "coverage": […], "summary": {…}}` with a line feed.
  package static func text(of report: TestReport) -> String {
    var failures = 0
    var tests: [String] = []
    for ruleSet in report.ruleSets {
      for group in ruleSet.groups {
        for result in group.results {
          if result.failure != nil { failures += 1 }
          tests.append(test(result, group, ruleSet, isDetailed: failures <= detailed))
        }
      }
    }
    let coverage = report.ruleSets.compactMap { $0.coverage }.map { text(of: $0) }
    let members = [
      "\"tests\": \(list(tests))",
      "\"diagnostics\": \(list(report.diagnostics.map { DiagnosticJSON.item($0) }))",
      "\"coverage\": \(list(coverage))",
      "\"summary\": \(summary(report))",
    ]
    return "{\(members.joined(separator: ",\n "))}\n"
  }

  private static func list(_ elements: [String]) -> String {
    elements.isEmpty ? "[]" : "[\n  \(elements.joined(separator: ",\n  "))\n ]"
  }

  private static func summary(_ report: TestReport) -> String {
    let (covered, total) = report.coverage
    let members = [
      "\"ruleSets\": \(report.ruleSets.count)", "\"tests\": \(report.tests)",
      "\"passed\": \(report.count(.passed))", "\"failed\": \(report.count(.failed))",
      "\"todo\": \(report.count(.todo))", "\"todoPassed\": \(report.count(.todoPassed))",
      "\"covered\": \(covered)", "\"coverable\": \(total)",
      "\"coverage\": \(CoverageReport.percent(covered, of: total).dropLast())",
    ]
    return "{\(members.joined(separator: ", "))}"
  }

  private static func test(
    _ result: TestResult, _ group: RuleSetResult.Group, _ ruleSet: RuleSetResult, isDetailed: Bool
  ) -> String {
    var members = [
      "\"name\": \(result.name.json)", "\"kind\": \(group.isExamples ? "\"example\"" : "\"case\"")",
      "\"rules\": \(ruleSet.file.json)", DiagnosticJSON.place(result.place),
      "\"status\": \(result.status.rawValue.json)",
    ]
    if let todo = result.todo { members.append("\"todo\": \(todo.isEmpty ? "true" : todo.json)") }
    if let failure = result.failure {
      if !failure.step.isEmpty { members.append("\"step\": \(failure.step.json)") }
      if let sentence = failure.sentence { members.append("\"expected\": \(sentence.json)") }
      let broken = failure.comparisons.filter { !$0.holds }
      if !broken.isEmpty {
        members.append("\"differences\": [\(broken.map { difference($0) }.joined(separator: ", "))]")
      }
      if isDetailed {
        members.append("\"error\": \(failure.error)")
        if let rejection = failure.rejection { members.append("\"refusal\": \(rejection.json)") }
        if !failure.resolution.isEmpty { members.append("\"resolution\": \(failure.resolution)") }
      }
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func difference(_ comparison: ExpectationResult) -> String {
    let item = comparison.item
    let members = [
      "\"key\": \(item.key.json)", DiagnosticJSON.place(item.place), "\"expected\": \(item.text)",
      "\"found\": [\(comparison.found.joined(separator: ", "))]",
    ]
    return "{\(members.joined(separator: ", "))}"
  }

  private static func text(of coverage: CoverageReport) -> String {
    let kinds = CoverageItem.Kind.allCases.compactMap { kind -> String? in
      let (covered, total) = coverage.counts(kind)
      return total > 0 ? "\(kind.rawValue.json): {\"covered\": \(covered), \"total\": \(total)}" : nil
    }
    let items = coverage.items.map { item in
      var members = [
        "\"kind\": \(item.kind.rawValue.json)", "\"name\": \(item.name.json)",
        DiagnosticJSON.place(item.place),
        "\"count\": \(item.count)",
      ]
      if let reason = item.reason { members.append("\"reason\": \(reason.json)") }
      return "{\(members.joined(separator: ", "))}"
    }
    let members = [
      "\"rules\": \(coverage.file.json)", "\"covered\": \(coverage.covered)",
      "\"total\": \(coverage.items.count)",
      "\"percent\": \(coverage.percent.dropLast())", "\"kinds\": {\(kinds.joined(separator: ", "))}",
      "\"items\": [\n   \(items.joined(separator: ",\n   "))]",
    ]
    return "{\(members.joined(separator: ", "))}"
  }
}
