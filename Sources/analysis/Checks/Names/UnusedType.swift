internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct UnusedType: Check {
  let page = CheckPage(
    "unused-type",
    .names,
    .note,
    summary: "A type under types is not used by any rule, category or contract.",
    meaning: """
      A declaration under types lets checks rely on a complete list: all cases of an enum, all superclasses of a class. \
      A type that no condition matches proves nothing. Its name may be misspelt, in which case the cases of the \
      real type are not checked.
      """,
    advice: "Correct its name, or delete it.",
    fires: """
      version: 1
      types:
        NetwrokError: { cases: [ server, unauthorized ] }
      responders:
        - id: app
          rules: [ { id: server, when: { case: NetworkError.server }, then: cancel } ]

      """,
    silent: """
      version: 1
      types:
        NetworkError: { cases: [ server, unauthorized ] }
      responders:
        - id: app
          rules: [ { id: server, when: { case: NetworkError.server }, then: cancel } ]

      """,
    autoFix: .init(
      "corrects the misspelt name.", change: "Outcomes stay the same, but checks know more complete types.")
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard !program.isFragment, let entry = program.roots.first?.range.file else { return }
    var compared: Set<String> = []
    var globs: [GlobPattern] = []
    program.eachComparison { comparing in
      let comparison = comparing.comparison
      if let name = comparison.typeName { compared.insert(name) }
      if let glob = comparison.typeGlob { globs.append(GlobPattern(glob)) }
      if case .text(let test) = comparison, comparing.subject == .field(.type) {
        compared.insert(test.operand)
      }
    }
    for responder in program.responders {
      compared.formUnion((responder.contract?.reports ?? []).map { $0.text })
    }
    for type in program.types { compared.formUnion(type.ancestors.map { $0.text }) }
    let bareCases = self.bareCases(program)
    for type in program.types where type.name.range.file === entry {
      let name = type.name.text
      let isCompared = compared.contains {
        name == $0 || name.hasSuffix(".\($0)") || $0.hasSuffix(".\(name)")
      }
      let isMeant =
        globs.contains { $0.matches(name) } || (type.cases ?? []).contains { bareCases.contains($0.text) }
      let isAncestorCompared = type.ancestors.contains { ancestor in
        compared.contains { ancestor.text == $0 || ancestor.text.hasSuffix(".\($0)") }
      }
      guard !isCompared, !isMeant, !isAncestorCompared else { continue }
      let near = Suggestion.closest(to: name, among: compared.sorted())
      findings.report(
        "No condition matches “\(name)”.\(near.map { " Did you mean “\($0)”?" } ?? " Correct its name, or delete it.")",
        at: type.name.range)
    }
  }

  private func bareCases(_ program: RuleProgram) -> Set<String> {
    var cases: Set<String> = []
    program.eachComparison { comparing in
      guard comparing.subject == .field(.case) else { return }
      if case .name(let name) = comparing.comparison { cases.insert(name) }
    }
    return cases
  }
}
