import RuleEngine

extension Reasoner {
  /// Whether a rule, event rule or `otherwise` ever answers: whether some error (or event) reaches it and satisfies it.
  package func reachability(ofStation station: Int) -> Reachability {
    if let known = reachabilities[station] { return known }
    let reachability = findReachability(ofStation: station)
    reachabilities[station] = reachability
    return reachability
  }

  private func findReachability(ofStation station: Int) -> Reachability {
    let declared = outline.stations[station]
    guard declared.isEnabled || walker.faults.contains(.disabled),
      outline.responders[declared.responder].isEnabled
    else { return Reachability(answer: .never, reason: .disabled) }
    switch declared.kind {
    case .always: return reachability(ofResponder: declared.responder)
    case .rule, .otherwise:
      return reachability(
        of: station,
        satisfying: { self.walker.matches(station, $0) },
        direct: arrivals.direct(declared.responder),
        below: { self.arrivals.fromBelow(declared.responder) },
        walk: { self.walker.walk(declared.responder, $0) }
      ) { self.shows($0, station) }
    case .eventRule:
      return reachability(
        of: station,
        satisfying: { self.walker.matches(station, $0) },
        direct: arrivals.directEvent(declared.responder),
        below: { self.arrivals.eventsFromBelow(declared.responder) },
        walk: { self.walker.eventWalk(declared.responder, $0) }
      ) { $0.fired.contains(station) }
    }
  }

  /// Whether a run shows that a station matched: it ran, or with no try left it decided, or left.
  func shows(_ run: WitnessRunner.Run, _ station: Int) -> Bool {
    if run.fired.contains(station) || run.station == station { return true }
    guard case .retry(let policy) = outline.stations[station].verdict, case .escalate = policy.exhausted
    else {
      return false
    }
    return run.asks.contains(station)
  }

  /// Whether a button of a station's deciding alert can ever be the answer.
  package func reachability(ofButton button: Int, atStation station: Int) -> Reachability {
    let declared = outline.stations[station]
    guard declared.isEnabled, outline.responders[declared.responder].isEnabled else {
      return Reachability(answer: .never, reason: .disabled)
    }
    return reachability(
      of: station,
      satisfying: { form in
        .conjunction([self.walker.matches(station, form), self.walker.choice(button, station, form)])
      },
      direct: arrivals.direct(declared.responder),
      below: { self.arrivals.fromBelow(declared.responder) },
      walk: { self.walker.walk(declared.responder, $0) }
    ) { $0.answered.contains(station) }
  }

  private func reachability(
    of station: Int,
    satisfying condition: (ErrorForm) -> Formula,
    direct: Arrivals.Way,
    below: () -> [Arrivals.Way],
    walk: (ErrorForm) -> ResponderWalk,
    _ check: (WitnessRunner.Run) -> Bool
  ) -> Reachability {
    let own = walk(direct.form)
    let answer = decide(ways(direct, own, station, condition), asking: [station], check)
    guard answer.isNever else { return Reachability(answer: answer, reason: nil) }
    // Wherever it was raised: then nothing that is sent on unchanged does, either.
    let anywhere = direct.anywhere
    let relaxed = ways(anywhere, own, station, condition)
    let isBlockedHere = relaxed.allSatisfy { isEmpty($0) }
    var isCut = own.isCut
    var isKnown = true
    for way in below() {
      if isBlockedHere, way.form === direct.form { continue }
      let walk = walk(way.form)
      isCut = isCut || walk.isCut
      let answer = decide(ways(way, walk, station, condition), asking: [station], check)
      switch answer {
      case .shown, .depends: return Reachability(answer: answer, reason: nil)
      case .notDecided: isKnown = false
      case .never: continue
      }
    }
    guard isKnown, !isCut, !arrivals.isCut, !translator.exceedsCauses else {
      notDecided += 1
      return Reachability(answer: .notDecided, reason: nil)
    }
    return Reachability(answer: .never, reason: reason(anywhere, own, station, condition, isBlockedHere))
  }

  /// What holds for the errors of a way that reach a station and satisfy a condition: a conjunction for each lane.
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

  // Why not

  private func reason(
    _ way: Arrivals.Way,
    _ walk: ResponderWalk,
    _ station: Int,
    _ condition: (ErrorForm) -> Formula,
    _ isBlockedHere: Bool
  ) -> Reachability.Reason {
    let own = condition(way.form)
    let (ignoring, others) = (
      way.takings.all.filter { $0.station == Arrivals.ignoring },
      way.takings.all.filter { $0.station != Arrivals.ignoring }
    )
    let given = others.map { $0.leaves }
    if isEmpty([own] + given) { return .contradiction }
    guard isBlockedHere else { return .neverArrives }
    var blocking: Set<Int> = []
    for (_, own, takings) in walk.waysTo(station, satisfying: condition) {
      blocking.formUnion(minimalCore([own] + given, of: takings + ignoring))
    }
    if blocking.isEmpty { return .neverArrives }
    let said = outline.stations[station].said
    return .blocked(
      blocking.sorted().map { place in
        if place == Arrivals.ignoring { return Blocker(kind: .ignored, saysTheSame: false) }
        return Blocker(kind: .station(place), saysTheSame: outline.stations[place].said == said)
      }
    )
  }

  /// Stations that together leave nothing of what satisfies the formulas, none of which can be left out.
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
    // What is needed whoever is left out: no station's doing.
    let fixed = formulas + takings.filter { $0.station == Arrivals.nobody }.map { $0.leaves }
    for one in byStation where isEmpty(fixed + one.leaves) { return [one.station] }
    return Set(core(of: byStation[...], given: fixed, isChanged: false).map { $0.station })
  }

  /// Those of the stations that with what is given leave nothing, as few as can be and the first ones rather than the last:
  /// by halves, so that a few of many are found in few searches (Junker, QuickXplain, AAAI 2004).
  private func core(
    of stations: ArraySlice<(station: Int, leaves: [Formula])>,
    given: [Formula],
    isChanged: Bool
  ) -> [(station: Int, leaves: [Formula])] {
    if isChanged, isEmpty(given) { return [] }
    guard stations.count > 1 else { return Array(stations) }
    let middle = stations.startIndex + stations.count / 2
    let (first, last) = (stations[..<middle], stations[middle...])
    let ofLast = core(of: last, given: given + first.flatMap { $0.leaves }, isChanged: true)
    let ofFirst = core(of: first, given: given + ofLast.flatMap { $0.leaves }, isChanged: !ofLast.isEmpty)
    return ofFirst + ofLast
  }

  /// Whether a category is ever given by its own `when`: whether some error satisfies it and no earlier one.
  package func reachability(ofCategory category: Int) -> Reachability {
    let form = translator.forms.recorded
    guard let asked = walker.condition(ofCategory: category, of: form) else {
      let name = outline.categories[category].name
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
    let ofOthers = decide(waysToErrorsMade(of: category)) { $0.lastCategory == category }
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

  /// What holds for the errors that rules make and that are of a category by its own `when`.
  private func waysToErrorsMade(of category: Int) -> [[Formula]] {
    func way(_ form: ErrorForm, _ arriving: Arrivals.Way, _ takings: Takings) -> [Formula]? {
      guard form !== translator.forms.recorded,
        let asked = walker.condition(ofCategory: category, of: form)
      else { return nil }
      let before = (0..<category).compactMap { walker.condition(ofCategory: $0, of: form)?.negation }
      let formulas = [asked] + before
      return isEmpty(formulas) ? nil : formulas + arriving.holds + takings.leave
    }
    return outline.responders.indices.filter { outline.responders[$0].isEnabled }.flatMap { responder in
      ([arrivals.direct(responder)] + arrivals.fromBelow(responder)).flatMap { arriving -> [[Formula]] in
        let walk = walker.walk(responder, arriving.form)
        return walk.lanes.compactMap { way($0.form, arriving, $0.given) }
          + walk.exits.compactMap { way($0.form, arriving, $0.takings) }
      }
    }
  }

  /// Whether any rule, event rule or `otherwise` of a responder ever answers.
  package func reachability(ofResponder responder: Int) -> Reachability {
    let declared = outline.responders[responder]
    guard declared.isEnabled else { return Reachability(answer: .never, reason: .disabled) }
    var answers: [Reachability] = []
    let stations = Array(declared.rules) + Array(declared.events) + (declared.otherwise.map { [$0] } ?? [])
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
