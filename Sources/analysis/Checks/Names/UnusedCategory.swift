internal import Engine
internal import RuleLanguage
internal import Source

struct UnusedCategory: Check {
  let page = CheckPage(
    "unused-category",
    .names,
    .note,
    summary: "No condition names a category.",
    meaning: """
      Such a category decides nothing: its errors are counted under its name, and get the verdict of whatever other rule \
      matches them. That is right for a category that is only counted. Otherwise the rule for it is missing. A category \
      of an imported file, and the default category, are not reported; nor is any where no condition names a category: such \
      a file only counts.
      """,
    advice: "Name it in a rule, or delete it.",
    fires: """
      version: 1
      categories:
        - { name: busy, when: { status: [ 429, 503 ] } }
        - { name: gone, when: { status: [ 404, 410 ] } }
      responders:
        - id: app
          rules: [ { id: busy, when: { category: busy }, then: retry } ]

      """,
    silent: """
      version: 1
      categories:
        - { name: busy, when: { status: [ 429, 503 ] } }
        - { name: gone, when: { status: [ 404, 410 ] } }
      responders:
        - id: app
          rules:
            - { id: busy, when: { category: busy }, then: retry }
            - { id: gone, when: { category: gone }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard !program.isFragment, let entry = program.roots.first?.range.file else { return }
    var names: Set<String> = []
    // A glob, a budget for each category or a text may mean any of them.
    var isAny = false
    func collect(_ node: Node) {
      switch node.content {
      case .string(let text):
        if text.contains("{category") || text.contains("{error.category") { isAny = true }
      case .sequence(let elements): for element in elements { collect(element) }
      case .mapping(let members):
        for member in members {
          if member.key == "category" { names.formUnion(scalars(of: member.value, program)) }
          if member.key == "per", scalars(of: member.value, program).contains("category") { isAny = true }
          collect(member.value)
        }
      case .null, .bool, .integer, .decimal: return
      }
    }
    for root in program.roots { collect(root) }
    guard !isAny, !names.contains(where: { $0.contains("*") }),
      program.categories.contains(where: { names.contains($0.name.text) })
    else { return }
    for category in program.categories where !names.contains(category.name.text) {
      guard category.name.range.file === entry, !category.name.isFaulty else { continue }
      findings.report(
        "No condition names the category “\(category.name.text)”, so it decides nothing. Name it in a rule, or delete it.",
        at: category.name.range)
    }
  }

  /// The texts of a value and of all that is in it.
  private func scalars(of node: Node, _ program: RuleProgram) -> [String] {
    if let members = node.members { return members.flatMap { scalars(of: $0.value, program) } }
    return program.values(of: node).flatMap { value in
      value.members == nil ? value.string.map { [$0] } ?? [] : scalars(of: value, program)
    }
  }
}
