import ArgumentParser
import Pages
internal import Engine
internal import Reports
internal import Source
import Suites
import SystemPackage

struct TestCommand: ParsableCommand, WatchableCommand, VersionedCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    _superCommandName: "errctl",
    abstract: "Run test suites and the examples in rules, and report what no test covers.",
    discussion: """
      EXAMPLES
        errctl test rules/
        errctl test rules/shop/rules.yaml --coverage
        errctl test rules/ --format junit > tests.xml
        errctl test rules/ --min-coverage 90

      A suite is a file NAME.test.yaml. It tests the rule file named under “rules”, or NAME.yaml beside it. If \
      you name a rule file, its suite is run too, and the reverse. Time is virtual: tests never wait. \
      The exit status is 0 if all tests pass, 1 if a test fails or coverage is too low, 2 if a suite or a rule \
      file can't be used.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, github, markdown, html
  }

  @Argument(help: "Suites, rule files, or folders.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      """
      text for people, json for programs, junit, github for GitHub Actions, markdown for a pull request comment, \
      html for a page.
      """,
      valueName: "format"
    )
  )
  var format = Format.text

  @Flag(help: "Show the coverage line by line, with a reason for each gap.")
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "The minimum coverage in percent. Below it the exit status is 1.", valueName: "percent"))
  var minCoverage: String?

  @Option(
    name: .customLong("stream"),
    help: ArgumentHelp("Recorded errors that count towards coverage. Repeatable.", valueName: "log"))
  var streams: [String] = []

  @OptionGroup var span: SpanOptions

  @Option(
    name: .customLong("case"),
    help: ArgumentHelp(
      "Run only the cases and examples with this name; * matches any characters. Repeatable.",
      valueName: "name"))
  var cases: [String] = []

  @Option(help: ArgumentHelp("The configuration. Default: the nearest .errctl.yaml.", valueName: "file"))
  var config: String?

  @Flag(help: "Instead of a report, write a suite that covers what no test covers yet.")
  var generate = false

  @Option(name: .customLong("failing"), help: FailingActions.help)
  var failingNames: [String] = []

  @OptionGroup var times: TimeOptions

  @Option(name: .customLong("system"), help: SystemVersions.help)
  var system: [String] = []

  @OptionGroup var redaction: RedactionOptions

  @Flag(help: Watching.help)
  var watch = false

  @OptionGroup var suitePaths: SuitePathOptions

  @OptionGroup var shared: SharedOptions

  var readsStandardInput: Bool { (files + streams).contains("-") }

  func run() throws {
    let limits = try shared.limits()
    let gate = try minCoverage.map { try Percentage.thousandths($0, of: "--min-coverage") }
    if streams.contains("-"), files.contains("-") {
      throw CommandFailure(.usage, "Standard input can be read once only.")
    }
    if generate,
      files.count != 1 || files == ["-"] || FileImports.isFolder(files[0]) || TestSelection.isSuite(files[0])
    {
      throw CommandFailure(.usage, "--generate writes the suite of one rule file. Name a single rule file.")
    }
    if span.isGiven, streams.isEmpty {
      throw CommandFailure(.usage, "--since and --until select records of --stream. Name a stream.")
    }
    let records = try span.selection(clock: times.clock)
    let selection = try TestSelection(
      files, paths: suitePaths.paths(among: files), config: config, limits: limits, generates: generate)
    var report = TestReport(ruleSets: [], diagnostics: [], showsCoverage: coverage)
    var failures = selection.failures
    let tested = selection.ruleSets.map {
      TestedRules(
        $0, limits: limits, names: cases, failing: failingNames, streams: streams, times: times.defaults,
        selection: records, zone: times.clock.shownZone(named: times.zoneName), hidingBy: redaction.redactor)
    }
    if streams.contains("-"), tested.count > 1 {
      throw CommandFailure(
        .usage, "Standard input can be read once only. Name a single rule file, or give the stream as a file."
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
    try FailingActions(names: failingNames).check(
      against: compiled.compactMap { $0.1.chain },
      rules: compiled.count == 1 ? compiled[0].0.rules : "No rule file among these")
    // An imported file is tested as a part of the file that imports it.
    let imported = Set(compiled.flatMap { $0.1.imports.map { $0.identity } })
    var ending = StreamEnding()
    for (tested, compilation) in compiled where !tested.isPart(of: imported) {
      if let absence = tested.absence(compilation) { failures.append(absence) }
      let (result, diagnostics) = try tested.run(
        compilation,
        withReasons: coverage || generate || [.json, .github, .markdown, .html].contains(format), &ending)
      if let result { report.ruleSets.append(result) }
      report.diagnostics += diagnostics
    }
    report.diagnostics = SuiteFindings.unique(selection.diagnostics + report.diagnostics)
      .map { $0.redacted(by: redaction.redactor) }
    if generate, failures.isEmpty, !report.diagnostics.contains(where: { $0.severity == .error }),
      let (tested, compilation) = compiled.first,
      let coverage = report.ruleSets.first?.coverage
    {
      return try GeneratedSuite(tested.rules, compilation, coverage, limits: limits).write()
    }
    try conclude(report, failures: failures, gate)
  }

  private static let shown = 100

  private func conclude(_ report: TestReport, failures: [String], _ gate: Int?) throws {
    let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
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
        ? "There is no test among \(files.joined(separator: ", "))."
        : "No test is called \(cases.map { "“\($0)”" }.joined(separator: " or "))."
      throw CommandFailure(.unusableInput, what)
    }
    let output = CheckedOutput.standardOutput
    switch format {
    case .text:
      let writer = ReportText(terminalStyle: shared.color.terminalStyle(for: 1))
      try output.write(writer.text(untitled: report.report))
    case .json: try output.write(TestJSON.text(of: report))
    case .junit: try output.write(TestJUnit.text(of: report))
    case .github: try output.write(TestGitHub.text(of: report))
    case .markdown: try output.write(ReportMarkdown.text(of: report.report))
    case .html: try output.write(TestPage.html(of: report, redaction: redaction.redactor))
    }
    try output.flush()
    if !failures.isEmpty || hasErrors { throw CommandFailure(.unusableInput, failures) }
    let (covered, total) = report.coverage
    var messages: [String] = []
    if let gate, !CoverageReport.isEnough(covered, of: total, thousandths: gate) {
      let share = CoverageReport.share(covered, of: total)
      messages.append("The coverage is \(share), less than \(minCoverage ?? "")%.")
    }
    if report.count(.failed) > 0 || !messages.isEmpty { throw CommandFailure(.findings, messages) }
  }
}
