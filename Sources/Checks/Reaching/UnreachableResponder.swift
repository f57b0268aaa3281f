internal import Reasoning
internal import RuleEngine

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
