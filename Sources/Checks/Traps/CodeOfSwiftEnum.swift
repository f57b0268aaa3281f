internal import RuleEngine

/// `code-of-swift-enum`: a code of a Swift type's domain, which its cases' order decides.
struct CodeOfSwiftEnum: Check {
  let page = CheckPage(
    "code-of-swift-enum",
    .traps,
    .warning,
    summary: "A code of a Swift type's domain, which changes as cases are added.",
    meaning: """
      An error that is a Swift enum gets a domain and a code when it is bridged: the domain is its qualified name, the \
      code the position of its case, cases with values first. Adding or reordering a case gives others its number \
      without a word, and the rule answers another error.
      """,
    advice: "Ask for the case by its name: case: NetworkError.server.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { domain: Shop.NetworkError, code: 2 }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { case: NetworkError.server }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    program.eachMatcher { mapping in
      guard let code = mapping.members.first(where: { $0.key == "code" }), code.value["exists"] == nil,
        let type = domains(beside: mapping, program).first(where: { Shapes.isSwiftType($0) })
      else { return }
      // A domain whose codes somebody wrote down has codes that mean something.
      guard program.codeTables[type] == nil else { return }
      let declared = program.types.first { type == $0.name.text || type.hasSuffix("." + $0.name.text) }
      let certainty =
        declared?.cases == nil ? "looks like a Swift type, and then its codes" : "is an enum, and its codes"
      let short = type.split(separator: ".").last.map { String($0) } ?? type
      findings.report(
        "“\(type)” \(certainty) are the positions of its cases, which change as cases are added. "
          + "Ask for a case by name: { case: \(short).… }.",
        at: code.value.range,
        related: declared.map { [.init("where the type is declared", at: $0.name.range)] } ?? []
      )
    }
  }

  /// The domains that are asked for in the mapping, around it, or by named matchers there.
  private func domains(beside mapping: MatcherMapping, _ program: RuleProgram) -> [String] {
    if let domain = mapping["domain"] {
      return program.values(of: domain["equals"] ?? domain).compactMap { $0.string }
    }
    let named = ([mapping.members] + mapping.around).flatMap { $0 }.filter { $0.key == "matcher" }
      .flatMap { program.conditions(named: $0.value) }
    return named.flatMap { program.comparisons(of: $0) }.compactMap { comparing in
      guard comparing.subject == .field(.domain), !comparing.isNegated, !comparing.isNested else {
        return nil
      }
      switch comparing.comparison {
      case .name(let name): return name
      case .text(let test) where test.operator == .equals: return test.operand
      default: return nil
      }
    }
  }
}
