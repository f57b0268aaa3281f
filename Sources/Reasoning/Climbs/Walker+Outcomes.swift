import RuleEngine

extension Walker {
  /// The outcomes of a clause whose condition holds. They exclude each other and cover all errors.
  func outcomes(of station: Int, of form: ErrorForm) -> [Outcome] {
    let declared = program.stations[station]
    let deciding = declared.actions.first { $0.alert?.decides == true }
    guard let deciding, let alert = deciding.alert else {
      return outcomes(of: declared.verdict, station, button: -1, form)
    }
    var outcomes: [Outcome] = []
    var shown = Formula.yes
    if deciding.throttle != nil {
      let throttled = translator.open("throttle \(identity(of: station))/\(form.identity)", fresh: false)
      shown = throttled.negation
      outcomes += self.outcomes(of: declared.verdict, station, button: -1, form).map {
        Outcome(condition: .conjunction([throttled, $0.condition]), effect: $0.effect, said: $0.said)
      }
    }
    for (index, button) in alert.buttons.enumerated() {
      let chosen = choice(index, station, form)
      outcomes += self.outcomes(of: button.verdict, station, button: index, form).map {
        let effect = if case .notMatched = $0.effect { Effect.goesOn(nil) } else { $0.effect }
        let condition = Formula.conjunction([shown, chosen, $0.condition])
        return Outcome(condition: condition, effect: effect, said: $0.said)
      }
    }
    let isChosen = Formula.disjunction(alert.buttons.indices.map { choice($0, station, form) })
    let isUnanswered = Formula.conjunction([shown, isChosen.negation])
    outcomes.append(Outcome(condition: isUnanswered, effect: .handles, said: .unanswered))
    return outcomes
  }

  /// The condition that a button is chosen. If the error's options are the buttons, one that recovers is
  /// chosen if there is one.
  func choice(_ button: Int, _ station: Int, _ form: ErrorForm) -> Formula {
    func isChosen(_ button: Int) -> Formula {
      let set = ValueSet(numbers: NumberSet(.integer(Int64(button))))
      return translator.is_(.choice(station: identity(of: station), form: form.identity), set)
    }
    guard button >= 0, program.isRecovery(station) else { return isChosen(button) }
    let hasOptions: Formula =
      switch form[.options] {
      case .recorded(let frame): translator.is_(.member(frame: frame, .options), ValueSet(kinds: .object))
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

  private func outcomes(of verdict: Verdict?, _ station: Int, button: Int, _ form: ErrorForm) -> [Outcome] {
    func plain(_ effect: Effect) -> [Outcome] {
      [Outcome(condition: .yes, effect: effect, said: .verdict(verdict))]
    }
    switch verdict {
    case nil: return plain(.runs)
    case .evaluation, .retryByPerson, .emit, .handled, .raise: return plain(.handles)
    case .continue: return plain(faults.contains(.goingOn) ? .handles : .goesOn(nil))
    case .escalate: return plain(faults.contains(.escalation) ? .goesOn(nil) : .leaves)
    case .transform(let replacement):
      if faults.contains(.transform) { return plain(.goesOn(nil)) }
      return plain(
        .goesOn(translator.forms.replaced(form, by: replacement, at: station, button: button))
      )
    case .unwrapCause, .unwrapPayload:
      var payload: Int?
      if case .unwrapPayload(let index) = verdict { payload = index }
      let (isThere, inner) = translator.inner(payload, of: form)
      guard let inner else { return plain(.notMatched) }
      let unwrapped = translator.forms.unwrapped(inner, from: form, payload)
      return [
        Outcome(condition: isThere, effect: .goesOn(unwrapped), said: .verdict(verdict)),
        Outcome(condition: isThere.negation, effect: .notMatched, said: .verdict(verdict)),
      ]
    case .retry(let policy):
      let granted = self.granted(policy, station, button, form)
      let exhausted: Effect =
        switch policy.exhausted {
        case .continue: .notMatched
        case .escalate: .leaves
        case .evaluation: .handles
        }
      return [
        Outcome(condition: granted, effect: .handles, said: .granted(policy)),
        Outcome(condition: granted.negation, effect: exhausted, said: .exhausted(policy.exhausted)),
      ]
    }
  }

  /// The condition that a budget is not exhausted.
  private func granted(_ policy: RetryPolicy, _ station: Int, _ button: Int, _ form: ErrorForm) -> Formula {
    func asks(_ subject: Subject, _ comparison: Comparison) -> Formula {
      translator.formula(.compare(subject, comparison, Self.nowhere), of: form)
    }
    guard policy.maxAttempts > 1 else { return .no }
    let most = Int64(policy.maxAttempts - 1)
    let isLow = asks(.field(.attempt), .number([NumberRange(from: .integer(1), to: .integer(most))]))
    let isRecorded = asks(.field(.attempt), .number([NumberRange(from: .integer(1), to: nil)]))
    let hasKey = Formula.conjunction(policy.per.map { asks($0, .exists(true)) })
    let isCountedLow = translator.open(
      "tries \(identity(of: station))/\(button)/\(form.identity)",
      fresh: true
    )
    let counted = Formula.disjunction([hasKey.negation, isCountedLow])
    if policy.per == [.field(.operation)] {
      return .disjunction([isLow, .conjunction([isRecorded.negation, counted])])
    }
    return .disjunction([
      .conjunction([hasKey, isCountedLow]),
      .conjunction([hasKey.negation, .disjunction([isLow, isRecorded.negation])]),
    ])
  }

  static let nowhere = Condition.Source(
    SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0),
    expected: ""
  )
}
