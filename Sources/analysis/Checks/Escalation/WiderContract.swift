internal import Reasoning
internal import Engine
internal import RuleLanguage
internal import Source

struct WiderContract: Check {
  let page = CheckPage(
    "wider-contract",
    .escalation,
    .warning,
    summary: "A contract names a type that the contract of a responder above lacks.",
    meaning: """
      A contract lists the errors that its part of the chain may raise. An error reported below also reaches the \
      responders above, unless one on the way handles it, and there it is out of contract. Often the two lists are \
      swapped: the longer one belongs above.
      """,
    advice: "Add the type to the contract above, or handle it below.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError ] }
          otherwise: { then: cancel }
        - id: feed
          parent: app
          origins: [ feed.* ]
          contract: { reports: [ NetworkError, ImageError ] }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError, ImageError ] }
          otherwise: { then: cancel }
        - id: feed
          parent: app
          origins: [ feed.* ]
          contract: { reports: [ ImageError ] }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for (index, responder) in rules.program.responders.enumerated() {
      guard let contract = responder.contract else { continue }
      for (kind, names) in [("reports", contract.reports ?? []), ("triggers", contract.triggers ?? [])] {
        for name in names { check(name, kind, index, rules, &findings) }
      }
    }
  }

  private func check(
    _ name: Named, _ kind: String, _ index: Int, _ rules: CheckedRules, _ findings: inout Findings
  ) {
    let program = rules.program
    for ancestor in program.path(from: index).dropFirst() {
      let above = program.responders[ancestor]
      if isAnswered(name, kind, from: index, below: ancestor, rules) { return }
      guard let promised = kind == "reports" ? above.contract?.reports : above.contract?.triggers else {
        continue
      }
      guard !promised.contains(where: { covers($0.text, name.text, kind, program) }) else { continue }
      findings.report(
        "“\(name.text)” also reaches “\(above.id.text)”, whose contract does not name it. Add it there, or handle it below.",
        at: name.range, related: promised.first.map { [.init("the contract above", at: $0.range)] } ?? [])
      return
    }
  }

  private func covers(_ promised: String, _ name: String, _ kind: String, _ program: RuleProgram) -> Bool {
    if promised.contains("*") { return GlobPattern(promised).matches(name) }
    if kind == "triggers" { return promised == name }
    if name == promised || name.hasSuffix(".\(promised)") || promised.hasSuffix(".\(name)") { return true }
    let declared = program.types.filter { $0.name.text == name || name.hasSuffix(".\($0.name.text)") }
    return declared.contains {
      $0.ancestors.contains { $0.text == promised || $0.text.hasSuffix(".\(promised)") }
    }
  }

  /// Every error of the type, or event of the name, provably ends below a responder.
  private func isAnswered(
    _ name: Named, _ kind: String, from index: Int, below ancestor: Int, _ rules: CheckedRules
  ) -> Bool {
    let program = rules.program
    guard kind == "triggers" else {
      let way = program.pathEffects(from: index, upTo: ancestor)
      guard !way.ends.isEmpty, let reasoner = rules.reasoner else { return false }
      return reasoner.isImpossible(.all([SampleConditions.type(name), .not(way.taken)]))
    }
    let below = program.path(from: index).prefix { $0 != ancestor }.map { program.responders[$0] }
    return below.contains { responder in
      responder.isEnabled
        && responder.events.contains { rule in
          guard rule.isEnabled, rule.verdict?.ends ?? false else { return false }
          guard let when = rule.when else { return true }
          guard when.members?.count == 1, let event = when["event"] else { return false }
          return program.values(of: event).contains {
            $0.string.map { GlobPattern($0).matches(name.text) } ?? false
          }
        }
    }
  }
}
