internal import Reasoning
internal import RuleEngine

/// `unanswered-error`: an error reaches a root and nobody answers it, and nobody said that this is meant.
struct UnansweredError: Check {
  let page = CheckPage(
    "unanswered-error",
    .gaps,
    .note,
    summary: "Some errors reach a root unanswered, and nobody said what happens then.",
    meaning: """
      The finding shows such an error. It ends as unhandled says, which is cancel and a report where nothing is \
      written: nobody sees an alert, and whoever waits goes on waiting.
      """,
    advice: "Add an otherwise to the root, or say under unhandled that this is meant.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: server, when: { status: 5xx }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: server, when: { status: 5xx }, then: cancel } ]
          unhandled: { evaluation: abort, report: assert }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner, rules.program.roots.first?["defaults"]?["unhandled"] == nil else {
      return
    }
    for (index, responder) in rules.program.responders.enumerated() where responder.parent == nil {
      guard !states(responder, rules.program) else { continue }
      let answer = reasoner.unanswered(reaching: index)
      rules.note(
        answer,
        "whether any error reaches “\(responder.id.text)” unanswered",
        at: responder.id.range
      )
      guard let witness = answer.witness else { continue }
      findings.report(
        "Some errors reach “\(responder.id.text)” and nobody answers them. Add “otherwise”, or say under “unhandled” what is meant.",
        at: responder.id.range,
        witness: witness.json
      )
    }
  }

  private func states(_ responder: RuleProgram.Responder, _ program: RuleProgram) -> Bool {
    program.roots.contains { root in
      (root["responders"]?.elements ?? []).contains {
        $0["id"]?.text == responder.id.text && $0["unhandled"] != nil
      }
    }
  }
}

/// `unanswered-contract`: an error that a contract promises, and nobody answers.
struct UnansweredContract: Check {
  let page = CheckPage(
    "unanswered-contract",
    .gaps,
    .warning,
    summary: "A contract names an error that may reach a root unanswered.",
    meaning: """
      A contract says what this part of the chain may raise, and each of it is to be answered here or above. The \
      finding shows an error of that type that nobody answers. With explicit: true it is to be answered by a rule that \
      names the type or a category of it: an otherwise, or a rule that takes whatever comes, is not enough.
      """,
    advice: "Add a rule for it here or above, or take it out of the contract.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ ImageError, FeedError ] }
          rules: [ { id: image, when: { type: ImageError }, then: proceed } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ ImageError ] }
          rules: [ { id: image, when: { type: ImageError }, then: proceed } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let explicit = ExplicitAnswers(rules: rules)
    for (index, responder) in rules.program.responders.enumerated() where responder.isEnabled {
      for name in responder.contract?.reports ?? [] {
        let answer = reasoner.unanswered(startingAt: index, satisfying: Asked.type(name))
        rules.note(answer, "whether every “\(name.text)” is answered", at: name.range)
        if let witness = answer.witness {
          findings.report(
            "“\(name.text)” is promised here, and some of it is answered by nobody. Add a rule for it here or above.",
            at: name.range,
            witness: witness.json
          )
        } else if responder.contract?.isExplicit ?? false,
          let (witness, by, place) = explicit.unnamed(name, at: index, reasoner)
        {
          findings.report(
            "“\(name.text)” is to be answered by a rule that names it or its category (explicit), and some of it comes to \(by). Add a rule for it here or above.",
            at: name.range,
            related: [.init("what answers it", at: place)],
            witness: witness.json
          )
        }
      }
      for name in responder.contract?.triggers ?? [] where !name.text.contains("*") {
        guard let witness = reasoner.unhandledEvent(named: name.text, startingAt: index).witness else {
          continue
        }
        findings.report(
          "The event “\(name.text)” is promised here, and nobody handles it. Add an event rule here or above.",
          at: name.range,
          witness: witness.json
        )
      }
    }
  }
}

/// `unanswered-case`: a declared case that nobody answers, while others of its type are.
struct UnansweredCase: Check {
  let page = CheckPage(
    "unanswered-case",
    .gaps,
    .warning,
    summary: "A declared case of a type that may reach a root unanswered.",
    meaning: """
      types says all the cases there are, and rules ask for some of them. The finding shows an error with one of the \
      others that nobody answers: most often the case that was added last.
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
    let asked = askedTypes(rules.program)
    for type in rules.program.types {
      guard let cases = type.cases, asked.contains(where: { Asked.means($0, type.name.text) }) else {
        continue
      }
      for name in cases {
        let source = Condition.Source(name.range, expected: name.text)
        let condition = Condition.all([
          .compare(.field(.type), .typeName(type.name.text, exactly: true), source),
          .compare(.field(.case), .text(TextTest(.equals, name.text)), source),
        ])
        let answer = reasoner.unanswered(satisfying: condition)
        rules.note(answer, "whether every \(type.name.text).\(name.text) is answered", at: name.range)
        guard let witness = answer.witness else { continue }
        findings.report(
          "Some errors with the case “\(name.text)” are answered by nobody, while other cases of “\(type.name.text)” are. Add a rule for it.",
          at: name.range,
          witness: witness.json
        )
      }
    }
  }

  /// The types of which rules ask for cases.
  private func askedTypes(_ program: RuleProgram) -> Set<String> {
    var types: Set<String> = []
    program.eachComparison { comparing in
      if case .typeName(let name, true) = comparing.comparison { types.insert(name) }
    }
    return types
  }
}

/// `endless-category`: a category of which some errors reach a root unanswered.
struct EndlessCategory: Check {
  let page = CheckPage(
    "endless-category",
    .gaps,
    .warning,
    summary: "A category of which some errors reach a root unanswered.",
    meaning: """
      Somebody sorted these errors, and no rule that asks for the category ends it: the finding shows one of them that \
      nobody answers. A retry without anything after it is often the reason, once no try is left.
      """,
    advice: "Add a rule that asks for the category at the root, or an otherwise.",
    fires: """
      version: 1
      categories:
        - { name: busy, when: { status: [ 429, 5xx ] } }
      responders:
        - id: app
          rules: [ { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } } ]

      """,
    silent: """
      version: 1
      categories:
        - { name: busy, when: { status: [ 429, 5xx ] } }
      responders:
        - id: app
          rules:
            - { id: again, when: { category: busy }, then: { retry: { maxAttempts: 3 } } }
            - { id: later, when: { category: busy }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let ended = endedCategories(rules.program)
    for (index, category) in rules.program.categories.enumerated()
    where category.condition != nil && !ended.contains(index) {
      let source = Condition.Source(category.name.range, expected: category.name.text)
      let answer = reasoner.unanswered(satisfying: .category([index], source))
      rules.note(answer, "whether every “\(category.name.text)” is answered", at: category.name.range)
      guard let witness = answer.witness else { continue }
      findings.report(
        "Some errors of this category are answered by nobody. Add a rule that asks for it at the root, or “otherwise”.",
        at: category.name.range,
        witness: witness.json
      )
    }
  }
}

extension EndlessCategory {
  /// The categories that a rule asks for which ends the climb.
  private func endedCategories(_ program: RuleProgram) -> Set<Int> {
    var ended: Set<Int> = []
    func collect(_ condition: Condition) {
      switch condition {
      case .category(let indices, _): ended.formUnion(indices)
      case .not: return
      default: if !condition.isNested { condition.parts.forEach(collect) }
      }
    }
    for responder in program.responders where responder.isEnabled {
      for rule in responder.askedRules where rule.endsForSure(responder) { collect(rule.condition) }
    }
    return ended
  }
}

/// Conditions that checks ask about.
enum Asked {
  /// An error of a type, by its name as a contract has it.
  static func type(_ name: Named) -> Condition {
    let comparison: Comparison =
      name.text.contains("*") ? .typeGlob(name.text, exactly: false) : .typeName(name.text, exactly: false)
    return .compare(.field(.type), comparison, Condition.Source(name.range, expected: name.text))
  }

  /// Whether two names may be of one type, by whole components from the right.
  static func means(_ name: String, _ other: String) -> Bool {
    name == other || name.hasSuffix(".\(other)") || other.hasSuffix(".\(name)")
  }
}
