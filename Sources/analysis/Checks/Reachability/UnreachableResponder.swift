internal import Source
internal import Engine
internal import Reasoning

struct UnreachableResponder: Check {
  let page = CheckPage(
    "unreachable-responder",
    .reachability,
    .warning,
    summary: "No rule of a responder ever takes effect.",
    meaning: """
      No error that its rules match ever reaches it: responders below handle them all, or such errors don't start \
      there. Its rules are not reported one by one.
      """,
    advice: "Let other responders escalate to it, or let errors start there, or delete it.",
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
        "No rule of “\(responder.id.text)” ever takes effect: no error that they match reaches it. Correct which responders escalate to it, or delete it.",
        at: responder.id.range)
    }
  }

  static func unreached(_ rules: CheckedRules) -> Set<Int> {
    if let known = rules.openQuestions.unreached { return known }
    guard let reasoner = rules.reasoner else { return [] }
    var unreached: Set<Int> = []
    for (index, responder) in rules.program.responders.enumerated() where responder.isEnabled {
      let clauseCount = responder.enabledRules.count + (responder.otherwise == nil ? 0 : 1)
      // A single rule that never takes effect has its own finding.
      guard clauseCount > 1 || (clauseCount == 1 && responder.events.isEmpty && responder.parent == nil)
      else { continue }
      let reachability = reasoner.reachability(ofResponder: index)
      if reachability.answer.isNever, !hasOwnReason(index, rules, reasoner) { unreached.insert(index) }
    }
    rules.openQuestions.unreached = unreached
    return unreached
  }

  /// A rule contradicts itself, or matches ignored errors only. Then the errors that arrive are not the
  /// problem.
  private static func hasOwnReason(_ responder: Int, _ rules: CheckedRules, _ reasoner: Reasoner) -> Bool {
    rules.placedClauses.contains { placed in
      guard placed.responderIndex == responder, placed.clause.kind == .rule else { return false }
      switch reasoner.reachability(ofClause: placed.index).reason {
      case .contradiction: return true
      case .blocked(let blockers): return blockers.contains { $0.kind == .ignored }
      case .disabled, .neverArrives, nil: return false
      }
    }
  }
}
