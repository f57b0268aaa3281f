internal import RuleEngine

/// `problem-type-twice`: two rules of one responder ask for one problem type.
struct ProblemTypeTwice: Check {
  let page = CheckPage(
    "problem-type-twice",
    .traps,
    .note,
    summary: "Two rules of a responder ask for the same problem type.",
    meaning: """
      A problem type is meant to name one kind of problem, and services do give one URI to several. Which rule answers \
      is then decided by their order, or by the extension members that they ask for beside it.
      """,
    advice: "Ask for an extension member in both, or make one rule of them.",
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

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for responder in program.responders + program.abstract {
      var first: [String: (rule: String, place: SourceRange, members: Int, isInherited: Bool)] = [:]
      for rule in responder.askedRules {
        guard let when = rule.when else { continue }
        program.walk(when) { mapping in
          guard !mapping.isNegated, !mapping.isNested,
            let problem = mapping.members.first(where: { $0.key == "problem" })?.value,
            let type = problem["type"]
          else { return }
          let asksMore = problem["ext"] != nil
          for value in program.values(of: type) {
            guard let uri = value.string else { continue }
            guard let known = first[uri] else {
              first[uri] = (rule.name, value.range, asksMore ? 1 : 0, rule.home != nil)
              continue
            }
            // Two that are inherited are looked at where they are written.
            guard known.rule != rule.name, !(asksMore && known.members == 1),
              rule.home == nil || !known.isInherited
            else { continue }
            // At the one that is written here, whichever is asked first.
            let other = rule.home == nil ? known.rule : rule.name
            findings.report(
              "“\(other)” asks for this problem type too, so their order decides. Ask for an extension member in both, or make one rule of them.",
              at: rule.home == nil ? value.range : known.place,
              related: [.init("the other rule", at: rule.home == nil ? known.place : value.range)]
            )
          }
        }
      }
    }
  }
}
