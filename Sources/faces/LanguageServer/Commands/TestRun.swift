package import JSONRPC
internal import Reports
package import Source
internal import Secrets
package import Suites

/// `errctl.runTests`: the tests of a suite, of one of its cases, of a rule file, or of one of its rules.
package enum TestRun {
  /// Which tests.
  private enum Choice: Sendable {
    case all
    case named(String)
    case about(String)
  }

  static func answer(_ identity: String, _ arguments: Params, _ snapshot: Snapshot) throws(ResponseError)
    -> CommandWork
  {
    var choice = Choice.all
    if arguments.has("case") { choice = .named(try arguments.text("case")) }
    if arguments.has("rule") { choice = .about(try arguments.text("rule")) }
    let chosen = choice
    let isSuite = DocumentKind(name: identity) == .suite
    if case .about = chosen, isSuite {
      throw ResponseError(.invalidParams, "“rule” is for a rule file. Send its URI.")
    }
    return CommandWork { _ throws(ResponseError) in
      try run(isSuite ? identity : nil, rules: isSuite ? nil : identity, chosen, snapshot)
    }
  }

  private static func run(_ suite: String?, rules: String?, _ choice: Choice, _ snapshot: Snapshot)
    throws(ResponseError) -> CommandAnswer
  {
    let report = try report(suite, rules: rules, choice, covers: false, snapshot)
    return answer(report, choice)
  }

  /// All tests of a rule file, with what they cover.
  package static func coverage(of rules: String, _ snapshot: Snapshot) throws(ResponseError) -> TestReport {
    try report(nil, rules: rules, .all, covers: true, snapshot)
  }

  /// The examples of a rule file, and the cases of its suites, without a run.
  package static func list(of rules: String, _ snapshot: Snapshot) throws(ResponseError) -> [(
    file: String, isExamples: Bool, tests: [(name: String, place: SourceRange)]
  )] {
    let set = try RuleSetOfFile(rules, snapshot)
    let redactor = Redactor(isOn: true)
    let examples = ExampleList(set.program, set.chain).examples.map { ($0.name, $0.error.range) }
    let suites = snapshot.suites(testing: rules).map { file in
      let cases = snapshot.suite(file, against: rules)?.suite?.cases ?? []
      return (file, false, cases.map { (redactor.text($0.name), $0.place) })
    }
    return (examples.isEmpty ? [] : [(rules, true, examples)]) + suites
  }

  private static func report(
    _ suite: String?, rules: String?, _ choice: Choice, covers: Bool, _ snapshot: Snapshot
  ) throws(ResponseError) -> TestReport {
    let suites = suite.map { [$0] } ?? snapshot.suites(testing: rules ?? "")
    let tested = rules.map { [$0] } ?? suites.flatMap { snapshot.tested(by: $0) }
    guard !tested.isEmpty else {
      throw ResponseError(
        .requestFailed, "There is no rule file of this name beside the suite. Name one with “rules: FILE”.")
    }
    let redactor = Redactor(isOn: true)
    var report = TestReport(ruleSets: [], diagnostics: [], showsCoverage: false)
    for file in tested {
      let rules = try RuleSetOfFile(file, snapshot)
      var run = RuleSetRun(
        file, rules.compilation, limits: snapshot.texts.limits, hidingBy: redactor
      ) { name in
        switch choice {
        case .all, .about: true
        case .named(let wanted): name == wanted
        }
      }
      if case .about(let rule) = choice {
        _ = try rules.clauses(named: rule)
        run.choose(about: rule)
      }
      run.runExamples()
      for suite in suites {
        guard let found = snapshot.suite(suite, against: file) else {
          run.noteUnusable()
          continue
        }
        report.diagnostics += found.findings.map { $0.redacted(by: redactor) }
        guard let read = found.suite else {
          run.noteUnusable()
          continue
        }
        run.run(read, against: found.compiled, isOneOfSeveral: tested.count > 1)
      }
      if covers { run.concludeCoverage(withReasons: false) }
      report.ruleSets.append(run.result)
    }
    return report
  }

  private static func answer(_ report: TestReport, _ choice: Choice) -> CommandAnswer {
    let style = TerminalStyle(isOn: false)
    let findings = DiagnosticText(terminalStyle: style)
    let errors = report.diagnostics.filter { $0.severity == .error }
    let text =
      errors.map { findings.text(of: $0) }.joined()
      + ReportText(terminalStyle: style).text(untitled: report.report)
    var answer = CommandAnswer("tests", text)
    let (failed, all) = (report.count(.failed), report.tests)
    if all == 0, errors.isEmpty {
      answer.message =
        switch choice {
        case .all: "There are no tests."
        case .named(let name): "No test is called “\(name)”."
        case .about(let rule): "No test is about \(rule)."
        }
    } else if failed == 0, errors.isEmpty {
      answer.message = all == 1 ? "1 test passed." : "All \(all) tests passed."
      let todos = report.count(.todo)
      if todos > 0 { answer.message = "\(all - todos) of \(all) tests passed, \(todos) to do." }
    }
    return answer
  }
}
