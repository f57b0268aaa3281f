internal import RuleLanguage
internal import Source
internal import Engine
internal import Reasoning

struct RaisedPastOwnRule: Check {
  let page = CheckPage(
    "raised-past-own-rule",
    .escalation,
    .note,
    summary: "An event rule raises an error that a rule of the same responder names.",
    meaning: """
      A raised error starts at the parent of the responder, so the responder's own rules never see it. In systems where \
      each modifier of a view is a step of its own (HierarchyResponder), an error modifier further out on the same \
      view would.
      """,
    advice:
      "If the rule is meant to handle the error, put it into a responder between this one and its parent.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: say, when: { type: NotPermitted }, then: cancel } ]
        - id: feed
          parent: app
          origins: [ feed.* ]
          rules: [ { id: sign-in, when: { type: NotPermitted }, then: proceed } ]
          events: [ { id: like, when: { event: LikeTapped }, then: { raise: { type: NotPermitted } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: say, when: { type: NotPermitted }, then: cancel } ]
        - id: feed
          parent: app
          rules: [ { id: sign-in, when: { type: NotPermitted }, then: proceed } ]
        - id: row
          parent: feed
          origins: [ feed.* ]
          events: [ { id: like, when: { event: LikeTapped }, then: { raise: { type: NotPermitted } } } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    for placed in rules.placedClauses where placed.clause.kind == .eventRule && placed.responder.isEnabled {
      // At a root, another check says more.
      guard placed.responder.parent != nil, placed.clause.isEnabled, case .raise? = placed.clause.verdict,
        let raise = placed.clause.then?.value["raise"]
      else { continue }
      let own = rules.placedClauses.first { other in
        guard other.clause.kind == .rule, other.clause.isEnabled,
          other.clause.responder == placed.clause.responder
        else { return false }
        if case .always = other.clause.condition { return false }
        return reasoner.mayMatch(other.clause.condition, errorsRaisedBy: placed.index)
      }
      guard let own else { continue }
      findings.report(
        "\(own.name) does not see this error, because a raised error starts at the parent. "
          + "Move that rule into a responder between the two if it is meant to handle it.", at: raise.range,
        related: [.init("the rule", at: own.clause.title)])
    }
  }
}
