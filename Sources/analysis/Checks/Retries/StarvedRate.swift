internal import RuleLanguage
internal import Engine
internal import Reasoning
internal import Source

struct StarvedRate: Check {
  let page = CheckPage(
    "starved-rate",
    .retries,
    .warning,
    summary: "A rule below handles errors that a rate is meant to count.",
    meaning: """
      A rate counts the errors that reach its rule. If rules below, alone or together, handle all of them, the \
      errors raised there are never counted, and the rate stays low during the worst outage.
      """,
    advice: "Move the rate below, or let the rules below continue.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort }
        - id: images
          parent: app
          origins: [ images.* ]
          rules: [ { id: quiet, when: { status: 5xx }, then: proceed } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503, rate: { atLeast: 5, within: 1m } }, then: abort }
        - id: images
          parent: app
          origins: [ images.* ]
          rules: [ { id: quiet, when: { status: 404 }, then: proceed } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      for rule in responder.enabledRules
      where rule.rate != nil && rules.clauses.isLookedAt(rule, of: responder) {
        guard let when = rule.when, !reasoner.satisfiable(rule.condition).isNever else { continue }
        var starved: [(name: String, takers: [(name: String, place: SourceRange)])] = []
        for (below, other) in program.responders.enumerated()
        where below != index && other.isEnabled && program.path(from: below).contains(index) {
          // Responders that extend the same one are counted there.
          let place = WrittenAt(rule.title)
          guard !other.enabledRules.contains(where: { WrittenAt($0.title) == place }) else { continue }
          let effects = program.pathEffects(from: below, upTo: index)
          let ending = effects.ends.filter {
            !reasoner.satisfiable(.all([rule.condition, $0.condition])).isNever
          }
          guard !ending.isEmpty,
            reasoner.satisfiable(.all([rule.condition, .not(.any(ending.map { $0.condition }))])).isNever
          else { continue }
          starved.append(
            (other.id.text, ending.map { ("\($0.responder.id.text)/\($0.clause.name)", $0.clause.title) }))
        }
        guard !starved.isEmpty else { continue }
        var takers: [(name: String, place: SourceRange)] = []
        for taker in starved.flatMap({ $0.takers }) where !takers.contains(where: { $0.name == taker.name }) {
          takers.append(taker)
        }
        findings.report(
          "This rate counts no errors raised below at \(Self.list(starved.map { $0.name })): \(Self.list(takers.map { $0.name })) "
            + "\(takers.count == 1 ? "handles" : "handle") them all. Move the rate there, or let \(takers.count == 1 ? "that rule" : "those rules") continue.",
          at: when.members?.first { $0.key == "rate" }?.keyRange ?? when.range,
          related: takers.prefix(4).map { .init("\($0.name), which handles them", at: $0.place) })
      }
    }
  }

  /// `“a”`, `“a” and “b”`, `“a”, “b”, “c” and 2 more`.
  private static func list(_ names: [String]) -> String {
    let shown = names.map { "“\($0)”" }
    if shown.count < 2 { return shown.first ?? "" }
    if shown.count <= 3 { return "\(shown.dropLast().joined(separator: ", ")) and \(shown[shown.count - 1])" }
    return "\(shown.prefix(3).joined(separator: ", ")) and \(shown.count - 3) more"
  }
}
