internal import RuleLanguage
internal import Engine
internal import Reasoning
internal import Source

struct IgnoredCategory: Check {
  let page = CheckPage(
    "ignored-category",
    .reachability,
    .warning,
    summary: "A category has only errors that are ignored.",
    meaning: """
      By default cancellations are ignored: no rule is evaluated for them, so a rule for a category of cancellations \
      never takes effect. Errors that name the category themselves are the exception.
      """,
    advice: "Delete the rule, or write defaults: { ignore: none }.",
    fires: """
      version: 1
      categories: [ { name: cancelled, when: { type: CancellationError } } ]
      responders:
        - id: app
          rules: [ { id: quiet, when: { category: cancelled }, then: cancel } ]

      """,
    silent: """
      version: 1
      defaults: { ignore: none }
      categories: [ { name: cancelled, when: { type: CancellationError } } ]
      responders:
        - id: app
          rules: [ { id: quiet, when: { category: cancelled }, then: cancel } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard let reasoner = rules.reasoner, let ignored = program.ignored else { return }
    var uses: [String: SourceRange] = [:]
    for (_, clause) in program.allClauses where clause.kind == .rule {
      clause.when.map { when in
        program.walk(when) { mapping in
          for member in mapping.members where member.key == "category" {
            for name in program.values(of: member.value) {
              if let text = name.string, uses[text] == nil { uses[text] = name.range }
            }
          }
        }
      }
    }
    for category in program.declaredCategories {
      guard let condition = category.condition, let rule = uses[category.name.text] else { continue }
      // A category that nothing fits has another finding.
      guard reasoner.satisfiable(condition).witness != nil,
        reasoner.satisfiable(.all([condition, .not(ignored)])).isNever
      else { continue }
      findings.report(
        "Every error that fits “\(category.name.text)” is ignored as a cancellation, so no rule is evaluated for it. "
          + "Delete the rule, or write “defaults: { ignore: none }”.", at: rule,
        related: [.init("the category", at: category.name.range)])
    }
  }
}
