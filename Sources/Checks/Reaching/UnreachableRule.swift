internal import Reasoning
internal import RuleEngine

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
