internal import Engine
internal import Source
internal import RuleLanguage

struct NeedlessFailed: Check {
  let page = CheckPage(
    "needless-failed",
    .actions,
    .warning,
    summary: "The verdict of an action's failure is what follows anyway.",
    meaning: """
      The action is the last of its rule, and “failed” says the same as “then”: whether it fails or not, the same happens.
      """,
    advice: "Write another verdict for the failure, or delete failed.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: out, when: { status: 401 }, do: [ { perform: logout, failed: abort } ], then: abort } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: out, when: { status: 401 }, do: [ { perform: logout, failed: cancel } ], then: abort } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    var reported: Set<WrittenAt> = []
    for (_, clause) in rules.program.allClauses where clause.isEnabled {
      guard let last = clause.actions.last, let failed = last.failed, let verdict = clause.verdict,
        failed.isSame(as: verdict), !clause.actions.contains(where: { $0.alert?.decides == true })
      else { continue }
      let written = clause.actionNodes?.elements?.last?.members?.first { $0.key == "failed" }
      let place = written?.value.range ?? clause.title
      guard reported.insert(WrittenAt(place)).inserted else { continue }
      findings.report(
        "“\(last.provided)” is the last action, so “then” says the same as its failure. Write another verdict here, or delete “failed”.",
        at: place)
    }
  }
}

extension Verdict {
  /// A word without parts, and the same one.
  fileprivate func isSame(as other: Verdict) -> Bool {
    switch (self, other) {
    case (.evaluation(let one), .evaluation(let other)): one == other
    case (.continue, .continue), (.escalate, .escalate), (.handled, .handled): true
    default: false
    }
  }
}
