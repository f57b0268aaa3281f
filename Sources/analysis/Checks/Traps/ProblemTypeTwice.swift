internal import Engine
internal import Source

struct ProblemTypeTwice: Check {
  let page = CheckPage(
    "problem-type-twice",
    .traps,
    .note,
    summary: "Two rules of a responder match the same problem type.",
    meaning: """
      A problem type should identify one kind of problem, but some services use one URI for several. Then the order of \
      the rules decides, or the extension members that they compare.
      """,
    advice: "Compare an extension member in both rules, or merge them.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: terms, when: { problem: { type: "https://shop.example/terms" }, operation: pay }, then: cancel }
            - { id: again, when: { problem: { type: "https://shop.example/terms" } }, then: proceed }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: terms, when: { problem: { type: "https://shop.example/terms" } }, then: cancel }
            - { id: again, when: { problem: { type: "https://shop.example/card" } }, then: proceed }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for responder in program.responders + program.abstract {
      var first: [String: (rule: String, place: SourceRange, members: Int, isInherited: Bool)] = [:]
      for rule in responder.enabledRules {
        guard let when = rule.when else { continue }
        program.walk(when) { mapping in
          guard !mapping.isNegated, !mapping.isNested,
            let problem = mapping.members.first(where: { $0.key == "problem" })?.value,
            let type = problem["type"]
          else { return }
          let comparesMore = problem["ext"] != nil
          for value in program.values(of: type) {
            guard let uri = value.string else { continue }
            guard let known = first[uri] else {
              first[uri] = (rule.name, value.range, comparesMore ? 1 : 0, rule.home != nil)
              continue
            }
            // Two inherited rules are checked where they are written.
            guard known.rule != rule.name, !(comparesMore && known.members == 1),
              rule.home == nil || !known.isInherited
            else { continue }
            // Reported at the rule that is written here, whichever comes first.
            let other = rule.home == nil ? known.rule : rule.name
            findings.report(
              "“\(other)” matches this problem type too, so their order decides. Compare an extension member in both rules, or merge them.",
              at: rule.home == nil ? value.range : known.place,
              related: [.init("the other rule", at: rule.home == nil ? known.place : value.range)])
          }
        }
      }
    }
  }
}
