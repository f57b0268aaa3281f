internal import Reasoning
internal import RuleEngine

/// `unreachable-button`: a button that can never be the answer.
struct UnreachableButton: Check {
  let page = CheckPage(
    "unreachable-button",
    .reachability,
    .warning,
    summary: "A button that can never be the answer, or whose answer never counts.",
    meaning: """
      Where an alert shows the error's options (recovery), one that tries again is shown only for errors that have an \
      option that recovers: what a transform makes has none. Where all rules run (match: all) the first evaluation \
      counts, so that an alert after a rule that decides for the same errors is answered for nothing. An alert that is \
      never shown belongs to a rule that never answers, and that is said of the rule.
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
    for group in rules.writtenStations {
      let answering = group.filter { $0.station.isEnabled && $0.responder.isEnabled }
      guard let first = answering.first else { continue }
      let faults = faults(of: first, rules, reasoner)
      // At another heir the same alert may do all that it says.
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

  private func faults(of placed: PlacedStation, _ rules: CheckedRules, _ reasoner: Reasoner) -> [Fault] {
    guard let (alert, place) = decidingAlert(placed.station) else { return [] }
    if let decider = decider(before: placed, reasoner) {
      let message =
        "No answer to this alert counts: “\(decider.name)” decides before, for all errors that get here. Leave “then” out there, or move this up."
      return [
        Fault(message: message, place: place, related: [.init("the rule that decides", at: decider.title)])
      ]
    }
    guard alert.isRecovery, !reasoner.reachability(ofStation: placed.index).answer.isNever else { return [] }
    var faults: [Fault] = []
    for (button, shown) in alert.buttons.enumerated() {
      let isRetry = shown.verdict.map { if case .retryByPerson = $0 { true } else { false } } ?? false
      if isRetry, let maker = makerOfErrorsWithoutOptions(before: placed) {
        let message =
          "“\(maker.name)” makes errors without an option that recovers, so this alert can only cancel. Name “options” there, or write “buttons” here."
        let related = Diagnostic.Related("where the error is made", at: maker.then?.keyRange ?? maker.title)
        return faults + [Fault(message: message, place: place, related: [related])]
      }
      let answer = reasoner.reachability(ofButton: button, atStation: placed.index).answer
      let name = isRetry ? "an option that recovers" : "“\(shown.title)”"
      rules.note(answer, "whether \(name) of \(placed.name) is ever the answer", at: place)
      guard answer.isNever else { continue }
      let message =
        isRetry
        ? "No error that gets here has an option that recovers, so this alert can only cancel. Name “options” where the error is made, or write “buttons”."
        : "“\(shown.title)” can never be the answer. Delete it."
      faults.append(Fault(message: message, place: place))
    }
    return faults
  }

  private func decidingAlert(_ station: RuleProgram.Station) -> (Alert, SourceRange)? {
    guard let nodes = station.actionNodes?.elements else { return nil }
    for (index, action) in station.actions.enumerated() where index < nodes.count {
      if let alert = action.alert, alert.decides { return (alert, nodes[index].range) }
    }
    return nil
  }

  /// The rule before that makes of every error a new one without an option that recovers; nil where an error with one
  /// may get there.
  private func makerOfErrorsWithoutOptions(before placed: PlacedStation) -> RuleProgram.Station? {
    guard placed.responder.policy.match == .first else { return nil }
    var maker: RuleProgram.Station?
    for rule in placed.responder.askedRules where rule.rate == nil {
      if rule.name == placed.station.name { break }
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

  /// The rule that decides before, where all rules run: one that matches whatever the alert's rule does.
  private func decider(before placed: PlacedStation, _ reasoner: Reasoner) -> RuleProgram.Station? {
    guard placed.responder.policy.match == .all, placed.station.kind == .rule else { return nil }
    for rule in placed.responder.askedRules {
      if rule.name == placed.station.name { return nil }
      guard rule.verdict != nil, rule.endsForSure(placed.responder) else { continue }
      if reasoner.counterexample(toSubset: placed.station.condition, of: rule.condition).isNever {
        return rule
      }
    }
    return nil
  }
}
