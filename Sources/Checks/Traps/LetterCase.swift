internal import RuleEngine

/// `letter-case`: names that differ in nothing but capitals.
struct LetterCase: Check {
  let page = CheckPage(
    "letter-case",
    .traps,
    .warning,
    summary: "A name that differs from another one in capitals only.",
    meaning: """
      Names are compared letter by letter, capitals and all. Where one rule asks for URLError and another for UrlError, \
      or a type that is declared is asked for with other capitals, one of them most likely never matches.
      """,
    advice: "Write the name the same way everywhere, as the recorded errors have it.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: once, when: { type: NetworkError, attempt: 1 }, then: retry }
            - { id: gone, when: { type: Networkerror }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: once, when: { type: NetworkError, attempt: 1 }, then: retry }
            - { id: gone, when: { type: NetworkError }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    var names: [String: [String: SourceRange?]] = [:]
    var first: [String: (name: String, place: SourceRange?)] = [:]
    func meet(_ kind: String, _ name: String, _ place: SourceRange?) {
      let folded = "\(kind) \(name.lowercased())"
      guard let known = first[folded] else {
        first[folded] = (name, place)
        return
      }
      guard known.name != name, let place else { return }
      guard names[folded, default: [:]].updateValue(place, forKey: name) == nil else { return }
      findings.report(
        "“\(name)” differs from “\(known.name)” in capitals only, and names are compared with them. Write one of them.",
        at: place,
        related: known.place.map { [.init("the other one", at: $0)] } ?? []
      )
    }
    for table in program.codeTables.values.sorted(by: { $0.domain < $1.domain }) {
      meet("domain", table.domain, nil)
    }
    for type in program.types {
      meet("type", type.name.text, type.name.range)
      for name in type.cases ?? [] { meet("case", name.text, name.range) }
    }
    program.eachMatcher { mapping in
      for member in mapping.members where ["type", "case", "domain", "operation"].contains(member.key) {
        for value in program.values(of: member.value["exactly"] ?? member.value) {
          value.string.map { meet(member.key, $0, value.range) }
        }
      }
      for attribute in mapping.members.first(where: { $0.key == "attributes" })?.value.members ?? [] {
        meet("attribute", attribute.key, attribute.keyRange)
      }
      if let type = mapping.members.first(where: { $0.key == "problem" })?.value["type"] {
        for value in program.values(of: type) { value.string.map { meet("problem.type", $0, value.range) } }
      }
    }
  }
}
