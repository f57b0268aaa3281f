import RuleEngine
import Source
import Suites

/// A test suite, and behind a byte 0xFF the rule file it is for; without one, the shop's.
struct SuiteTarget: FuzzTarget {
  private let limits = FuzzLimits.files
  private let rules: [UInt8]

  init(root: String) { rules = Files.contents(of: "\(root)/rules/shop/rules.yaml") }

  func check(_ input: [UInt8]) {
    let (text, own) = halves(input)
    let file = SuiteFile(name: "rules.test.yaml", bytes: text, limits: limits)
    var registry = Registry()
    registry.stubs = file.stubs
    let compilation = RuleSet.compile(
      name: "rules.yaml", bytes: own ?? rules, registry: registry, limits: limits)
    var read = file
    let suite = read.suite(against: compilation, records: FoundRecords())
    Findings.check(read.diagnostics.sorted)
    guard let suite, compilation.chain != nil else { return }
    require(!read.diagnostics.hasErrors, "a faulty suite is run")
    // Time for many errors is not a finding: `times` says how many.
    guard suite.cases.allSatisfy({ $0.steps.reduce(0) { $0 + $1.times } <= 200 }) else { return }
    guard suite.cases.count <= 200 else { return }
    var run = RuleSetRun("rules.yaml", compilation, limits: limits)
    run.run(suite, against: compilation)
    run.concludeCoverage(withReasons: false)
    let report = TestReport(ruleSets: [run.result], diagnostics: [], showsCoverage: true)
    require(
      report.tests == suite.cases.count
        && report.tests == [.passed, .failed, .todo, .todoPassed].reduce(0) { $0 + report.count($1) },
      "\(suite.cases.count) cases became \(report.tests) results")
    require(report.coverage.covered <= report.coverage.total, "more is covered than there is")
    Findings.check(run.result.diagnostics.sorted)
    JSONText.check(TestJSON.text(of: report))
  }
}
