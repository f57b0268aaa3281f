import ArgumentParser
import Checks
import Mutation
internal import Bytes
internal import Engine
internal import Records
internal import Reports
internal import Source
import Suites

struct MutateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mutate",
    _superCommandName: "errctl",
    abstract: "Change the rules one thing at a time, and list the changes that no test notices.",
    discussion: """
      EXAMPLES
        errctl mutate rules/shop/rules.yaml
        errctl mutate rules/ --min-score 95
        errctl mutate rules/shop/rules.yaml --sample 200 --seed 7

      Each mutant is the rule set with one change. Its suites and examples are run against it. Each survivor is \
      listed with an error that the rules and the mutant evaluate differently, and a test case to paste into \
      the suite. A mutant that is proven to evaluate every error exactly as the rules do is not counted. To accept a \
      survivor, explain it in a comment on its line (errctl codes lists the operators):

         # errctl: ignore OPERATOR -- reason

      The exit status is 0 if no mutant survives, 1 if one does (with --min-score: if the score is lower), 2 if a suite or a \
      rule file can't be used, or if the tests fail on the unchanged rules.
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, junit, github
  }

  @Argument(help: "Rule files, suites, or folders.")
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "text for people, json for programs, junit, or github for GitHub Actions.", valueName: "format"))
  var format = Format.text

  @Option(
    name: .customLong("operator"),
    help: ArgumentHelp("Use only this operator. Repeatable.", valueName: "name"))
  var operators: [String] = []

  @Option(
    help: ArgumentHelp(
      "The minimum score in percent. The exit status is 1 below it and 0 otherwise, whatever survives.",
      valueName: "percent"))
  var minScore: String?

  @Option(help: ArgumentHelp("The largest number of mutants per rule set, drawn by --seed.", valueName: "n"))
  var sample: Int?

  @Option(help: ArgumentHelp("The random seed of --sample.", valueName: "n"))
  var seed: UInt64 = 0

  @Option(
    help: ArgumentHelp(
      "Stop after this time, such as 60s. The remaining mutants count as not tried.", valueName: "duration"))
  var time: String?

  @Option(help: ArgumentHelp("Number of threads. It does not affect the result.", valueName: "n"))
  var jobs: Int?

  @Option(help: ArgumentHelp("The cache file. Default: a file in ~/.cache/errctl.", valueName: "file"))
  var cache: String?

  @Flag(help: "Show every survivor in full, not only those that change most.")
  var all = false

  @Flag(help: "Neither read nor write the cache.")
  var noCache = false

  @Option(help: ArgumentHelp("The configuration. Default: the nearest .errctl.yaml.", valueName: "file"))
  var config: String?

  @OptionGroup var redaction: RedactionOptions

  @OptionGroup var times: TimeOptions

  @OptionGroup var suitePaths: SuitePathOptions

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs takes a number from 1 to 256.") }
    if let sample, sample < 1 { throw ValidationError("--sample takes a number of 1 or more.") }
    if cache != nil, noCache { throw ValidationError("--cache and --no-cache exclude each other.") }
    if let time, TimeSpan(time) == nil {
      throw ValidationError("--time takes a duration such as 60s or 5m, not “\(time)”.")
    }
  }

  nonisolated(nonsending) func run() async throws {
    let limits = try shared.limits()
    let gate = try minScore.map { try Percentage.thousandths($0, of: "--min-score") }
    let operators = try chosenOperators()
    let selection = try TestSelection(
      files, paths: suitePaths.paths(among: files), config: config, limits: limits)
    var report = MutationReport()
    var failures = selection.failures
    let subjects = try subjects(selection, limits, &report, &failures)
    let file = try MutantCacheFile(named: cache, isWanted: !noCache, for: files)
    var kept = file.cache
    let end = time.flatMap { TimeSpan($0) }.map { Stopwatch.nanoseconds + $0.microseconds * 1_000 }
    var options = MutationRun.Options()
    options.jobs = Jobs.possible(jobs ?? Jobs.common)
    options.most = sample ?? .max
    options.seed = seed
    options.redactor = redaction.redactor
    options.isOver = { Interruption.signal != nil || end.map { Stopwatch.nanoseconds >= $0 } ?? false }
    Interruption.endInOrder()
    for subject in subjects {
      var result = await MutationRun(subject, operators, options).run(&kept)
      var explanations = SurvivorExplanations(
        subject.program, of: Set(MutationOperators.all.map { $0.name }), today: Today.day)
      result.explain { explanations.reason($0.kind, at: $0.place) }
      if result.notTried == 0, result.mutants.count + result.invalid == result.all {
        report.diagnostics += explanations.unused(among: Set(operators.map { $0.name }))
      }
      report.ruleSets.append(result)
    }
    try file.write(kept)
    report.bound = bound(report)
    report.diagnostics = SuiteFindings.unique(selection.diagnostics + report.diagnostics)
      .map { $0.redacted(by: redaction.redactor) }
    try conclude(report, failures, gate)
  }

  private func chosenOperators() throws -> [any MutationOperator] {
    let names = MutationOperators.all.map { $0.name }
    for name in operators where !names.contains(name) {
      let question = Suggestion.question(for: name, among: names)
      throw CommandFailure(
        .usage,
        "There is no operator “\(name)”.\(question) The operators are \(names.joined(separator: ", ")).")
    }
    return operators.isEmpty
      ? MutationOperators.all : MutationOperators.all.filter { operators.contains($0.name) }
  }

  private func subjects(
    _ selection: TestSelection, _ limits: Limits, _ report: inout MutationReport, _ failures: inout [String]
  ) throws -> [MutationSubject] {
    var compiled: [(TestedRules, RuleSet.Compilation)] = []
    for tested in selection.ruleSets.map({ TestedRules($0, limits: limits, times: times.defaults) }) {
      do {
        if let compilation = try tested.compile() { compiled.append((tested, compilation)) }
      } catch let failure as CommandFailure {
        failures += failure.messages
      }
    }
    let imported = Set(compiled.flatMap { $0.1.imports.map { $0.identity } })
    var subjects: [MutationSubject] = []
    for (tested, compilation) in compiled where !tested.isPart(of: imported) && isMeant(tested.rules) {
      if let absence = tested.absence(compilation) { failures.append(absence) }
      let (suites, _, diagnostics) = try tested.suites(compilation)
      report.diagnostics += diagnostics
      guard !diagnostics.contains(where: { $0.severity == .error }) else { continue }
      let subject = MutationSubject(
        tested.rules, compilation,
        imports: tested.rules == "-" ? nil : FileImports(entry: tested.rules, limits: limits),
        suites: suites.map { ($0.suite, $0.stubs) }, registry: CommandRegistry.current, limits: limits)
      guard let subject else { continue }
      if !subject.broken.isEmpty {
        let names = subject.broken.prefix(3).map { "“\($0)”" }.joined(separator: ", ")
        let rest = subject.broken.count > 3 ? " and \(subject.broken.count - 3) more" : ""
        failures.append(
          "\(tested.rules): Tests fail on the unchanged rules: \(names)\(rest). Fix them first: errctl test \(tested.rules)"
        )
      } else if subject.cases == 0, subject.examples == 0 {
        failures.append(
          "\(tested.rules): These rules have no tests, so no change would be noticed. Add a suite.")
      } else {
        subjects.append(subject)
      }
    }
    return subjects
  }

  /// If only rule files are named, their suites may also test others, which are left out.
  private func isMeant(_ rules: String) -> Bool {
    guard files.allSatisfy({ !TestSelection.isSuite($0) && !FileImports.isFolder($0) }) else { return true }
    let identity = FileImports.identity(of: rules)
    return files.contains { $0 == rules || (identity != nil && FileImports.identity(of: $0) == identity) }
  }

  private func bound(_ report: MutationReport) -> String? {
    let all = report.ruleSets.reduce(0) { $0 + $1.all }
    let chosen = report.ruleSets.reduce(0) { $0 + $1.mutants.count + $1.invalid }
    let notTried = report.ruleSets.reduce(0) { $0 + $1.notTried }
    var parts: [String] = []
    if chosen < all { parts.append("sample: \(chosen) of \(all) changes, drawn by seed \(seed)") }
    if notTried > 0 {
      let why =
        Interruption.signal == nil ? "the time limit (\(time ?? "")) was reached" : "the run was interrupted"
      parts.append("\(notTried) mutants were not tried because \(why)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func conclude(_ report: MutationReport, _ failures: [String], _ gate: Int?) throws {
    if format == .text || format == .junit {
      let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
      for finding in report.diagnostics.prefix(100) {
        try CheckedOutput.standardError.write(text.text(of: finding))
      }
      let rest = report.diagnostics.count - 100
      if rest > 0 { try CheckedOutput.standardError.write("… and \(rest) more findings\n") }
      try CheckedOutput.standardError.flush()
    }
    let hasErrors = report.diagnostics.contains { $0.severity == .error }
    if report.ruleSets.isEmpty, !hasErrors, failures.isEmpty {
      throw CommandFailure(
        .unusableInput, "There is no rule set with a test among \(files.joined(separator: ", ")).")
    }
    let output = CheckedOutput.standardOutput
    switch format {
    case .text:
      let writer = ReportText(terminalStyle: shared.color.terminalStyle(for: 1))
      try output.write(writer.text(untitled: report.report(showsAll: all)))
    case .json: try output.write(MutationJSON.text(of: report))
    case .junit: try output.write(MutationJUnit.text(of: report))
    case .github: try output.write(MutationGitHub.text(of: report))
    }
    try output.flush()
    if Interruption.signal != nil { throw CommandFailure(Interruption.status) }
    if !failures.isEmpty || hasErrors { throw CommandFailure(.unusableInput, failures) }
    if let gate {
      let (noticed, counted) = report.score
      if !CoverageReport.isEnough(noticed, of: counted, thousandths: gate) {
        let share = CoverageReport.share(noticed, of: counted)
        throw CommandFailure(
          .findings, "The score is \(share), less than \(minScore ?? "")%.")
      }
      return
    }
    // An unused suppression is a finding too.
    if report.survivors > 0 || !report.diagnostics.isEmpty { throw CommandFailure(.findings) }
  }
}
