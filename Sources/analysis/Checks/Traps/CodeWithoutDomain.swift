internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct CodeWithoutDomain: Check {
  let page = CheckPage(
    "code-without-domain",
    .traps,
    .warning,
    summary: "A code is compared without its domain.",
    meaning: """
      A code has a meaning only in its domain: 4 is a missing file in NSCocoaErrorDomain and an interrupted call in \
      NSPOSIXErrorDomain. A rule with the code alone matches every error with that number, including those of \
      unrelated libraries. An HTTP status is not a code: write it under status.
      """,
    advice: """
      Add the domain beside the code, or around it. A type or a case works too. If you really mean any domain, write \
      domain: { exists: true }.
      """,
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: no-file, when: { code: 4 }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: no-file, when: { domain: NSCocoaErrorDomain, code: 4 }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let named = namedWhereUsed(rules.program)
    for matcher in rules.program.matchers where !named.contains(matcher.key) {
      rules.program.walk(matcher.value) { check($0, rules.program, &findings) }
    }
    rules.program.eachMatcherInUse { check($0, rules.program, &findings) }
  }

  private func check(_ mapping: MatcherMapping, _ program: RuleProgram, _ findings: inout Findings) {
    guard let code = mapping.members.first(where: { $0.key == "code" }),
      comparesNumber(code.value, program),
      !mapping.has(anyOf: "domain", "type", "case", "custom"), !isNamed(by: mapping, program)
    else { return }
    let values = program.values(of: code.value)
    let statuses = !values.isEmpty && values.allSatisfy { isStatus($0) }
    findings.report(
      statuses
        ? "This code is compared in every domain. Write “status” for an HTTP status; for anything else add “domain”."
        : "This code is compared in every domain. Add “domain”.", at: code.keyRange)
  }

  /// Matchers that are always used beside a domain, type or case.
  private func namedWhereUsed(_ program: RuleProgram) -> Set<String> {
    var beside: Set<String> = []
    var alone: Set<String> = []
    program.eachMatcher { mapping in
      for matcher in mapping.members where matcher.key == "matcher" {
        let names = program.values(of: matcher.value).compactMap { $0.string }
        if mapping.has(anyOf: "domain", "type", "case") {
          beside.formUnion(names)
        } else {
          alone.formUnion(names)
        }
      }
    }
    return beside.subtracting(alone)
  }

  private func comparesNumber(_ node: Node, _ program: RuleProgram) -> Bool {
    if node["exists"] != nil { return false }
    if node.members != nil { return true }
    return program.values(of: node).contains { value in
      value.number != nil || value.string.map { NumberRange($0) != nil || Int64($0) != nil } ?? false
    }
  }

  private func isStatus(_ node: Node) -> Bool {
    let text = node.text
    if let number = Int64(text) { return (400...599).contains(number) }
    guard let range = NumberRange(text), case .integer(let lower)? = range.lower else { return false }
    return (400...599).contains(lower)
  }

  /// A matcher or category beside it compares a domain, type or case.
  private func isNamed(by mapping: MatcherMapping, _ program: RuleProgram) -> Bool {
    let named = ([mapping.members] + mapping.around).flatMap { $0 }.filter { $0.key == "matcher" }
      .flatMap { program.conditions(named: $0.value) }
    // A faulty matcher may name one.
    let isFaulty = ([mapping.members] + mapping.around).flatMap { $0 }.contains { member in
      member.key == "matcher" && program.conditions(named: member.value).isEmpty
    }
    let category = mapping["category"] != nil
    return category || isFaulty
      || named.flatMap { program.comparisons(of: $0) }.contains {
        [.field(.domain), .field(.type), .field(.case)].contains($0.subject)
      }
  }
}
