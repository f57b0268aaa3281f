import RuleEngine

/// Compares the behaviour of two rule sets on every error and event. For each effect of one rule set there
/// must be no error on which the other has a different effect. Both share one recorded error.
///
/// Decisions from memory are equal if the same errors are remembered, which is compared too.
///
/// If the rule sets are similar, only errors that reach their differences are compared (see ``Alignment``).
final class RuleSetComparison {
  let one: Side
  let other: Side
  let counterparts: Counterparts
  let solver: Solver
  let runner: WitnessRunner
  let otherRunner: WitnessRunner
  let namesStations: Bool
  let wants: Int

  /// The errors that are evaluated differently, in the order of discovery.
  var witnesses: [Witness] = []
  /// Whether a question is undecided, or a found error turned out to have the same result.
  var isUnknown = false
  /// Whether only memory or a plugin may show a difference.
  var depends = false
  var failures = 0
  private let alignment: Alignment?
  /// The errors that may be evaluated differently. Nil for all errors.
  private var doubted: (formula: Formula, signatures: [Signature])?

  /// The largest number of undecided questions. The total number of steps is limited to that of one question.
  private static let mostFailures = 40
  private static let mostSteps = 50

  /// - Parameter sharesStructure: false compares everything, which is slower with the same result, for tests.
  init(_ reasoner: Reasoner, _ other: Reasoner, namesStations: Bool, wants: Int, sharesStructure: Bool = true)
  {
    let limits = reasoner.limits
    alignment =
      sharesStructure ? Alignment(reasoner.program, other.program, namesStations: namesStations) : nil
    counterparts = Counterparts(reasoner.program, other.program, alike: alignment?.alike ?? [:])
    let world = World(causeLimit: limits.causes)
    world.agreesOnCategories =
      alignment?.categories.isEmpty ?? Self.agreeOnCategories(reasoner.program, other.program, limits)
    let walkers = [
      Walker(reasoner.program, limits, reasoner.walker.faults, world: world, side: 0),
      Walker(
        other.program,
        limits,
        other.walker.faults,
        world: world,
        side: 1,
        counterparts: counterparts.first
      ),
    ]
    one = Side(reasoner.program, walkers[0], namesStations: namesStations)
    self.other = Side(other.program, walkers[1], namesStations: namesStations)
    solver = Solver(walkers, limits)
    runner = reasoner.runner
    otherRunner = other.runner
    self.namesStations = namesStations
    self.wants = wants
  }

  private static func agreeOnCategories(
    _ one: RuleProgram,
    _ other: RuleProgram,
    _ limits: ReasoningLimits
  ) -> Bool {
    guard one.categories.count == other.categories.count, one.defaultCategory == other.defaultCategory else {
      return false
    }
    let world = World(causeLimit: limits.causes)
    let walkers = [one, other].enumerated().map { Walker($1, limits, world: world, side: $0) }
    return one.categories.indices.allSatisfy { place in
      guard one.categories[place].name.text == other.categories[place].name.text else { return false }
      let asked = walkers.map { $0.condition(ofCategory: place, of: $0.translator.forms.recorded) }
      guard let first = asked[0], let second = asked[1] else { return asked[0] == nil && asked[1] == nil }
      return first.written.map { $0 == second.written } ?? false
    }
  }

  var isDone: Bool {
    witnesses.count >= wants || failures >= Self.mostFailures
      || solver.stepsTaken > Self.mostSteps * solver.limits.steps
  }

  func run() -> Answer {
    guard let alignment else { return compareAll() }
    if alignment.pairs.isEmpty, alignment.categories.isEmpty { return .never }
    let doubtful = doubtful(alignment)
    if witnesses.count < wants, !doubtful.ways.isEmpty {
      doubted = (doubtful.formula, doubtful.ways.map { Signature($0) })
      isUnknown = doubtful.isUnknown
      return compareAll()
    }
    if let witness = witnesses.first { return .shown(witness) }
    return doubtful.isUnknown || (doubtful.goesByOrigins && raisesUnfollowed) ? .notDecided : .never
  }

  private func compareAll() -> Answer {
    compareEnds(inDoubt(one.ends()), inDoubt(other.ends()))
    compareEnds(inDoubt(one.eventEnds()), inDoubt(other.eventEnds()))
    if speaksOfCategories { compareEnds(inDoubt(one.categories()), inDoubt(other.categories())) }
    for events in [false, true] {
      let passages = (inDoubt(one.passages(events: events)), inDoubt(other.passages(events: events)))
      compareDeeds(passages.0, passages.1)
      compareOrder(passages.0, passages.1)
    }
    compareDeeds(inDoubt(one.always()), inDoubt(other.always()))
    for (station, counterpart) in counterparts.remembering {
      compareMemories(inDoubt(one.remembered(by: station)), inDoubt(other.remembered(by: counterpart)))
    }
    if let witness = witnesses.first { return .shown(witness) }
    if isUnknown || isDone || one.isCut || other.isCut || raisesUnfollowed { return .notDecided }
    return depends ? .depends : .never
  }

  /// Whether any effect or memory depends on the name of a category.
  private var speaksOfCategories: Bool {
    [one.program, other.program].contains { program in
      program.stations.contains { "\($0.said) \($0.rate.map { "\($0)" } ?? "")".contains("category") }
    }
  }

  /// Whether errors raised by event rules may differ in a way that is not followed: ignored on one side only,
  /// or raised for an event that was emitted elsewhere, with a condition on the origin.
  var raisesUnfollowed: Bool {
    let stations = one.program.stations + other.program.stations
    guard stations.contains(where: { if case .raise = $0.verdict { true } else { false } }) else {
      return false
    }
    if (one.program.ignored == nil) != (other.program.ignored == nil) { return true }
    let conditions = (one.program.categories + other.program.categories).compactMap { $0.condition }
    return (stations.map { $0.condition } + conditions).contains { $0.asksOrigin }
  }

  // Aspects

  /// The aspects that errors in question may have.
  private func inDoubt(_ facets: [Facet]) -> [Facet] {
    guard let doubted else { return facets }
    return facets.filter { facet in
      guard !isDone else { return false }
      return doubted.signatures.contains { !$0.isDisjoint(with: facet.signature) }
        && !isSurelyNone(facet.formulas(about: facet.signature))
    }
  }

  /// Searches among the errors in question.
  func search(_ formulas: [Formula], isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    solver.search(formulas + (doubted.map { [$0.formula] } ?? []), isFresh: isFresh)
  }

  func isSurelyNone(_ formulas: [Formula]) -> Bool {
    if case .none = search(formulas, isFresh: false).result { true } else { false }
  }

  /// Compares aspects of which every error has exactly one: no error may have different ones.
  private func compareEnds(_ facets: [Facet], _ others: [Facet]) {
    var index = TakingIndex()
    for (place, facet) in others.enumerated() { index.add(facet.signature, at: place) }
    for facet in facets {
      for place in index.places(before: others.count, about: facet.signature) {
        let met = others[place]
        guard met.deed != facet.deed, !met.signature.isDisjoint(with: facet.signature) else { continue }
        guard !isDone else { return }
        let both = Signature(.conjunction(facet.own + met.own))
        ask(facet.formulas(about: both) + met.formulas(about: both))
      }
    }
  }

  /// Compares aspects of which an error may have several: no error may have one on one side only.
  private func compareDeeds(_ facets: [Facet], _ others: [Facet]) {
    let (left, right) = (
      Dictionary(grouping: facets, by: { $0.deed }), Dictionary(grouping: others, by: { $0.deed })
    )
    for deed in Set(left.keys).union(right.keys).sorted() {
      compareDeed(left[deed] ?? [], right[deed] ?? [])
    }
  }

  private func compareDeed(_ facets: [Facet], _ others: [Facet]) {
    let (stations, otherStations) = (stations(facets), stations(others))
    if stations.count > 1, stations.count == otherStations.count {
      // One by one, because the number of occurrences counts too.
      for (station, counterpart) in zip(stations, otherStations) {
        compareSets(facets.filter { $0.station == station }, others.filter { $0.station == counterpart })
      }
      return
    }
    compareSets(facets, others)
    if mayRepeat(facets) || mayRepeat(others) { isUnknown = true }
  }

  private func stations(_ facets: [Facet]) -> [Int] {
    var stations: [Int] = []
    for facet in facets {
      if let station = facet.station, !stations.contains(station) { stations.append(station) }
    }
    return stations
  }

  /// Whether an error may have two of the aspects.
  private func mayRepeat(_ facets: [Facet]) -> Bool {
    guard stations(facets).count > 1 else { return false }
    for (place, facet) in facets.enumerated() {
      for met in facets[..<place] where met.station != facet.station && mayMeet(facet, met) { return true }
    }
    return false
  }

  private func mayMeet(_ facet: Facet, _ met: Facet) -> Bool {
    if facet.signature.isDisjoint(with: met.signature) { return false }
    let both = Signature(.conjunction(facet.own + met.own))
    return !isSurelyNone(facet.formulas(about: both) + met.formulas(about: both))
  }

  private func compareSets(_ facets: [Facet], _ others: [Facet]) {
    for facet in facets { if !isDone { askWhether(facet, isOutside: others) } }
    for facet in others { if !isDone { askWhether(facet, isOutside: facets) } }
  }

  private func askWhether(_ facet: Facet, isOutside others: [Facet]) {
    ask(outside(facet, others))
  }

  private func outside(_ facet: Facet, _ others: [Facet]) -> [Formula] {
    let formulas = facet.formulas(about: facet.signature)
    let given = Set(formulas.compactMap { $0.written })
    let met = others.filter { !$0.signature.isDisjoint(with: facet.signature) }
    return formulas + met.map { $0.negation(about: facet.signature, given: given) }
  }

  /// Compares the order of effects.
  private func compareOrder(_ facets: [Facet], _ others: [Facet]) {
    let (order, otherOrder) = (one.order(of: facets), other.order(of: others))
    for first in order.keys.sorted() {
      for second in order.keys.sorted() where second > first {
        guard let left = order[first], let right = order[second], let otherLeft = otherOrder[first],
          let otherRight = otherOrder[second]
        else { continue }
        if left.upperBound < right.lowerBound, otherLeft.upperBound < otherRight.lowerBound { continue }
        if right.upperBound < left.lowerBound, otherRight.upperBound < otherLeft.lowerBound { continue }
        for facet in facets where facet.deed == first {
          for met in facets where met.deed == second && !met.signature.isDisjoint(with: facet.signature) {
            guard !isDone else { return }
            let both = Signature(.conjunction(facet.own + met.own))
            ask(facet.formulas(about: both) + met.formulas(about: both))
          }
        }
      }
    }
  }

  /// Compares memories: corresponding clauses must remember the same errors.
  private func compareMemories(_ facets: [Facet], _ others: [Facet]) {
    let (left, right) = (
      Dictionary(grouping: facets, by: { $0.deed }), Dictionary(grouping: others, by: { $0.deed })
    )
    for deed in Set(left.keys).union(right.keys).sorted() {
      let (own, met) = (left[deed] ?? [], right[deed] ?? [])
      for formulas in own.map({ outside($0, met) }) + met.map({ outside($0, own) }) {
        guard !isDone else { return }
        switch search(formulas, isFresh: false).result {
        case .none: continue
        case .found: depends = true
        case .unknown: isUnknown = true
        }
      }
    }
  }
}

extension Condition {
  /// Whether it depends on the origin of the error.
  fileprivate var asksOrigin: Bool {
    contains {
      switch $0 {
      case .compare(.field(.origin), _, _), .custom, .predicate: true
      default: false
      }
    }
  }
}

extension RuleProgram {
  /// Whether a clause's buttons are the error's options.
  func isRecovery(_ station: Int) -> Bool {
    stations[station].actions.contains { $0.alert?.isRecovery == true }
  }
}
