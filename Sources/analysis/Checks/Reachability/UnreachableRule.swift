internal import Engine
internal import Reasoning

struct UnreachableRule: Check {
  let page = CheckPage(
    "unreachable-rule",
    .reachability,
    .warning,
    summary: "A rule never takes effect.",
    meaning: """
      Earlier rules in this responder or below it, or ignore: cancellation, match every error that this rule \
      matches; or its conditions contradict each other. errctl proves this for all errors that could ever be \
      recorded. The finding names the smallest set of rules that blocks it and compares their verdicts, or names the \
      contradiction. A retry with a single try (maxAttempts: 1) never takes effect either. Inherited rules are \
      checked where they are written. A rule of an abstract responder is reported only if it takes effect in none of \
      the responders that extend it.
      """,
    advice: "Move it before the rules that block it, narrow those rules, or delete it.",
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
    let order = TypeOrder(rules)
    for group in rules.writtenClauses {
      let what: String
      switch group[0].clause.kind {
      case .rule: what = "This rule"
      case .eventRule: what = "This event rule"
      case .otherwise, .always: continue
      }
      // That is `ancestor-first`.
      if order?.ancestor(before: group) != nil { continue }
      // With very many rules, reasons are left out.
      if findings.isFull {
        if group.contains(where: { $0.clause.isEnabled && $0.responder.isEnabled }),
          text.isNever(group, unreached, reasoner)
        {
          findings.report("\(what) never takes effect.", at: group[0].clause.title)
        }
        continue
      }
      guard let (message, related) = text.finding(of: group, what: { _ in what }, unreached, reasoner) else {
        continue
      }
      findings.report(message, at: group[0].clause.title, related: related)
    }
  }
}
