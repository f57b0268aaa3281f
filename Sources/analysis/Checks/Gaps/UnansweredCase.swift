internal import Source
internal import Records
internal import Reasoning
internal import Engine
internal import RuleLanguage

struct UnansweredCase: Check {
  let page = CheckPage(
    "unanswered-case",
    .gaps,
    .warning,
    summary: "A declared case of a type may reach a root unhandled.",
    meaning: """
      types lists all cases of the type, and rules match some of them. The finding shows an unhandled error with one \
      of the other cases: most often the case that was added last.
      """,
    advice: "Add a rule for the case, or an otherwise.",
    fires: """
      version: 1
      types:
        NetworkError: { cases: [ server, unauthorized, decoding ] }
      responders:
        - id: app
          rules:
            - { id: server, when: { case: NetworkError.server }, then: cancel }
            - { id: logout, when: { case: NetworkError.unauthorized }, then: abort }

      """,
    silent: """
      version: 1
      types:
        NetworkError: { cases: [ server, unauthorized, decoding ] }
      responders:
        - id: app
          rules:
            - { id: server, when: { case: [ NetworkError.server, NetworkError.decoding ] }, then: cancel }
            - { id: logout, when: { case: NetworkError.unauthorized }, then: abort }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let compared = comparedTypes(rules.program)
    for type in rules.program.types {
      guard let cases = type.cases, compared.contains(where: { SampleConditions.means($0, type.name.text) })
      else {
        continue
      }
      for name in cases {
        let source = Condition.Source(name.range, expected: name.text)
        let condition = Condition.all([
          .compare(.field(.type), .typeName(type.name.text, exactly: true), source),
          .compare(.field(.case), .text(TextTest(.equals, name.text)), source),
        ])
        let answer = reasoner.unanswered(satisfying: condition)
        rules.note(answer, "whether every \(type.name.text).\(name.text) is handled", at: name.range)
        guard let witness = answer.witness else { continue }
        findings.report(
          "Some errors with the case “\(name.text)” are not handled, while other cases of “\(type.name.text)” are. Add a rule for it.",
          at: name.range, witness: witness.json)
      }
    }
  }

  private func comparedTypes(_ program: RuleProgram) -> Set<String> {
    var types: Set<String> = []
    program.eachComparison { comparing in
      if case .typeName(let name, true) = comparing.comparison { types.insert(name) }
    }
    return types
  }
}
