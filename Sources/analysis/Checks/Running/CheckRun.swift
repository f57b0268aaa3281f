internal import Reasoning
public import Engine
public import Source

/// Runs checks on a compiled rule file.
public struct CheckRun: Sendable {
  private let checks: [any Check]
  private let settings: CheckSettings
  private let codes: CodeList

  /// Creates a run with all built-in checks, or with the given ones.
  ///
  /// - Parameter codes: the codes that suppressions may name.
  public init(
    checks: [any Check] = CheckList.all, settings: CheckSettings = CheckSettings(),
    codes: CodeList = CodeList()
  ) {
    (self.checks, self.settings, self.codes) = (checks, settings, codes)
  }

  /// The findings of the compiler and of the checks, without suppressed ones.
  ///
  /// If the file has errors, only the checks that look at its text alone run.
  public func findings(of compilation: RuleSet.Compilation, stream: StreamObservations? = nil) -> [Diagnostic]
  {
    result(of: compilation, stream: stream).findings
  }

  /// The findings of the compiler alone, at the configured levels and without suppressed ones: those that take no proof.
  package func findingsOfCompiler(_ compilation: RuleSet.Compilation) -> [Diagnostic] {
    CheckRun(checks: [], settings: settings, codes: codes)
      .result(of: compilation, stream: nil, isWhole: false).findings
  }

  /// The findings, and the steps that the questions of the checks took.
  ///
  /// - Parameter isWhole: the run has all checks, so that a suppression may be unused.
  package func result(
    of compilation: RuleSet.Compilation, stream: StreamObservations? = nil, isWhole: Bool = true
  ) -> (findings: [Diagnostic], stepsTaken: Int) {
    guard let program = compilation.program else {
      let findings = compilation.diagnostics.map {
        $0.fix == nil ? $0.with(NameSuggestion.patch(of: $0)) : $0
      }
      return (findings, 0)
    }
    var all = Diagnostics()
    for root in program.roots { all.begin(root.range.file.name) }
    for finding in compilation.diagnostics {
      guard let configured = settings.levels[finding.code], finding.severity != .error else {
        all.report(finding)
        continue
      }
      if let severity = configured.severity { all.report(finding.with(severity)) }
    }
    let faults = FaultyParts(program, compilation.diagnostics)
    var reasoner: Reasoner?
    let openQuestions = OpenQuestions()
    let clauses = PlacedClauses(program)
    if !checks.isEmpty, let chain = compilation.chain, let program = compilation.program {
      reasoner = Reasoner(chain, program, budget: budget(for: program), memory: settings.memory)
    }
    for check in checks where !compilation.hasErrors || !check.needsSoundRules {
      if settings.isCancelled?() == true { break }
      let level = settings.levels[check.page.code]
      guard level ?? check.page.level != .off else { continue }
      let options = CheckOptions(check.page, changes: settings.options[check.page.code] ?? [:])
      var findings = Findings(check.page, configured: level)
      check.run(
        on: CheckedRules(
          program, reasoner: reasoner, clauses: clauses, stream: stream, openQuestions: openQuestions,
          options: options, performs: settings.performs, layers: settings.layers), into: &findings)
      for finding in findings.diagnostics where !faults.explain(finding) { all.report(finding) }
    }
    let unsuppressed = Suppressions(program, settings, codes).applied(
      to: all,
      // Names and rules of a fragment are for other files, where a suppression may be needed.
      isWhole: isWhole && !compilation.hasErrors && !program.isFragment,
      hasStream: stream != nil
    ).sorted
    let findings = LocalisedText.once(inEachFile: unsuppressed).map { finding in
      // A fix changes rules, and this file has none.
      if compilation.policyFormat != nil { return finding.with(nil) }
      return finding.fix == nil ? finding.with(NameSuggestion.patch(of: finding)) : finding
    }
    return (findings, reasoner?.budget.map { $0.total - $0.left } ?? 0)
  }
}

extension CheckRun {
  private func budget(for program: RuleProgram) -> StepBudget {
    let budget = StepBudget(steps: settings.part ?? settings.steps, ofRun: settings.steps, for: program)
    budget.isCancelled = settings.isCancelled
    return budget
  }

  /// The findings of a file that a search for rule files skipped because it has no `version`.
  public func findings(ofPassedOver compilation: RuleSet.Compilation) -> [Diagnostic] {
    guard let finding = compilation.passedOver else { return [] }
    guard let configured = settings.levels[finding.code] else { return [finding] }
    return configured.severity.map { [finding.with($0)] } ?? []
  }
}

extension Diagnostic {
  func with(_ severity: Severity) -> Diagnostic {
    Diagnostic(
      code, severity, message, at: range, related: related, witness: witness, stream: stream, fix: fix)
  }

  fileprivate func with(_ fix: Patch?) -> Diagnostic {
    Diagnostic(
      code, severity, message, at: range, related: related, witness: witness, stream: stream, fix: fix)
  }
}
