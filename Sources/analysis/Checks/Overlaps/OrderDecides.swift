internal import Source
internal import Engine
internal import Reasoning
internal import RuleLanguage

struct OrderDecides: Check {
  let page = CheckPage(
    "order-decides",
    .overlap,
    .note,
    summary: "Two rules match the same error with different verdicts, and only their order decides.",
    meaning: """
      Both rules compare the same fields, and neither is a special case of the other. The finding shows an error that \
      both match; the first rule wins. A special case before its general rule is good style and not reported. Rules \
      that compare different fields (a type here, a status there) overlap wherever an error has both; they are reported \
      only if the option is set.
      """,
    advice: "Narrow one of them, or explain the order in a description and suppress the finding.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: locked-out, when: { status: [ 401, 403, 503 ] }, then: abort }
            - { id: server, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: locked-out, when: { status: [ 401, 403 ] }, then: abort }
            - { id: server, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }

      """,
    options: [
      CheckPage.Option(
        "independent", .flag(false), "whether to report rules that compare different fields too")
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let comparesAll = rules.options.flag("independent")
    Overlapping.each(rules, policy: .first) { first, second, witness in
      guard first.clause.verdict.map({ $0.endsEscalation }) ?? true,
        comparesAll || first.clause.condition.comparedSubjects == second.clause.condition.comparedSubjects,
        meetExactly(first, second, reasoner), !isSpecial(first, second, reasoner), let witness = witness()
      else { return true }
      findings.report(
        "“\(first.clause.name)” and this rule both match some errors, and only their order decides. Narrow one of them.",
        at: second.clause.title, related: [.init("the rule that is evaluated first", at: first.clause.title)],
        witness: witness.json)
      // All of them are of one level.
      if findings.isFull { findings.cut() }
      return !findings.isFull
    }
  }

  /// Whether an error of exactly one type meets both clauses. That an error's type may have two other types as
  /// ancestors is true of any two names and shows nothing.
  private func meetExactly(_ first: PlacedClause, _ second: PlacedClause, _ reasoner: Reasoner) -> Bool {
    let both = Condition.all([
      first.clause.condition.withExactTypes, second.clause.condition.withExactTypes,
    ])
    return reasoner.satisfiable(both).witness != nil
  }

  /// One condition implies the other. Undecided counts as true.
  private func isSpecial(_ first: PlacedClause, _ second: PlacedClause, _ reasoner: Reasoner) -> Bool {
    let (a, b) = (first.clause.condition, second.clause.condition)
    return reasoner.counterexample(toSubset: a, of: b).witness == nil
      || reasoner.counterexample(toSubset: b, of: a).witness == nil
  }
}

extension Verdict {
  /// No later rule is evaluated. True for a retry too, while its budget lasts.
  fileprivate var endsEscalation: Bool {
    if case .retry = self { true } else { ends }
  }
}
