internal import Reasoning
internal import RuleEngine

/// Says why something never answers.
struct UnreachableText {
  let rules: CheckedRules

  /// The sentence about a rule or the like that is called `what` (“This rule”), or nil where there is nothing to say.
  func message(_ reachability: Reachability, what: String, responder: String, isLast: Bool = false) -> String?
  {
    guard reachability.answer.isNever, let reason = reachability.reason else { return nil }
    switch reason {
    case .disabled: return nil
    case .contradiction:
      return "\(what) never answers: no error is all that it asks for. Take one of its conditions out."
    case .neverArrives:
      return
        "\(what) never answers: nothing that it asks for arrives at “\(responder)”. Correct what it asks for, or move it."
    case .blocked(let blockers):
      let list = rules.list(blockers)
      let alone = blockers.count == 1
      if blockers.allSatisfy({ $0.saysTheSame }) {
        return
          "\(what) never answers: \(list) \(alone ? "takes" : "take together") all that \(isLast ? "is left" : "it asks for"), and \(alone ? "says" : "say") the same. Delete it."
      }
      if blockers.contains(where: { $0.kind == .ignored }) {
        return
          "\(what) never answers: \(list) \(alone ? "takes" : "take together") all that it asks for, before any rule. Delete it, or write “defaults: { ignore: none }”."
      }
      // What stands last can't be moved.
      return
        "\(what) never answers: \(list) \(alone ? "takes" : "take together") all that \(isLast ? "is left" : "it asks for"), and \(alone ? "says" : "say") something else. \(isLast ? "Narrow \(alone ? "that" : "those"), or delete this." : "Move it before, or delete it.")"
    }
  }
}

extension UnreachableText {
  /// What is said of a station that answers at one responder or at several heirs, and what blocks it at the first: nil
  /// where it answers at one of them.
  fileprivate func finding(
    of group: [PlacedStation],
    what: (PlacedStation) -> String,
    _ unreached: Set<Int>,
    _ reasoner: Reasoner,
    isLast: Bool = false
  ) -> (message: String, related: [Diagnostic.Related])? {
    var first: (message: String, related: [Diagnostic.Related])?
    guard isNever(group, unreached, reasoner) else { return nil }
    for placed in group
    where placed.station.isEnabled && placed.responder.isEnabled && !unreached.contains(placed.responderIndex)
    {
      let reachability = reasoner.reachability(ofStation: placed.index)
      let message = message(
        reachability,
        what: what(placed),
        responder: placed.responder.id.text,
        isLast: isLast
      )
      guard let message else { return nil }
      guard first == nil else { continue }
      if case .contradiction? = reachability.reason, let why = contradiction(of: placed) {
        first = ("\(what(placed)) never answers: \(why.text)", why.related)
      } else {
        first = (message, rules.related(reachability.blockers))
      }
    }
    return first
  }

  /// What contradicts what in a station that no error ever satisfies, where that is known.
  private func contradiction(of placed: PlacedStation) -> (
    text: String, related: [Diagnostic.Related]
  )? {
    let station = placed.station
    // What events can be is asked in another way.
    guard station.kind != .eventRule else { return nil }
    if let found = Contradiction(in: station.condition, writtenAs: station.when, rules) {
      return (found.text, found.related)
    }
    guard case .retry(let policy)? = station.verdict, policy.maxAttempts < 2, let then = station.then else {
      return nil
    }
    let rule = RetryRule(responder: placed.responder, station: station, policy: policy, then: then)
    let budget = rule.stated("maxAttempts", rules.program)
    return (
      "with “maxAttempts: \(policy.maxAttempts)”, the first try included, nothing is tried again. Write 2 or more, or another verdict.",
      budget.map { [.init("the budget", at: $0.range)] } ?? []
    )
  }

  /// Whether a station answers at none of the responders it stands in.
  fileprivate func isNever(_ group: [PlacedStation], _ unreached: Set<Int>, _ reasoner: Reasoner) -> Bool {
    group.allSatisfy { placed in
      guard placed.station.isEnabled, placed.responder.isEnabled, !unreached.contains(placed.responderIndex)
      else {
        return true
      }
      let answer = reasoner.answers(placed.index)
      rules.note(answer, "whether \(placed.name) ever answers", at: placed.station.title)
      return answer.isNever
    }
  }
}

/// `unreachable-rule`: a rule or event rule that can never answer.
struct UnreachableRule: Check {
  let page = CheckPage(
    "unreachable-rule",
    .reachability,
    .warning,
    summary: "A rule that can never answer.",
    meaning: """
      What it asks for is taken by rules before it, here or below, by ignore: cancellation, or is a contradiction: no \
      error at all reaches it. That is proven, of all errors that could ever be recorded; the finding names the smallest \
      set that blocks it, and whether they say the same or something else, or the conditions that contradict each other. \
      A retry of one try alone (maxAttempts: 1) never answers either. Inherited rules are looked at where they are \
      written, those of an abstract responder at all its heirs: one of them that it reaches is enough.
      """,
    advice: "Move it before what blocks it, narrow that, or delete it.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: client, when: { status: 4xx }, then: cancel }
            - { id: server, when: { status: 5xx }, then: proceed }
            - { id: odd, when: { status: [ 404, 503 ] }, then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: client, when: { status: 4xx }, then: cancel }
            - { id: server, when: { status: 5xx }, then: proceed }
            - { id: odd, when: { status: [ 304, 503 ] }, then: abort }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let text = UnreachableText(rules: rules)
    let unreached = UnreachableResponder.unreached(rules)
    for group in rules.writtenStations {
      let what: String
      switch group[0].station.kind {
      case .rule: what = "This rule"
      case .eventRule: what = "This event rule"
      case .otherwise, .always: continue
      }
      // Of so many why is not said.
      if findings.isFull {
        if group.contains(where: { $0.station.isEnabled && $0.responder.isEnabled }),
          text.isNever(group, unreached, reasoner)
        {
          findings.report("\(what) never answers.", at: group[0].station.title)
        }
        continue
      }
      guard let (message, related) = text.finding(of: group, what: { _ in what }, unreached, reasoner) else {
        continue
      }
      findings.report(message, at: group[0].station.title, related: related)
    }
  }
}

/// `unreachable-otherwise`: an `otherwise` that can never answer.
struct UnreachableOtherwise: Check {
  let page = CheckPage(
    "unreachable-otherwise",
    .reachability,
    .warning,
    summary: "An otherwise that can never answer.",
    meaning: "The rules before it take every error, so nothing is left for it.",
    advice: "Delete it, or narrow the rule that takes everything.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: all, then: cancel } ]
          otherwise: { do: [ { log: "nobody knew {error.type}" } ], then: abort }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: client, when: { status: 4xx }, then: cancel } ]
          otherwise: { do: [ { log: "nobody knew {error.type}" } ], then: abort }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let text = UnreachableText(rules: rules)
    let unreached = UnreachableResponder.unreached(rules)
    for group in rules.writtenStations where group[0].station.kind == .otherwise {
      let what = { (placed: PlacedStation) in "The “otherwise” of “\(placed.responder.id.text)”" }
      guard let (message, related) = text.finding(of: group, what: what, unreached, reasoner, isLast: true)
      else { continue }
      findings.report(message, at: group[0].station.title, related: related)
    }
  }
}

/// `unreachable-category`: a category that no error ever gets by its own `when`.
struct UnreachableCategory: Check {
  let page = CheckPage(
    "unreachable-category",
    .reachability,
    .warning,
    summary: "A category that no error ever gets.",
    meaning: """
      Categories are asked in their order, and the first that matches is the error's. Those before this one take all \
      that it asks for. An error may still name the category itself.
      """,
    advice: "Move it up, or narrow those before it.",
    fires: """
      version: 1
      categories:
        - { name: broken, when: { status: 400..<600 } }
        - { name: busy, when: { status: 503 } }
      responders:
        - id: app
          rules: [ { id: busy, when: { category: busy }, then: cancel } ]

      """,
    silent: """
      version: 1
      categories:
        - { name: busy, when: { status: 503 } }
        - { name: broken, when: { status: 400..<600 } }
      responders:
        - id: app
          rules: [ { id: busy, when: { category: busy }, then: cancel } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    for (index, category) in reasoner.outline.categories.enumerated() {
      guard let place = category.range, category.condition != nil else { continue }
      let reachability = reasoner.reachability(ofCategory: index)
      rules.note(reachability.answer, "whether any error gets the category \(category.name)", at: place)
      guard reachability.answer.isNever, let reason = reachability.reason else { continue }
      let message: String
      var related: [Diagnostic.Related] = []
      switch reason {
      case .disabled: continue
      case .contradiction, .neverArrives:
        let written = rules.program.categories.first { $0.name.text == category.name }
        let found = written?.condition.flatMap { Contradiction(in: $0, writtenAs: written?.when, rules) }
        related = found?.related ?? []
        message =
          "No error gets this category: \(found?.text ?? "none is all that it asks for. Take one of its conditions out.")"
      case .blocked(let blockers):
        message =
          "No error gets this category: \(rules.list(blockers)) \(blockers.count == 1 ? "takes" : "take together") all that it asks for. Move it up."
      }
      findings.report(
        message,
        at: place,
        related: related
          + reachability.blockers.prefix(8).compactMap { blocker in
            let (name, place) = rules.named(blocker)
            return place.map { .init(name, at: $0) }
          }
      )
    }
  }
}

/// `unreachable-responder`: a responder of which nothing ever answers.
struct UnreachableResponder: Check {
  let page = CheckPage(
    "unreachable-responder",
    .reachability,
    .warning,
    summary: "A responder of which no rule ever answers.",
    meaning: """
      No error arrives that one of its rules asks for: those below answer all of them, or nobody raises them there. Its \
      rules are not reported one by one.
      """,
    advice: "Correct who escalates to it and what is raised there, or delete it.",
    fires: """
      version: 1
      defaults: { responder: web }
      responders:
        - id: app
          rules: [ { id: server, when: { origin: web.* }, then: cancel } ]
        - id: web
          parent: app
          origins: [ web.* ]
          otherwise: { then: proceed }

      """,
    silent: """
      version: 1
      defaults: { responder: web }
      responders:
        - id: app
          rules: [ { id: server, when: { status: 5xx }, then: cancel } ]
        - id: web
          parent: app
          origins: [ web.* ]
          otherwise: { then: proceed }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for index in Self.unreached(rules).sorted() {
      let responder = rules.program.responders[index]
      findings.report(
        "No rule of “\(responder.id.text)” ever answers: nothing that they ask for arrives there. Correct who escalates to it, or delete it.",
        at: responder.id.range
      )
    }
  }

  /// The responders that have rules of which none ever answers.
  static func unreached(_ rules: CheckedRules) -> Set<Int> {
    if let known = rules.openQuestions.unreached { return known }
    guard let reasoner = rules.reasoner else { return [] }
    var unreached: Set<Int> = []
    for (index, responder) in rules.program.responders.enumerated() where responder.isEnabled {
      let asked = responder.askedRules.count + (responder.otherwise == nil ? 0 : 1)
      // What one rule alone never answers is said of the rule.
      guard asked > 1 || (asked == 1 && responder.events.isEmpty && responder.parent == nil) else { continue }
      let reachability = reasoner.reachability(ofResponder: index)
      if reachability.answer.isNever, !contradictsItself(index, rules, reasoner) { unreached.insert(index) }
    }
    rules.openQuestions.unreached = unreached
    return unreached
  }

  /// Whether a rule of a responder asks for what no error is: then it is not what arrives there that is wrong.
  private static func contradictsItself(_ responder: Int, _ rules: CheckedRules, _ reasoner: Reasoner) -> Bool
  {
    rules.placedStations.contains { placed in
      guard placed.responderIndex == responder, placed.station.kind == .rule,
        case .contradiction? = reasoner.reachability(ofStation: placed.index).reason
      else { return false }
      return true
    }
  }
}
