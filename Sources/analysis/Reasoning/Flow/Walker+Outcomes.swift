internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

extension Walker {
  /// If the condition holds. They exclude each other and cover all errors.
  func outcomes(of clause: Int, of form: ErrorForm) -> [Outcome] {
    let successes = successes(of: clause, of: form)
    let failures = program.clauses[clause].failures
    guard !failures.isEmpty else { return successes }
    // Where it runs, any of its actions may fail; it runs neither without a try nor without an inner error.
    let running = successes.filter { $0.runs }
    let runs = Formula.disjunction(running.map { $0.condition })
    var outcomes = successes.filter { !$0.runs }
    var succeeded: [Formula] = []
    for (index, verdict) in failures.enumerated() {
      let fails = translator.is_(
        .result(clause: identity(of: clause), place: index, form: form.identity),
        ValueSet(numbers: NumberSet(.integer(1))))
      outcomes += self.outcomes(of: verdict, clause, button: -2 - index, form).map {
        let effect = if case .notMatched = $0.effect { Effect.continues(nil) } else { $0.effect }
        let condition = Formula.conjunction([runs] + succeeded + [fails, $0.condition])
        return Outcome(condition: condition, effect: effect, clauseVerdict: $0.clauseVerdict.ofRun)
      }
      succeeded.append(fails.negation)
    }
    return outcomes
      + running.map {
        Outcome(
          condition: .conjunction([$0.condition] + succeeded), effect: $0.effect,
          clauseVerdict: $0.clauseVerdict)
      }
  }

  /// If no action fails whose failure has a verdict.
  private func successes(of clause: Int, of form: ErrorForm) -> [Outcome] {
    let declared = program.clauses[clause]
    let deciding = declared.actions.first { $0.alert?.decides == true }
    guard let deciding, let alert = deciding.alert else {
      return outcomes(of: declared.verdict, clause, button: -1, form)
    }
    var outcomes: [Outcome] = []
    var shown = Formula.yes
    if deciding.throttle != nil {
      let throttled = translator.open("throttle \(identity(of: clause))/\(form.identity)", fresh: false)
      shown = throttled.negation
      outcomes += self.outcomes(of: declared.verdict, clause, button: -1, form).map {
        Outcome(
          condition: .conjunction([throttled, $0.condition]), effect: $0.effect,
          clauseVerdict: $0.clauseVerdict)
      }
    }
    for (index, button) in alert.buttons.enumerated() {
      let chosen = choice(index, clause, form)
      outcomes += self.outcomes(of: button.verdict, clause, button: index, form).map {
        let effect = if case .notMatched = $0.effect { Effect.continues(nil) } else { $0.effect }
        let condition = Formula.conjunction([shown, chosen, $0.condition])
        return Outcome(condition: condition, effect: effect, clauseVerdict: $0.clauseVerdict)
      }
    }
    let isChosen = Formula.disjunction(alert.buttons.indices.map { choice($0, clause, form) })
    let isUnanswered = Formula.conjunction([shown, isChosen.negation])
    outcomes.append(Outcome(condition: isUnanswered, effect: .handles, clauseVerdict: .unanswered))
    return outcomes
  }

  /// The condition that a button is chosen: of the error's options, one that recovers if there is one.
  func choice(_ button: Int, _ clause: Int, _ form: ErrorForm) -> Formula {
    func isChosen(_ button: Int) -> Formula {
      let set = ValueSet(numbers: NumberSet(.integer(Int64(button))))
      return translator.is_(.choice(clause: identity(of: clause), form: form.identity), set)
    }
    guard button >= 0, program.isRecovery(clause) else { return isChosen(button) }
    let hasOptions: Formula =
      switch form[.options] {
      case .recorded(let errorNode):
        translator.is_(.member(errorNode: errorNode, .options), ValueSet(kinds: .object))
      case .constant(let options):
        options.elements.contains { if case .bool(true) = $0["recovers"] { true } else { false } }
          ? .yes : .no
      case .missing: .no
      // Unknown: any option may exist.
      case .filled, .either: .yes
      }
    if button == 1 { return .conjunction([isChosen(1), hasOptions]) }
    return .disjunction([isChosen(0), .conjunction([isChosen(1), hasOptions.negation])])
  }

  private func outcomes(of verdict: Verdict?, _ clause: Int, button: Int, _ form: ErrorForm) -> [Outcome] {
    func plain(_ effect: Effect) -> [Outcome] {
      [Outcome(condition: .yes, effect: effect, clauseVerdict: .verdict(verdict))]
    }
    switch verdict {
    case nil: return plain(.runs)
    case .evaluation, .retryByPerson, .emit, .handled, .raise: return plain(.handles)
    case .continue: return plain(faults.contains(.goingOn) ? .handles : .continues(nil))
    case .escalate: return plain(faults.contains(.escalation) ? .continues(nil) : .leaves)
    case .transform(let replacement):
      if faults.contains(.transform) { return plain(.continues(nil)) }
      return plain(.continues(translator.forms.replaced(form, by: replacement, at: clause, button: button)))
    case .unwrapCause, .unwrapPayload:
      var payload: Int?
      if case .unwrapPayload(let index) = verdict { payload = index }
      let (isThere, inner) = translator.inner(payload, of: form)
      guard let inner else { return plain(.notMatched) }
      let unwrapped = translator.forms.unwrapped(inner, from: form, payload)
      return [
        Outcome(condition: isThere, effect: .continues(unwrapped), clauseVerdict: .verdict(verdict)),
        Outcome(condition: isThere.negation, effect: .notMatched, clauseVerdict: .verdict(verdict)),
      ]
    case .retry(let policy):
      let granted = granted(policy, clause, button, form)
      let exhausted: Effect =
        switch policy.exhausted {
        case .continue: .notMatched
        case .escalate: .leaves
        case .evaluation: .handles
        }
      return [
        Outcome(condition: granted, effect: .handles, clauseVerdict: .granted(policy)),
        Outcome(condition: granted.negation, effect: exhausted, clauseVerdict: .exhausted(policy.exhausted)),
      ]
    }
  }

  static let nowhere = Condition.Source(
    SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0), expected: "")
}
