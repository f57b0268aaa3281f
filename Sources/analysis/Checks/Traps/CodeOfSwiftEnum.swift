internal import RuleLanguage
internal import Records
internal import Source
internal import Engine

struct CodeOfSwiftEnum: Check {
  let page = CheckPage(
    "code-of-swift-enum",
    .traps,
    .warning,
    summary: "A code depends on the order of a Swift enum's cases.",
    meaning: """
      A Swift enum bridged to NSError gets its qualified name as the domain and the position of its case as the code, \
      with cases that have associated values first. When cases are added or reordered, codes move silently to other \
      cases, and the rule matches another error.
      """,
    advice: "Match the case by its name: case: NetworkError.server.",
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    program.eachMatcher { mapping in
      guard let code = mapping.members.first(where: { $0.key == "code" }), code.value["exists"] == nil,
        let type = domains(beside: mapping, program).first(where: { Shapes.isSwiftType($0) })
      else { return }
      // Codes of a table are meaningful.
      guard program.codeTables[type] == nil, FrameworkCodes.of(type) == nil else { return }
      let declared = program.types.first { type == $0.name.text || type.hasSuffix("." + $0.name.text) }
      let certainty =
        declared?.cases == nil ? "looks like a Swift type, whose codes" : "is an enum, whose codes"
      let short = type.split(separator: ".").last.map { String($0) } ?? type
      findings.report(
        "“\(type)” \(certainty) are the positions of its cases and change when cases are added. "
          + "Match the case by its name: { case: \(short).… }.", at: code.value.range,
        related: declared.map { [.init("the declaration of the type", at: $0.name.range)] } ?? [])
    }
  }

  /// The domains compared in the mapping, in those around it, or in their named matchers.
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
