internal import Source
import Edits
internal import Bytes
internal import Engine
import Suites
import SystemPackage

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

  /// The suite goes to standard output, if all its cases pass; gaps to standard error.
  func write() throws {
    let name = FilePath(rules).lastComponent?.string ?? rules
    guard var generator = SuiteGenerator(compilation, coverage, limits: limits) else { return }
    let result = generator.generate(for: name)
    for reason in result.reasons {
      try CheckedOutput.standardError.write("No case for \(EscapedText.of(reason))\n")
    }
    if let json = result.json {
      let converted = Converter(limits: limits).convert(name: "generated.test.json", bytes: Array(json.utf8))
      guard let text = converted.text else {
        throw CommandFailure(.unusableInput, converted.diagnostics.map { $0.message })
      }
      try verify(text)
      // Gaps are listed in the suite, where the reader would look for a case.
      let lacks = result.reasons.map { "  # No case for \(EscapedText.of($0))\n" }.joined()
      try CheckedOutput.standardOutput.write(text + lacks)
      try CheckedOutput.standardOutput.flush()
    }
    let cases = result.cases == 1 ? "1 case" : "\(result.cases) cases"
    try CheckedOutput.standardError.write("\(cases) written, \(result.reasons.count) items without a case.\n")
    try CheckedOutput.standardError.flush()
  }

  private func verify(_ text: String) throws {
    var file = SuiteFile(name: "generated.test.yaml", bytes: Array(text.utf8), limits: limits)
    guard let suite = file.suite(against: compilation, records: FoundRecords()) else {
      throw CommandFailure(.unusableInput, file.diagnostics.sorted.map { "Generated suite: \($0.message)" })
    }
    var run = RuleSetRun(rules, compilation, limits: limits)
    run.run(suite, against: compilation)
    let failed = run.result.results.filter { $0.status == .failed }.map {
      "Generated suite: “\($0.name)” does not pass."
    }
    if !failed.isEmpty { throw CommandFailure(.unusableInput, failed) }
  }
}
