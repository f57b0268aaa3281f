import RuleEngine

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

  /// What a station says where its condition holds.
  enum Said {
    case verdict(Verdict?)
    case granted(RetryPolicy)
    case exhausted(RetryPolicy.Exhausted)
    /// Its alert is never answered.
    case unanswered

    /// Whether no try was left, so that nothing ran.
    var isExhausted: Bool { if case .exhausted = self { true } else { false } }
    /// Whether a try was granted.
    var isGranted: Bool { if case .granted = self { true } else { false } }
  }

  struct Outcome {
    let condition: Formula
    let effect: Effect
    let said: Said
  }

  let outline: ChainOutline
  let translator: Translator
  let limits: ReasoningLimits
  let faults: Set<Fault>
  private let counterparts: [Int: Int]?
  private var conditions: [Int: [Int: Formula]] = [:]
  private var walks: [Int: [Int: ResponderWalk]] = [:]
  private var eventWalks: [Int: [Int: ResponderWalk]] = [:]
  private var categoryConditions: [Int: [Int: Formula]] = [:]

  /// A walker of its own, or one that speaks of the same world as another.
  ///
  /// - Parameter counterparts: the stations of the other rule set that remember and ask the same as stations here.
  init(
    _ outline: ChainOutline,
    _ limits: ReasoningLimits,
    _ faults: Set<Fault> = [],
    world: World? = nil,
    side: Int = 0,
    counterparts: [Int: Int]? = nil
  ) {
    self.outline = outline
    self.limits = limits
    self.faults = faults
    self.counterparts = counterparts
    translator = Translator(
      outline,
      causeLimit: limits.causes,
      faults: faults,
      world: world ?? World(causeLimit: limits.causes),
      side: side
    )
  }

  /// The number under which it is known what a station remembers and what is chosen there.
  func identity(of station: Int) -> Int {
    guard let counterparts else { return station }
    return counterparts[station] ?? Self.withoutCounterpart + station
  }

  static let withoutCounterpart = 1 << 32

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
        formula = .conjunction([
          formula, translator.open("rate \(identity(of: station))/\(form.identity)", fresh: false),
        ])
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

  /// That a button is chosen.
  func choice(_ button: Int, _ station: Int, _ form: ErrorForm) -> Formula {
    let set = ValueSet(numbers: NumberSet(.integer(Int64(button))))
    return translator.is_(.choice(station: identity(of: station), form: form.identity), set)
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
      let deed = ResponderWalk.Deed(
        form: form,
        station: rule,
        said: outcome.said,
        lane: index,
        before: walk.lanes[index].takings.count,
        condition: happens
      )
      if case .handles = outcome.effect {
        walk.ends.append(deed)
      } else if !outcome.said.isExhausted {
        walk.passages.append(deed)
      }
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
    walk.lanes[index].take(
      ResponderWalk.Taking(station: rule, leaves: leaves, takes: Signature(condition))
    )
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
          walk.lanes[index].take(
            ResponderWalk.Taking(station: rule, leaves: matches.negation, takes: Signature(matches))
          )
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
      switch (outcome.effect, outcome.said) {
      case (.notMatched, _): nil
      case (.handles, .exhausted): .conjunction([outcome.condition, isUndecided(before: rule, form)])
      default: outcome.condition
      }
    }
    return .conjunction([condition, .disjunction(ways)])
  }

  /// That where all rules run none before one decides: one with no try left runs nothing, and what it says counts only then.
  private func isUndecided(before rule: Int, _ form: ErrorForm) -> Formula {
    let responder = outline.stations[rule].responder
    guard outline.responders[responder].policy.match == .all, outline.stations[rule].kind == .rule else {
      return .yes
    }
    return .conjunction(
      rules(of: responder).prefix { $0 != rule }.map { earlier in
        let condition = condition(of: earlier, of: form)
        let decides = outcomes(of: earlier, of: form).compactMap { outcome -> Formula? in
          if case .handles = outcome.effect { outcome.condition } else { nil }
        }
        return Formula.conjunction([condition, .disjunction(decides)]).negation
      }
    )
  }

  private func askOtherwise(_ otherwise: Int, _ index: Int, _ walk: inout ResponderWalk) {
    let lane = walk.lanes[index]
    walk.lanes[index].asked[otherwise] = lane.takings.count
    for outcome in outcomes(of: otherwise, of: lane.form) {
      let deed = ResponderWalk.Deed(
        form: lane.form,
        station: otherwise,
        said: outcome.said,
        lane: index,
        before: lane.takings.count,
        condition: outcome.condition
      )
      switch outcome.effect {
      case .handles, .runs: walk.ends.append(deed)
      case .goesOn, .leaves: if !outcome.said.isExhausted { walk.passages.append(deed) }
      case .notMatched: break
      }
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
        var deed = ResponderWalk.Deed(
          form: form,
          station: rule,
          said: outcome.said,
          lane: 0,
          before: walk.lanes[0].takings.count,
          condition: happens
        )
        // Whatever it says, it ran; what it says counts where nobody decided before.
        if case .notMatched = outcome.effect { continue }
        if !outcome.said.isExhausted { walk.passages.append(deed) }
        if case .handles = outcome.effect {
          deed.also = decides
          walk.ends.append(deed)
        }
        switch outcome.effect {
        case .handles: deciding.append(happens)
        case .leaves: escalates.append(happens)
        case .goesOn, .runs, .notMatched: continue
        }
      }
      let decided = Formula.disjunction(deciding)
      let matched = matches(rule, form)
      decides.append(
        ResponderWalk.Taking(station: rule, leaves: decided.negation, takes: Signature(decided))
      )
      unmatched.append(
        ResponderWalk.Taking(station: rule, leaves: matched.negation, takes: Signature(matched))
      )
      // Who is never answered ends it all.
      if let ends = unanswered(rule, form) {
        let ended = Formula.conjunction([condition, ends])
        walk.lanes[0].take(
          ResponderWalk.Taking(station: rule, leaves: ended.negation, takes: Signature(ended))
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
    // Actions alone are an answer.
    if !declared.rules.isEmpty {
      walk.ends.append(
        ResponderWalk.Deed(
          form: form,
          station: declared.rules.lowerBound,
          said: .verdict(.evaluation(.proceed)),
          lane: 0,
          before: walk.lanes[0].takings.count,
          condition: .conjunction([
            leaves.negation, .disjunction(declared.rules.map { matches($0, form) }),
          ]),
          also: decides
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
