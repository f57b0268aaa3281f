internal import Reasoning
internal import Engine
internal import RuleLanguage
internal import Source

struct UnreachableButton: Check {
  let page = CheckPage(
    "unreachable-button",
    .reachability,
    .warning,
    summary: "A button can never be chosen, or its choice never counts.",
    meaning: """
      An alert that offers the error's options (recovery) shows a retry button only for errors with an option that \
      recovers; an error made by a transform has none. Under match: all the first evaluation counts, so an alert after \
      a rule that decides for the same errors has no effect. An alert that is never shown belongs to a rule that never \
      takes effect; the rule has its own finding.
      """,
    advice: "Write the buttons, keep the options in the transform, or move the alert's rule up.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: wrap, then: { transform: { type: AppError, message: "It did not work: {error.message}" } } }
            - { id: ask, do: [ { present: { title: Oh, message: "{error.message}", recovery: true } } ] }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: ask, do: [ { present: { title: Oh, message: Please try again., recovery: true } } ] }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    for group in rules.writtenClauses {
      let answering = group.filter { $0.clause.isEnabled && $0.responder.isEnabled }
      guard let first = answering.first else { continue }
      let faults = faults(of: first, rules, reasoner)
      // The alert may work at another responder that extends this one.
      guard !faults.isEmpty,
        answering.dropFirst().allSatisfy({ !self.faults(of: $0, rules, reasoner).isEmpty })
      else { continue }
      for fault in faults { findings.report(fault.message, at: fault.place, related: fault.related) }
    }
  }

  private struct Fault {
    let message: String
    let place: SourceRange
    var related: [Diagnostic.Related] = []
  }

  private func faults(of placed: PlacedClause, _ rules: CheckedRules, _ reasoner: Reasoner) -> [Fault] {
    guard let (alert, place) = decidingAlert(placed.clause) else { return [] }
    if let decider = decider(before: placed, reasoner) {
      let message =
        "No choice in this alert counts: “\(decider.name)” decides before it, for all errors that get here. Remove “then” there, or move this up."
      return [
        Fault(message: message, place: place, related: [.init("the rule that decides", at: decider.title)])
      ]
    }
    guard alert.isRecovery, !reasoner.reachability(ofClause: placed.index).answer.isNever else { return [] }
    var faults: [Fault] = []
    for (button, shown) in alert.buttons.enumerated() {
      let isRetry = shown.verdict.map { if case .retryByPerson = $0 { true } else { false } } ?? false
      if isRetry, let maker = makerOfErrorsWithoutOptions(before: placed) {
        let message =
          "“\(maker.name)” makes errors without an option that recovers, so this alert can only cancel. Add “options” there, or write “buttons” here."
        let related = Diagnostic.Related(
          "the verdict that makes the error", at: maker.then?.keyRange ?? maker.title)
        return faults + [Fault(message: message, place: place, related: [related])]
      }
      let answer = reasoner.reachability(ofButton: button, atClause: placed.index).answer
      let name = isRetry ? "an option that recovers" : "“\(shown.title)”"
      rules.note(answer, "whether \(name) of \(placed.name) is ever chosen", at: place)
      guard answer.isNever else { continue }
      let message =
        isRetry
        ? "No error that gets here has an option that recovers, so this alert can only cancel. Add “options” where the error is made, or write “buttons”."
        : "“\(shown.title)” can never be chosen. Delete it."
      faults.append(Fault(message: message, place: place))
    }
    return faults
  }

  private func decidingAlert(_ clause: RuleProgram.Clause) -> (Alert, SourceRange)? {
    guard let nodes = clause.actionNodes?.elements else { return nil }
    for (index, action) in clause.actions.enumerated() where index < nodes.count {
      if let alert = action.alert, alert.decides { return (alert, nodes[index].range) }
    }
    return nil
  }

  /// An earlier rule that replaces every error by one without an option that recovers; nil if an error with
  /// one may get here.
  private func makerOfErrorsWithoutOptions(before placed: PlacedClause) -> RuleProgram.Clause? {
    guard placed.responder.policy.match == .first else { return nil }
    var maker: RuleProgram.Clause?
    for rule in placed.responder.enabledRules where rule.rate == nil {
      if rule.name == placed.clause.name { break }
      switch rule.verdict {
      case .transform:
        let options = rule.then?.value["transform"]?["options"]?.elements ?? []
        let recovers = options.contains { option in
          if case .bool(true)? = option["recovers"]?.content { true } else { false }
        }
        let isNew = ["type", "domain"].contains { rule.then?.value["transform"]?[$0] != nil }
        if recovers {
          maker = nil
        } else if isNew, case .always = rule.condition {
          maker = rule
        }
      case .unwrapPayload, .unwrapCause: maker = nil
      case .evaluation, .retry, .retryByPerson, .continue, .escalate, .emit, .handled, .raise, nil: continue
      }
    }
    return maker
  }

  /// An earlier rule that decides under `match: all`: it matches everything the alert's rule does.
  private func decider(before placed: PlacedClause, _ reasoner: Reasoner) -> RuleProgram.Clause? {
    guard placed.responder.policy.match == .all, placed.clause.kind == .rule else { return nil }
    for rule in placed.responder.enabledRules {
      if rule.name == placed.clause.name { return nil }
      guard rule.verdict != nil, rule.endsForSure(placed.responder) else { continue }
      if reasoner.counterexample(toSubset: placed.clause.condition, of: rule.condition).isNever {
        return rule
      }
    }
    return nil
  }
}
