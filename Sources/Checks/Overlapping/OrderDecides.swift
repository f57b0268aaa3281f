internal import Reasoning
internal import RuleEngine

/// `order-decides`: two rules that both match some error and disagree; the order alone decides.
struct OrderDecides: Check {
  let page = CheckPage(
    "order-decides",
    .overlap,
    .note,
    summary: "Two rules match the same error, disagree, and only their order decides.",
    meaning: """
      Both ask for the same fields, neither is a special case of the other, and there is an error, shown by the finding, \
      that both match: whichever stands first answers it. A special case before its general rule is how rules are meant \
      to be written, and is not reported; rules that ask for different fields (a type here, a status there) meet \
      wherever an error has both, and are reported where the option says so.
      """,
    advice: "Narrow one of them, or say in its description why it comes first and suppress this.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: locked-out, when: { status: [ 401, 403, 503 ] }, then: abort }
            - { id: server, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: locked-out, when: { status: [ 401, 403 ] }, then: abort }
            - { id: server, when: { status: 5xx }, then: { retry: { maxAttempts: 3 } } }

      """,
    options: [
      CheckPage.Option(
        "independent",
        .flag(false),
        "whether rules that ask for different fields are reported too"
      )
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let isWanted = { (first: PlacedStation, second: PlacedStation) in
      rules.options.flag("independent")
        || first.station.condition.askedFor == second.station.condition.askedFor
    }
    Overlapping.each(rules, policy: .first, where: isWanted) { first, second, overlap in
      guard let reasoner = rules.reasoner, let witness = overlap.answer.witness else { return }
      guard first.station.verdict.map({ $0.endsClimb }) ?? true,
        !isSpecial(first, second, reasoner), meetExactly(first, second, reasoner)
      else { return }
      findings.report(
        "“\(first.station.name)” and this rule both match some error, and their order alone decides. Narrow one of them.",
        at: second.station.title,
        related: [.init("the rule that is asked first", at: first.station.title)],
        witness: witness.json
      )
    }
  }

  /// Whether some error satisfies both though its type is one: that another type has both as ancestors is possible of
  /// any two names, and says nothing about the rules.
  private func meetExactly(_ first: PlacedStation, _ second: PlacedStation, _ reasoner: Reasoner) -> Bool {
    let both = Condition.all([
      first.station.condition.withExactTypes, second.station.condition.withExactTypes,
    ])
    return reasoner.satisfiable(both).witness != nil
  }

  /// Whether one of the two asks for no more than the other; where that is not decided, it may.
  private func isSpecial(_ first: PlacedStation, _ second: PlacedStation, _ reasoner: Reasoner) -> Bool {
    let (a, b) = (first.station.condition, second.station.condition)
    return reasoner.counterexample(toSubset: a, of: b).witness == nil
      || reasoner.counterexample(toSubset: b, of: a).witness == nil
  }
}

extension Verdict {
  /// Whether nothing after it is asked as a rule; a retry too, as long as there are tries.
  fileprivate var endsClimb: Bool {
    if case .retry = self { true } else { ends }
  }
}
