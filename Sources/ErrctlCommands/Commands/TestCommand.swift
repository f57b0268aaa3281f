import ArgumentParser
import Pages
import RuleEngine
import Suites
import SystemPackage

/// `errctl test`: whether rules still do what was meant.
struct TestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    _superCommandName: "errctl",
    abstract: "Run test suites and the examples inside rules, and say what no test has come by.",
    discussion: """
      EXAMPLES
        errctl test rules/
        errctl test rules/shop/rules.yaml --coverage
        errctl test rules/ --format junit > tests.xml
        errctl test rules/ --min-coverage 90

      A suite is a NAME.test.yaml; it is about the rule file that it names under “rules”, else about NAME.yaml \
      beside it. A rule file brings its suite along, and a suite its rule file. Time is virtual: nothing waits. \
      The status is 0 where all passed, 1 where a test failed or too little is covered, 2 where a suite or a rule \
      file can't be used.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, github, markdown, html
  }

  @Argument(help: "Suites, rule files, or folders of them.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      """
      text for people, json for programs, junit, github for GitHub Actions, markdown for a comment, or html for a page \
      to look at.
      """,
      valueName: "format"
    )
  )
  var format = Format.text

  @Flag(help: "Show what was come by and what not, line by line, and why not.")
  var coverage = false

  @Option(
    help: ArgumentHelp("The least coverage in percent; below it the status is 1.", valueName: "percent")
  )
  var minCoverage: String?

  @Option(
    name: .customLong("stream"),
    help: ArgumentHelp("Recorded errors that count for coverage too. May be repeated.", valueName: "log")
  )
  var streams: [String] = []

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      "Run only cases and examples of this name; * stands for any characters.",
      valueName: "name"
    )
  )
  var cases: [String] = []

  @Option(help: ArgumentHelp("The configuration, in place of the nearest .errctl.yaml.", valueName: "file"))
  var config: String?

  @Flag(help: "Write a suite for what no test of a rule file has come by, in place of the report.")
  var generate = false

  @OptionGroup var page: PageOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try page.check(isPage: format == .html)
  }

  func run() throws {
    let limits = try shared.limits()
    let gate = try minCoverage.map { try Percentage.thousandths($0, of: "--min-coverage") }
    if streams.contains("-"), files.contains("-") {
      throw CommandFailure(.usage, "Standard input can be read once only.")
    }
    if generate,
      files.count != 1 || files == ["-"] || FileImports.isFolder(files[0]) || TestSelection.isSuite(files[0])
    {
      throw CommandFailure(.usage, "--generate writes a suite about one rule file: name it alone.")
    }
    let selection = try TestSelection(files, config: config, limits: limits, generates: generate)
    var report = TestReport(ruleSets: [], diagnostics: [], showsCoverage: coverage)
    var failures = selection.failures
    let tested = selection.ruleSets.map { TestedRules($0, limits: limits, names: cases, streams: streams) }
    if streams.contains("-"), tested.count > 1 {
      throw CommandFailure(
        .usage,
        "Standard input can be read once only: name one rule file, or the stream's."
      )
    }
    var compiled: [(TestedRules, RuleSet.Compilation)] = []
    for tested in tested {
      do {
        if let compilation = try tested.compile() { compiled.append((tested, compilation)) }
      } catch let failure as CommandFailure {
        failures += failure.messages
      }
    }
    // What another file imports is tested as a part of that one.
    let imported = Set(compiled.flatMap { $0.1.imports.map { $0.identity } })
    for (tested, compilation) in compiled where !tested.isPart(of: imported) {
      if let absence = tested.absence(compilation) { failures.append(absence) }
      let (result, diagnostics) = try tested.run(
        compilation,
        withReasons: coverage || generate || [.json, .github, .markdown, .html].contains(format)
      )
      if let result { report.ruleSets.append(result) }
      report.diagnostics += diagnostics
    }
    report.diagnostics = Self.unique(selection.diagnostics + report.diagnostics)
    if generate, failures.isEmpty, !report.diagnostics.contains(where: { $0.severity == .error }),
      let (tested, compilation) = compiled.first,
      let coverage = report.ruleSets.first?.coverage
    {
      return try GeneratedSuite(tested.rules, compilation, coverage, limits: limits).write()
    }
    try conclude(report, failures: failures, gate)
  }

  /// How many findings about suites and rules are shown.
  private static let shown = 100

  private func conclude(_ report: TestReport, failures: [String], _ gate: Int?) throws {
    let text = DiagnosticText(paint: shared.color.paint(for: 2))
    if format != .json, format != .github {
      for finding in report.diagnostics.prefix(Self.shown) {
        try CheckedOutput.standardError.write(text.text(of: finding))
      }
      let rest = report.diagnostics.count - Self.shown
      if rest > 0 { try CheckedOutput.standardError.write("… and \(rest) more findings\n") }
      try CheckedOutput.standardError.flush()
    }
    let hasErrors = report.diagnostics.contains { $0.severity == .error }
    let isAboutStreams = !streams.isEmpty && cases.isEmpty && !report.ruleSets.isEmpty
    if report.tests == 0, !isAboutStreams, !hasErrors, failures.isEmpty {
      let what =
        cases.isEmpty
        ? "no test among \(files.joined(separator: ", "))"
        : "no test is called \(cases.map { "“\($0)”" }.joined(separator: " or "))"
      throw CommandFailure(.unusableInput, what)
    }
    let output = CheckedOutput.standardOutput
    switch format {
    case .text: try output.write(TestText.text(of: report, paint: shared.color.paint(for: 1)))
    case .json: try output.write(TestJSON.text(of: report))
    case .junit: try output.write(TestJUnit.text(of: report))
    case .github: try output.write(TestGitHub.text(of: report))
    case .markdown: try output.write(TestMarkdown.text(of: report))
    case .html: try output.write(TestPage.html(of: report, privacy: page.privacy))
    }
    try output.flush()
    if !failures.isEmpty || hasErrors { throw CommandFailure(.unusableInput, failures) }
    let (covered, total) = report.coverage
    var messages: [String] = []
    if let gate, !CoverageReport.isEnough(covered, of: total, thousandths: gate) {
      let percent = CoverageReport.percent(covered, of: total)
      messages.append("coverage is \(percent) (\(covered) of \(total)), less than \(minCoverage ?? "")%")
    }
    if report.count(.failed) > 0 || !messages.isEmpty { throw CommandFailure(.findings, messages) }
  }

  /// Each finding once: a suite may be about several rule files.
  static func unique(_ findings: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<String> = []
    return findings.filter { finding in
      let place = finding.range.bytes
      return seen.insert("\(finding.range.file.name):\(place):\(finding.code):\(finding.message)").inserted
    }
  }
}
