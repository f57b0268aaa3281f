internal import Records
internal import Source
internal import Reasoning
internal import Engine
internal import RuleLanguage

struct AlwaysUnwrapped: Check {
  let page = CheckPage(
    "always-unwrapped",
    .reachability,
    .warning,
    summary: "A rule is for errors that are unwrapped before it.",
    meaning: """
      defaults.unwrap replaces an error by the one inside it before any rule is evaluated. So a rule for the wrapper \
      gets only wrappers that hold no error. An entry is checked if it compares what an error is, such as its type or \
      domain. Rule sets that make errors (transform, raise) are not checked, because what they make keeps its wrapper.
      """,
    advice: "Write the rule for the inner error, or for what distinguishes wrappers without one.",
    fires: """
      version: 1
      defaults: { unwrap: [ { when: { case: APIError.transport }, path: payload.0 } ] }
      responders:
        - id: app
          rules: [ { id: offline, when: { case: APIError.transport }, then: cancel } ]

      """,
    silent: """
      version: 1
      defaults: { unwrap: [ { when: { case: APIError.transport }, path: payload.0 } ] }
      responders:
        - id: app
          rules: [ { id: offline, when: { domain: NSURLErrorDomain }, then: cancel } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard let reasoner = rules.reasoner, !program.unwraps.isEmpty, !program.keepsWrappers else { return }
    for group in rules.writtenClauses where group[0].clause.kind == .rule {
      let clause = group[0].clause
      guard let when = clause.when else { continue }
      let condition = clause.condition
      for entry in program.unwraps where entry.condition.comparesIdentity {
        guard reasoner.counterexample(toSubset: condition, of: entry.condition).isNever,
          // A rule that matches nothing, or only errors without an inner one.
          reasoner.satisfiable(.all([condition, entry.hasInner])).witness != nil
        else { continue }
        let isSure = reasoner.counterexample(toSubset: condition, of: entry.hasInner).isNever
        findings.report(
          "What this rule matches is unwrapped before any rule is evaluated"
            + (isSure ? ". " : ", unless \(entry.holdsNone). ")
            + "Write the rule for the inner error\(isSure ? "" : ", or for wrappers without one").",
          at: when.range, related: [.init("is unwrapped here", at: entry.range)])
        break
      }
    }
  }
}

extension Condition {
  /// Whether it is about what an error is, not only about where it happened.
  fileprivate var comparesIdentity: Bool {
    contains {
      if case .compare(.field(let field), _, _) = $0 { field.isIdentity } else { false }
    }
  }
}

extension Unwrap {
  fileprivate var hasInner: Condition { leads(to: .always) }

  fileprivate var holdsNone: String {
    if case .unwrapPayload = verdict { "its \(path) is not an error" } else { "it has no cause" }
  }
}

extension RuleProgram {
  /// Errors that rules make are not unwrapped.
  fileprivate var keepsWrappers: Bool {
    func makes(_ verdict: Verdict?) -> Bool {
      switch verdict {
      case .transform, .raise: true
      default: false
      }
    }
    return clauses.contains { clause in
      makes(clause.verdict)
        || clause.actions.contains { $0.alert?.buttons.contains { makes($0.verdict) } == true }
    }
  }
}
