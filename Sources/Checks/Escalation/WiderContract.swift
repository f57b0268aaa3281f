internal import RuleEngine

/// `wider-contract`: a responder promises more than the one above it lets through.
struct WiderContract: Check {
  let page = CheckPage(
    "wider-contract",
    .escalation,
    .warning,
    summary: "A contract names what the contract of a responder above does not.",
    meaning: """
      A contract says what the whole part of the chain below it may raise. What a responder below reports arrives above \
      too, unless it is answered on the way, and is out of contract there. Often the two lists stand the wrong way \
      round: the longer one belongs above.
      """,
    advice: "Add the type to the contract above, or answer it below.",
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
    let program = rules.program
    for index in program.responders.indices {
      let responder = program.responders[index]
      guard let contract = responder.contract else { continue }
      for (kind, names) in [("reports", contract.reports ?? []), ("triggers", contract.triggers ?? [])] {
        for name in names { check(name, kind, index, program, &findings) }
      }
    }
  }

  private func check(
    _ name: Named,
    _ kind: String,
    _ index: Int,
    _ program: RuleProgram,
    _ findings: inout Findings
  ) {
    var below = [program.responders[index]]
    for place in program.path(from: index).dropFirst() {
      let above = program.responders[place]
      if below.contains(where: { answers($0, name.text, kind) }) { return }
      below.append(above)
      guard let promised = kind == "reports" ? above.contract?.reports : above.contract?.triggers else {
        continue
      }
      guard !promised.contains(where: { covers($0.text, name.text, kind, program) }) else { continue }
      findings.report(
        "“\(name.text)” arrives at “\(above.id.text)” too, whose contract does not name it. Add it there, or answer it below.",
        at: name.range,
        related: promised.first.map { [.init("the contract above", at: $0.range)] } ?? []
      )
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

  /// Whether a responder surely answers every error of a type, or every event of a name.
  private func answers(_ responder: RuleProgram.Responder, _ name: String, _ kind: String) -> Bool {
    guard responder.isEnabled else { return false }
    if kind == "triggers" {
      return responder.events.contains { rule in
        guard rule.isEnabled, rule.verdict?.ends ?? false, let when = rule.when, when.members?.count == 1
        else {
          return rule.isEnabled && rule.when == nil && rule.verdict?.ends ?? false
        }
        return when["event"]?.string.map { GlobPattern($0).matches(name) } ?? false
      }
    }
    if responder.otherwise.map({ $0.verdict?.ends ?? true }) ?? false { return true }
    return responder.askedRules.contains { rule in
      guard rule.rate == nil, rule.verdict?.ends ?? true else { return false }
      if case .always = rule.condition { return true }
      guard case .compare(.field(.type), .typeName(let asked, false), _) = rule.condition else {
        return false
      }
      return name == asked || name.hasSuffix(".\(asked)")
    }
  }
}
