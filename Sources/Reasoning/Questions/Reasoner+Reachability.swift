package import Patterns
package import RuleEngine

extension Reasoner {
  /// Whether some error (or event) reaches a rule, event rule or `otherwise` and matches it.
  package func reachability(ofStation station: Int) -> Reachability {
    if let known = reachabilities[station] { return known }
    let reachability = findReachability(ofStation: station)
    reachabilities[station] = reachability
    return reachability
  }

  private func findReachability(ofStation station: Int) -> Reachability {
    guard isAsked(station) else { return Reachability(answer: .never, reason: .disabled) }
    let declared = program.stations[station]
    if declared.kind == .always { return reachability(ofResponder: declared.responder) }
    let answer = answers(station)
    return Reachability(answer: answer, reason: answer.isNever ? reason(matching(station)) : nil)
  }

  /// The same without the reason, which is expensive to find.
  package func answers(_ station: Int) -> Answer {
    if let known = answersKnown[station] { return known }
    let isAsked = isAsked(station) && program.stations[station].kind != .always
    let answer = isAsked ? answer(matching(station)) : reachability(ofStation: station).answer
    answersKnown[station] = answer
    return answer
  }

  private func matching(_ station: Int) -> Arriving {
    arriving(at: station, satisfying: { self.walker.matches(station, $0) }) { self.shows($0, station) }
  }

  private func isAsked(_ station: Int) -> Bool {
    let declared = program.stations[station]
    return (declared.isEnabled || walker.faults.contains(.disabled))
      && program.responders[declared.responder].isEnabled
  }

  /// Whether a run shows that a clause matched: it ran or, with an exhausted budget, decided or escalated.
  func shows(_ run: WitnessRunner.Run, _ station: Int) -> Bool {
    if run.fired.contains(station) || run.station == station { return true }
    guard case .retry(let policy) = program.stations[station].verdict, case .escalate = policy.exhausted
    else {
      return false
    }
    return run.asks.contains(station) || run.exhausted.contains(station)
  }

  /// Whether a button of a clause's deciding alert can ever be chosen.
  package func reachability(ofButton button: Int, atStation station: Int) -> Reachability {
    guard program.stations[station].isEnabled, isAsked(station) else {
      return Reachability(answer: .never, reason: .disabled)
    }
    let chosen = { (form: ErrorForm) in
      Formula.conjunction([self.walker.matches(station, form), self.walker.choice(button, station, form)])
    }
    return reachability(arriving(at: station, satisfying: chosen) { $0.answered.contains(station) })
  }

  /// Whether an error (or event) with a text in `subject` that matches a pattern reaches a clause. A list of
  /// texts does not count.
  package func reaches(_ station: Int, with subject: Subject, matching pattern: Pattern) -> Answer {
    guard program.stations[station].isEnabled, isAsked(station), program.stations[station].kind != .always
    else {
      return .never
    }
    let texts = ValueSet(texts: TextSet(translator.atoms.atom(.pattern(pattern))))
    let matches = { (form: ErrorForm) in
      Formula.conjunction([
        self.walker.matches(station, form), self.translator.access(subject, form, .whole, texts),
      ])
    }
    return answer(arriving(at: station, satisfying: matches) { self.shows($0, station) })
  }

  /// The errors or events that may reach a clause.
  private struct Arriving {
    let station: Int
    let condition: (ErrorForm) -> Formula
    let direct: Arrivals.Way
    let below: () -> [Arrivals.Way]
    let walk: (ErrorForm) -> ResponderWalk
    /// Whether a run confirms it.
    let check: (WitnessRunner.Run) -> Bool
  }

  private func arriving(
    at station: Int,
    satisfying condition: @escaping (ErrorForm) -> Formula,
    _ check: @escaping (WitnessRunner.Run) -> Bool
  ) -> Arriving {
    let responder = program.stations[station].responder
    let isOfEvents = program.stations[station].kind == .eventRule
    return Arriving(
      station: station,
      condition: condition,
      direct: isOfEvents ? arrivals.directEvent(responder) : arrivals.direct(responder),
      below: { isOfEvents ? self.arrivals.eventsFromBelow(responder) : self.arrivals.fromBelow(responder) },
      walk: { isOfEvents ? self.walker.eventWalk(responder, $0) : self.walker.walk(responder, $0) },
      check: check
    )
  }

  private func reachability(_ arriving: Arriving) -> Reachability {
    let answer = answer(arriving)
    return Reachability(answer: answer, reason: answer.isNever ? reason(arriving) : nil)
  }

  private func answer(_ arriving: Arriving) -> Answer {
    let station = arriving.station
    let own = arriving.walk(arriving.direct.form)
    let answer = decide(
      ways(arriving.direct, own, station, arriving.condition),
      asking: [station],
      arriving.check
    )
    guard answer.isNever else { return answer }
    var isCut = own.isCut
    var isKnown = true
    let below = arriving.below()
    // For any origin: then it holds for escalated errors too.
    let isBlockedHere = !below.isEmpty && isBlocked(arriving)
    for way in below {
      if isBlockedHere, way.form === arriving.direct.form { continue }
      let walk = arriving.walk(way.form)
      isCut = isCut || walk.isCut
      let answer = decide(ways(way, walk, station, arriving.condition), asking: [station], arriving.check)
      switch answer {
      case .shown, .depends: return answer
      case .notDecided: isKnown = false
      case .never: continue
      }
    }
    guard isKnown, !isCut, !arrivals.isCut, !translator.exceedsCauses else {
      notDecided += 1
      return .notDecided
    }
    return .never
  }

  /// Whether the clauses before a clause, at its responder and for recorded errors, leave it nothing.
  private func isBlocked(_ arriving: Arriving) -> Bool {
    let walk = arriving.walk(arriving.direct.form)
    return ways(arriving.direct.anywhere, walk, arriving.station, arriving.condition).allSatisfy {
      isEmpty($0)
    }
  }

  /// The constraints on the errors of a path that reach a clause and satisfy a condition: a conjunction for
  /// each branch.
  func ways(
    _ way: Arrivals.Way,
    _ walk: ResponderWalk,
    _ station: Int,
    _ condition: (ErrorForm) -> Formula
  ) -> [[Formula]] {
    walk.waysTo(station, satisfying: condition).map { _, own, takings in
      [own] + way.holds(about: Signature(own)) + takings.map { $0.leaves }
    }
  }

  // Reasons

  private func reason(_ arriving: Arriving) -> Reachability.Reason {
    let (way, walk) = (arriving.direct.anywhere, arriving.walk(arriving.direct.form))
    let (station, condition) = (arriving.station, arriving.condition)
    let own = condition(way.form)
    let (ignoring, others) = (
      way.takings.all.filter { $0.station == Arrivals.ignoring },
      way.takings.all.filter { $0.station != Arrivals.ignoring }
    )
    let given = others.map { $0.leaves }
    if isEmpty([own] + given) { return .contradiction }
    guard isBlocked(arriving) else { return .neverArrives }
    var blocking: Set<Int> = []
    for (_, own, takings) in walk.waysTo(station, satisfying: condition) {
      blocking.formUnion(minimalCore([own] + given, of: takings + ignoring))
    }
    if blocking.isEmpty { return .neverArrives }
    let said = program.stations[station].said
    return .blocked(
      blocking.sorted().map { place in
        if place == Arrivals.ignoring { return Blocker(kind: .ignored, saysTheSame: false) }
        return Blocker(kind: .station(place), saysTheSame: program.stations[place].said == said)
      }
    )
  }

  /// A minimal set of clauses that together leave nothing of the errors that satisfy the formulas.
  func minimalCore(_ formulas: [Formula], of takings: [ResponderWalk.Taking]) -> Set<Int> {
    var byStation: [(station: Int, leaves: [Formula])] = []
    var places: [Int: Int] = [:]
    for taking in takings where taking.station != Arrivals.nobody {
      if let place = places[taking.station] {
        byStation[place].leaves.append(taking.leaves)
      } else {
        places[taking.station] = byStation.count
        byStation.append((taking.station, [taking.leaves]))
      }
    }
    // Constraints without a clause are always included.
    let fixed = formulas + takings.filter { $0.station == Arrivals.nobody }.map { $0.leaves }
    for one in byStation where isEmpty(fixed + one.leaves) { return [one.station] }
    let core = Core<(station: Int, leaves: [Formula])> { some in
      self.isEmpty(fixed + some.flatMap { $0.leaves })
    }
    return Set(core.core(of: byStation).map { $0.station })
  }

  /// Whether some error satisfies a category's own `when` and that of no earlier category.
  package func reachability(ofCategory category: Int) -> Reachability {
    let form = translator.forms.recorded
    guard let asked = walker.condition(ofCategory: category, of: form) else {
      let name = program.categories[category].name.text
      return Reachability(answer: decideNamed(name, category), reason: nil)
    }
    let given = arrivals.error.filter { $0.station == Arrivals.nobody }.map { $0.leaves }
    let isOwnless = translator.is_(.member(frame: 0, .category), .missing)
    var earlier: [(Int, Formula)] = []
    for index in 0..<category {
      if let other = walker.condition(ofCategory: index, of: form) { earlier.append((index, other.negation)) }
    }
    let before = walker.faults.contains(.categoryOrder) ? [] : earlier.map { $0.1 }
    let answer = decide([[asked, isOwnless] + given + before]) { $0.category == category }
    guard answer.isNever else { return Reachability(answer: answer, reason: nil) }
    let ofOthers = decide(waysToErrorsMade(of: category)) {
      $0.lastCategory == category || $0.categories.contains(category)
    }
    switch ofOthers {
    case .never: if arrivals.isCut { return Reachability(answer: .notDecided, reason: nil) }
    default: return Reachability(answer: ofOthers, reason: nil)
    }
    if isEmpty([asked] + given) { return Reachability(answer: .never, reason: .contradiction) }
    let takings = earlier.map { ResponderWalk.Taking(station: $0.0, leaves: $0.1) }
    let core = minimalCore([asked, isOwnless] + given, of: takings).sorted()
    return Reachability(
      answer: .never,
      reason: .blocked(core.map { Blocker(kind: .category($0), saysTheSame: false) })
    )
  }

  private func decideNamed(_ name: String, _ category: Int) -> Answer {
    let isNamed = translator.is_(.member(frame: 0, .category), ValueSet(texts: TextSet([name])))
    let given = arrivals.error.filter { $0.station == Arrivals.nobody }.map { $0.leaves }
    return decide([[isNamed] + given]) { $0.category == category }
  }

  /// The constraints on replaced errors that get a category by its own `when`.
  private func waysToErrorsMade(of category: Int) -> [[Formula]] {
    func way(_ form: ErrorForm, _ arriving: Arrivals.Way, _ takings: Takings) -> [Formula]? {
      guard form !== translator.forms.recorded,
        let asked = walker.condition(ofCategory: category, of: form)
      else { return nil }
      let before = (0..<category).compactMap { walker.condition(ofCategory: $0, of: form)?.negation }
      let formulas = [asked] + before
      return isEmpty(formulas) ? nil : formulas + arriving.holds + takings.leave
    }
    return program.responders.indices.filter { program.responders[$0].isEnabled }.flatMap { responder in
      ([arrivals.direct(responder)] + arrivals.fromBelow(responder)).flatMap { arriving -> [[Formula]] in
        let walk = walker.walk(responder, arriving.form)
        return walk.lanes.compactMap { way($0.form, arriving, $0.given) }
          + walk.exits.compactMap { way($0.form, arriving, $0.takings) }
      }
    }
  }

  /// Whether any rule, event rule or `otherwise` of a responder ever takes effect.
  package func reachability(ofResponder responder: Int) -> Reachability {
    let declared = program.responders[responder]
    guard declared.isEnabled else { return Reachability(answer: .never, reason: .disabled) }
    var answers: [Reachability] = []
    let stations =
      Array(declared.ruleIndices) + Array(declared.eventIndices) + [declared.otherwiseIndex].compactMap { $0 }
    for station in stations {
      let one = reachability(ofStation: station)
      if case .shown = one.answer { return one }
      answers.append(one)
    }
    for answer in answers {
      if case .notDecided = answer.answer { return answer }
    }
    for answer in answers {
      if case .depends = answer.answer { return answer }
    }
    return Reachability(answer: .never, reason: .contradiction)
  }
}
