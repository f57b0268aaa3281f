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

/// `both-run`: under `match: all`, two rules that both run and decide differently.
struct BothRun: Check {
  let page = CheckPage(
    "both-run",
    .overlap,
    .warning,
    summary: "Where all rules run, two match the same error and decide differently.",
    meaning: """
      Under match: all the actions of both run, and only the first evaluation counts. Where the first rule matches all \
      that the second one does, what the second one decides is never done, though its actions are; where they only meet \
      and ask for the same fields, it is a note.
      """,
    advice: "Leave then out of one of them, or narrow it.",
    fires: """
      version: 1
      responders:
        - id: app
          policy: { match: all }
          rules:
            - { id: server, when: { status: 5xx }, do: [ { log: server } ], then: cancel }
            - { id: busy, when: { status: 503 }, do: [ { log: busy } ], then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          policy: { match: all }
          rules:
            - { id: server, when: { status: 5xx }, do: [ { log: server } ], then: cancel }
            - { id: busy, when: { status: 503 }, do: [ { log: busy } ] }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let isWanted = { (first: PlacedStation, second: PlacedStation) in
      first.station.verdict?.word != nil && second.station.verdict?.word != nil
    }
    Overlapping.each(rules, policy: .all, where: isWanted) { first, second, overlap in
      guard let witness = overlap.answer.witness, let one = first.station.verdict?.word,
        let other = second.station.verdict?.word, one != other
      else { return }
      let (a, b) = (first.station.condition, second.station.condition)
      let isWhole = rules.reasoner?.counterexample(toSubset: b, of: a).isNever ?? false
      guard isWhole || a.askedFor == b.askedFor else { return }
      let errors = isWhole ? "all errors of this rule" : "some errors"
      findings.report(
        "“\(first.station.name)” and this rule both run for \(errors); that one decides \(one), so this one's \(other) does not count. Leave “then” out of one of them, or narrow it.",
        at: second.station.title,
        level: isWhole ? nil : .note,
        related: [.init("the rule that decides", at: first.station.title)],
        witness: witness.json
      )
    }
  }
}

extension Verdict {
  /// The evaluation's word; nil for a verdict that is none.
  fileprivate var word: String? {
    switch self {
    case .evaluation(let evaluation): "\(evaluation)"
    case .retry, .retryByPerson: "retry"
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause, .emit, .handled, .raise: nil
    }
  }
}

/// Goes through the pairs of rules that may overlap.
enum Overlapping {
  /// How many pairs of a responder are looked at: a long list of rules about one field overlaps nowhere, and is left out
  /// before.
  private static let most = 2_000

  static func each(
    _ rules: CheckedRules,
    policy: ResponderPolicy.Match,
    where isWanted: (_ first: PlacedStation, _ second: PlacedStation) -> Bool,
    _ body: (_ first: PlacedStation, _ second: PlacedStation, Overlap) -> Void
  ) {
    guard let reasoner = rules.reasoner else { return }
    let placed = Dictionary(uniqueKeysWithValues: rules.placedStations.map { ($0.index, $0) })
    for (index, responder) in rules.program.responders.enumerated() {
      guard responder.isEnabled, responder.policy.match == policy else { continue }
      for (first, second) in reasoner.possibleOverlaps(ofResponder: index, upTo: most) {
        guard let one = placed[first], let other = placed[second], isLookedAt(one, other, rules.program)
        else {
          continue
        }
        guard isWanted(one, other) else { continue }
        let overlap = reasoner.overlap(first, second)
        guard overlap.answer.witness != nil, !overlap.saysTheSame else { continue }
        // Of a rule that never answers that is said, and no more.
        if policy == .first, overlap.isShadowed || reasoner.answers(second).isNever {
          continue
        }
        body(one, other, overlap)
      }
    }
  }

  /// Whether a pair is looked at here: one of the two is written here, or both stand in abstract responders.
  private static func isLookedAt(_ one: PlacedStation, _ other: PlacedStation, _ program: RuleProgram) -> Bool
  {
    if one.station.home == nil || other.station.home == nil { return true }
    return program.isLookedAt(one.station, of: one.responder)
      && program.isLookedAt(other.station, of: other.responder)
  }
}

extension Condition {
  /// The same, but that a type's name stands for the dynamic type alone.
  fileprivate var withExactTypes: Condition {
    switch self {
    case .compare(let subject, .typeName(let name, _), let source):
      .compare(subject, .typeName(name, exactly: true), source)
    case .compare(let subject, .typeGlob(let glob, _), let source):
      .compare(subject, .typeGlob(glob, exactly: true), source)
    default: mapParts { $0.withExactTypes }
    }
  }

  /// What a condition asks for, of the error's own and of its causes alike, categories as such.
  fileprivate var askedFor: Set<Subject> {
    reduce(into: []) { subjects, part in
      switch part {
      case .category: subjects.insert(.field(.category))
      case .compare(let subject, _, _): subjects.insert(subject)
      default: break
      }
    }
  }
}
