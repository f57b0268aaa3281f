import RuleEngine

/// What becomes of the errors of one form that arrive at a responder: who is asked of which, and which go on to the parent.
struct ResponderWalk {
  /// A station takes what satisfies its formula out of what goes on to the next one.
  struct Taking {
    let station: Int
    /// What it leaves.
    let leaves: Formula
  }

  /// Errors of one form on their way through the rules.
  struct Lane {
    let form: ErrorForm
    /// What holds for all of them, with who saw to it.
    let given: [Taking]
    var takings: [Taking] = []
    /// By station: how many takings come before it.
    var asked: [Int: Int] = [:]
    /// What of them matches some rule, for ``ResponderPolicy/Otherwise/unmatched``.
    var matches: [Formula] = []
    /// Whether a rule matched before the lane began.
    let hasMatched: Bool
  }

  /// Errors that go on to the parent.
  struct Exit {
    let form: ErrorForm
    let takings: [Taking]
  }

  var lanes: [Lane]
  var exits: [Exit] = []
  /// Whether there were too many forms to go on with.
  var isCut = false

  /// What comes before a station in each lane in which it is asked.
  func waysTo(_ station: Int) -> [(form: ErrorForm, takings: [Taking])] {
    lanes.compactMap { lane in
      lane.asked[station].map { (lane.form, lane.given + lane.takings.prefix($0)) }
    }
  }
}

/// Walks errors through responders.
final class Walker {
  /// What a station's verdict does to an error.
  enum Effect {
    /// It ends the climb, or decides for good.
    case handles
    /// The next rule is asked, of the same error or another one.
    case goesOn(ErrorForm?)
    /// It goes to the parent.
    case leaves
    /// It counts as not matched.
    case notMatched
    /// Under `match: all`: it ran, and said nothing.
    case runs
  }

  struct Outcome {
    let condition: Formula
    let effect: Effect
  }

  let outline: ChainOutline
  let translator: Translator
  let limits: ReasoningLimits
  let faults: Set<Fault>
  private var conditions: [Int: [Int: Formula]] = [:]
  private var walks: [Int: [Int: ResponderWalk]] = [:]
  private var eventWalks: [Int: [Int: ResponderWalk]] = [:]
  private var categoryConditions: [Int: [Int: Formula]] = [:]

  init(_ outline: ChainOutline, _ limits: ReasoningLimits, _ faults: Set<Fault>) {
    self.outline = outline
    self.limits = limits
    self.faults = faults
    translator = Translator(outline, causeLimit: limits.causes, faults: faults)
  }

  /// What a category asks of an error.
  func condition(ofCategory category: Int, of form: ErrorForm) -> Formula? {
    guard let condition = outline.categories[category].condition else { return nil }
    if let known = categoryConditions[form.number]?[category] { return known }
    let formula = translator.formula(condition, of: form)
    categoryConditions[form.number, default: [:]][category] = formula
    return formula
  }

  /// What a station asks of an error, its rate included.
  func condition(of station: Int, of form: ErrorForm) -> Formula {
    if let known = conditions[form.number]?[station] { return known }
    let declared = outline.stations[station]
    var formula = Formula.no
    if declared.isEnabled || faults.contains(.disabled) {
      formula = translator.formula(declared.condition, of: form)
      if let least = declared.rateAtLeast, least > 1 {
        formula = .conjunction([formula, translator.open("rate \(station)/\(form.number)", fresh: false)])
      }
    }
    conditions[form.number, default: [:]][station] = formula
    return formula
  }

  /// What comes of a station once its condition holds: exactly one of these.
  func outcomes(of station: Int, of form: ErrorForm) -> [Outcome] {
    let declared = outline.stations[station]
    let deciding = declared.actions.first { $0.alert?.decides == true }
    guard let deciding, let alert = deciding.alert else {
      return outcomes(of: declared.verdict, station, button: -1, form)
    }
    var outcomes: [Outcome] = []
    var shown = Formula.yes
    if deciding.throttle != nil {
      let throttled = translator.open("throttle \(station)/\(form.number)", fresh: false)
      shown = throttled.negation
      outcomes += self.outcomes(of: declared.verdict, station, button: -1, form).map {
        Outcome(condition: .conjunction([throttled, $0.condition]), effect: $0.effect)
      }
    }
    for (index, button) in alert.buttons.enumerated() {
      let chosen = choice(index, station, form)
      outcomes += self.outcomes(of: button.verdict, station, button: index, form).map {
        let effect = if case .notMatched = $0.effect { Effect.goesOn(nil) } else { $0.effect }
        return Outcome(condition: .conjunction([shown, chosen, $0.condition]), effect: effect)
      }
    }
    let isChosen = Formula.disjunction(alert.buttons.indices.map { choice($0, station, form) })
    outcomes.append(Outcome(condition: .conjunction([shown, isChosen.negation]), effect: .handles))
    return outcomes
  }

  /// That a button is chosen.
  func choice(_ button: Int, _ station: Int, _ form: ErrorForm) -> Formula {
    let set = ValueSet(numbers: NumberSet(.integer(Int64(button))))
    return translator.is_(.choice(station: station, form: form.number), set)
  }

  private func outcomes(of verdict: Verdict?, _ station: Int, button: Int, _ form: ErrorForm) -> [Outcome] {
    func plain(_ effect: Effect) -> [Outcome] { [Outcome(condition: .yes, effect: effect)] }
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
        Outcome(condition: isThere, effect: .goesOn(unwrapped)),
        Outcome(condition: isThere.negation, effect: .notMatched),
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
        Outcome(condition: granted, effect: .handles),
        Outcome(condition: granted.negation, effect: exhausted),
      ]
    }
  }

  /// That a budget has a try left.
  private func granted(_ policy: RetryPolicy, _ station: Int, _ button: Int, _ form: ErrorForm) -> Formula {
    func asks(_ subject: Subject, _ comparison: Comparison) -> Formula {
      translator.formula(.compare(subject, comparison, Self.nowhere), of: form)
    }
    guard policy.maxAttempts > 1 else { return .no }
    let most = Int64(policy.maxAttempts - 1)
    let isLow = asks(.field(.attempt), .number([NumberRange(from: .integer(1), to: .integer(most))]))
    let isRecorded = asks(.field(.attempt), .number([NumberRange(from: .integer(1), to: nil)]))
    let hasKey = Formula.conjunction(policy.per.map { asks($0, .exists(true)) })
    let isCountedLow = translator.open("tries \(station)/\(button)/\(form.number)", fresh: true)
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

  // A responder

  /// What becomes of errors of a form at a responder, with nothing given of them.
  func walk(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    if let known = walks[form.number]?[responder] { return known }
    let walk =
      outline.responders[responder].policy.match == .all && !faults.contains(.matchAll)
      ? walkAll(responder, form) : walkInTurn(responder, form)
    walks[form.number, default: [:]][responder] = walk
    return walk
  }

  /// The rules of a responder in the order in which they are asked.
  func rules(of responder: Int) -> [Int] {
    let declared = outline.responders[responder]
    let isReversed = declared.policy.order == .lastFirst && !faults.contains(.order)
    return isReversed ? Array(declared.rules.reversed()) : Array(declared.rules)
  }

  private func walkInTurn(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    var walk = ResponderWalk(lanes: [ResponderWalk.Lane(form: form, given: [], hasMatched: false)])
    for rule in rules(of: responder) {
      for index in walk.lanes.indices { ask(rule, index, &walk) }
    }
    let declared = outline.responders[responder]
    for index in walk.lanes.indices { end(index, declared, &walk) }
    return walk
  }

  /// Asks a rule of the errors of a lane.
  private func ask(_ rule: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let form = walk.lanes[index].form
    let condition = condition(of: rule, of: form)
    walk.lanes[index].asked[rule] = walk.lanes[index].takings.count
    if case .no = condition { return }
    var taken: [Formula] = []
    var matches: [Formula] = []
    for outcome in outcomes(of: rule, of: form) {
      let happens = Formula.conjunction([condition, outcome.condition])
      if case .no = happens { continue }
      if case .notMatched = outcome.effect { continue }
      matches.append(outcome.condition)
      switch outcome.effect {
      case .handles: taken.append(outcome.condition)
      case .leaves:
        taken.append(outcome.condition)
        walk.exits.append(exit(form, walk.lanes[index], adding: happens, rule))
      case .goesOn(let other?):
        taken.append(outcome.condition)
        guard walk.lanes.count < limits.forms else {
          walk.isCut = true
          continue
        }
        let lane = walk.lanes[index]
        walk.lanes.append(
          ResponderWalk.Lane(
            form: other,
            given: lane.given + lane.takings + [ResponderWalk.Taking(station: rule, leaves: happens)],
            hasMatched: true
          )
        )
      case .goesOn(nil), .runs, .notMatched: continue
      }
    }
    walk.lanes[index].matches.append(.conjunction([condition, .disjunction(matches)]))
    let leaves = Formula.conjunction([condition, .disjunction(taken)]).negation
    if case .yes = leaves { return }
    walk.lanes[index].takings.append(ResponderWalk.Taking(station: rule, leaves: leaves))
  }

  private func exit(
    _ form: ErrorForm,
    _ lane: ResponderWalk.Lane,
    adding condition: Formula,
    _ station: Int
  ) -> ResponderWalk.Exit {
    ResponderWalk.Exit(
      form: form,
      takings: lane.given + lane.takings + [ResponderWalk.Taking(station: station, leaves: condition)]
    )
  }

  /// What becomes of a lane's errors that no rule decided.
  private func end(_ index: Int, _ declared: ChainOutline.Responder, _ walk: inout ResponderWalk) {
    let lane = walk.lanes[index]
    guard let otherwise = declared.otherwise, !faults.contains(.otherwise) else {
      walk.exits.append(ResponderWalk.Exit(form: lane.form, takings: lane.given + lane.takings))
      return
    }
    if declared.policy.otherwise == .unmatched {
      if lane.hasMatched {
        walk.exits.append(ResponderWalk.Exit(form: lane.form, takings: lane.given + lane.takings))
        return
      }
      let matched = Formula.disjunction(lane.matches)
      if case .no = matched {
      } else {
        walk.exits.append(exit(lane.form, lane, adding: matched, otherwise))
        for rule in declared.rules {
          let matches = self.matches(rule, lane.form)
          if case .no = matches { continue }
          walk.lanes[index].takings.append(ResponderWalk.Taking(station: rule, leaves: matches.negation))
        }
      }
    }
    askOtherwise(otherwise, index, &walk)
  }

  /// That a rule matches: its condition holds, and its budget or what it unwraps does not make it count as not matched.
  func matches(_ rule: Int, _ form: ErrorForm) -> Formula {
    let condition = condition(of: rule, of: form)
    if case .no = condition { return .no }
    let ways = outcomes(of: rule, of: form).compactMap { outcome -> Formula? in
      if case .notMatched = outcome.effect { nil } else { outcome.condition }
    }
    return .conjunction([condition, .disjunction(ways)])
  }

  private func askOtherwise(_ otherwise: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let lane = walk.lanes[index]
    walk.lanes[index].asked[otherwise] = lane.takings.count
    for outcome in outcomes(of: otherwise, of: lane.form) {
      switch outcome.effect {
      // Where all rules run, actions alone are an answer.
      case .handles, .runs: continue
      case .goesOn(let other?): walk.exits.append(exit(other, lane, adding: outcome.condition, otherwise))
      case .goesOn(nil), .leaves, .notMatched:
        walk.exits.append(exit(lane.form, lane, adding: outcome.condition, otherwise))
      }
    }
  }

  /// What becomes of events of a form at a responder.
  func eventWalk(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    if let known = eventWalks[form.number]?[responder] { return known }
    var walk = ResponderWalk(lanes: [ResponderWalk.Lane(form: form, given: [], hasMatched: false)])
    for rule in outline.responders[responder].events {
      for index in walk.lanes.indices { ask(rule, index, &walk) }
    }
    for lane in walk.lanes {
      walk.exits.append(ResponderWalk.Exit(form: lane.form, takings: lane.given + lane.takings))
    }
    eventWalks[form.number, default: [:]][responder] = walk
    return walk
  }

  private func walkAll(_ responder: Int, _ form: ErrorForm) -> ResponderWalk {
    var walk = ResponderWalk(lanes: [ResponderWalk.Lane(form: form, given: [], hasMatched: false)])
    let declared = outline.responders[responder]
    var decides: [ResponderWalk.Taking] = []
    var escalates: [Formula] = []
    var unmatched: [ResponderWalk.Taking] = []
    for rule in rules(of: responder) {
      walk.lanes[0].asked[rule] = walk.lanes[0].takings.count
      let condition = condition(of: rule, of: form)
      if case .no = condition { continue }
      var deciding: [Formula] = []
      for outcome in outcomes(of: rule, of: form) {
        let happens = Formula.conjunction([condition, outcome.condition])
        switch outcome.effect {
        case .handles: deciding.append(happens)
        case .leaves: escalates.append(happens)
        case .goesOn, .runs, .notMatched: continue
        }
      }
      decides.append(ResponderWalk.Taking(station: rule, leaves: Formula.disjunction(deciding).negation))
      unmatched.append(ResponderWalk.Taking(station: rule, leaves: matches(rule, form).negation))
      // Who is never answered ends it all.
      if let ends = unanswered(rule, form) {
        walk.lanes[0].takings.append(
          ResponderWalk.Taking(station: rule, leaves: Formula.conjunction([condition, ends]).negation)
        )
      }
    }
    let leaves = Formula.disjunction(escalates)
    if case .no = leaves {
    } else {
      let station = declared.rules.lowerBound
      walk.exits.append(
        ResponderWalk.Exit(
          form: form,
          takings: decides + [ResponderWalk.Taking(station: station, leaves: leaves)]
        )
      )
    }
    guard let otherwise = declared.otherwise, !faults.contains(.otherwise) else {
      walk.exits.append(ResponderWalk.Exit(form: form, takings: unmatched))
      return walk
    }
    walk.lanes.append(ResponderWalk.Lane(form: form, given: unmatched, hasMatched: false))
    askOtherwise(otherwise, 1, &walk)
    return walk
  }

  /// That a station's deciding alert is shown and never answered; nil where it has none.
  private func unanswered(_ station: Int, _ form: ErrorForm) -> Formula? {
    guard outline.stations[station].actions.contains(where: { $0.alert?.decides == true }) else { return nil }
    return choice(-1, station, form)
  }
}
