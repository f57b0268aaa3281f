import Edits
import RuleEngine
import Suites
import SystemPackage

/// The suite that `test --generate` writes.
struct GeneratedSuite {
  private let rules: String
  private let compilation: RuleSet.Compilation
  private let coverage: CoverageReport
  private let limits: Limits

  init(_ rules: String, _ compilation: RuleSet.Compilation, _ coverage: CoverageReport, limits: Limits) {
    self.rules = rules
    self.compilation = compilation
    self.coverage = coverage
    self.limits = limits
  }

  /// Writes it to standard output, once all of its cases hold, and what it lacks to standard error.
  func write() throws {
    let name = FilePath(rules).lastComponent?.string ?? rules
    guard var generator = SuiteGenerator(compilation, coverage, limits: limits) else { return }
    let result = generator.generate(for: name)
    for reason in result.reasons {
      try CheckedOutput.standardError.write("no case for \(VisibleText.of(reason))\n")
    }
    if let json = result.json {
      let converted = Converter(limits: limits).convert(name: "generated.test.json", bytes: Array(json.utf8))
      guard let text = converted.text else {
        throw CommandFailure(.unusableInput, converted.diagnostics.map { $0.message })
      }
      try verify(text)
      // What has no case is said where the next one would look for it.
      let lacks = result.reasons.map { "  # no case for \(VisibleText.of($0))\n" }.joined()
      try CheckedOutput.standardOutput.write(text + lacks)
      try CheckedOutput.standardOutput.flush()
    }
    let cases = result.cases == 1 ? "1 case" : "\(result.cases) cases"
    try CheckedOutput.standardError.write("\(cases) written, \(result.reasons.count) things without one\n")
    try CheckedOutput.standardError.flush()
  }

  /// Makes sure that each case holds as it is written.
  private func verify(_ text: String) throws {
    var file = SuiteFile(name: "generated.test.yaml", bytes: Array(text.utf8), limits: limits)
    guard let suite = file.suite(against: compilation, records: FoundRecords()) else {
      throw CommandFailure(.unusableInput, file.diagnostics.sorted.map { "generated: \($0.message)" })
    }
    var run = RuleSetRun(rules, compilation, limits: limits)
    run.run(suite, against: compilation)
    let failed = run.result.results.filter { $0.status == .failed }.map {
      "generated: “\($0.name)” does not hold"
    }
    if !failed.isEmpty { throw CommandFailure(.unusableInput, failed) }
  }
}
