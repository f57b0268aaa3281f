internal import Records
internal import Source
internal import RuleLanguage
internal import Engine

/// Compares two rule sets on every error and event, over one shared recorded error: for no effect of one may
/// there be an error on which the other has a different effect.
///
/// Decisions from state are equal if the same errors are remembered, which is compared too.
///
/// If the rule sets are similar, only errors that reach their differences are compared (see ``Alignment``).
final class RuleSetComparison {
  let one: ComparedRuleSet
  let other: ComparedRuleSet
  let counterparts: Counterparts
  let solver: Solver
  let runner: WitnessRunner
  let otherRunner: WitnessRunner
  let namesClauses: Bool
  let wants: Int
  /// Whether it ends with the first doubt, as only a proof counts.
  private let endsInDoubt: Bool
  /// Whether errors have to have the same category, also where no effect depends on it.
  private let comparesCategories: Bool

  /// The witnesses in the order of discovery, one for each pair of clauses that handle them.
  var witnesses: [Witness] = []
  /// The pairs of ``witnesses``; ``repetitions`` counts the further errors found for them.
  var shownPairs: Set<ClausePair> = []
  var repetitions = 0
  /// A question is undecided, or a found error turned out to have the same result.
  var isUnknown = false
  /// Only state or a plugin may show a difference.
  var depends = false
  var failures = 0
  private let alignment: Alignment?
  /// Nil for all errors.
  private var doubted: (formula: Formula, signatures: [Signature])?
  /// Holds for the errors that are compared.
  private let compared: Formula

  /// Undecided questions, and steps in all, in multiples of those of one question.
  private static let mostFailures = 40
  private static let mostSteps = 50
  private static let mostStepsOfProof = 8
  private static let mostRepetitions = 8

  /// Handle an error under the two rule sets; nil for none.
  struct ClausePair: Hashable {
    let one: Int?
    let other: Int?
  }

  /// - Parameters:
  ///   - sharesStructure: false compares everything: slower, same result, for tests.
  ///   - scope: the errors that are compared; nil for all.
  ///   - isProof: compares categories where no effect depends on them, too, and ends with the first doubt.
  init(
    _ reasoner: Reasoner, _ other: Reasoner, namesClauses: Bool, wants: Int, sharesStructure: Bool = true,
    scope: ComparisonScope? = nil, isProof: Bool = false
  ) {
    let limits = reasoner.limits
    alignment =
      sharesStructure ? Alignment(reasoner.program, other.program, namesClauses: namesClauses) : nil
    let errorSpace = ErrorSpace(causeLimit: limits.causes)
    counterparts = Counterparts(
      reasoner.program, other.program, alike: alignment?.alike ?? [:], errorSpace.effects)
    errorSpace.agreesOnCategories =
      alignment?.categories.isEmpty ?? Self.agreeOnCategories(reasoner.program, other.program, limits)
    errorSpace.agreesOnBreakers =
      errorSpace.agreesOnCategories && reasoner.program.countsTheSame(as: other.program)
    errorSpace.agreesOnQuotas = counterparts.agreesOnQuotas(reasoner.program, other.program)
    let walkers = [
      Walker(reasoner.program, limits, reasoner.walker.faults, errorSpace: errorSpace, side: 0),
      Walker(
        other.program, limits, other.walker.faults, errorSpace: errorSpace, side: 1,
        counterparts: counterparts.first),
    ]
    one = ComparedRuleSet(reasoner.program, walkers[0], namesClauses: namesClauses)
    self.other = ComparedRuleSet(other.program, walkers[1], namesClauses: namesClauses)
    solver = Solver(walkers, limits)
    compared = scope?.formula(walkers[0].translator) ?? .yes
    runner = reasoner.runner
    otherRunner = other.runner
    self.namesClauses = namesClauses
    self.wants = wants
    endsInDoubt = isProof
    comparesCategories = isProof && !reasoner.program.hasSameCategories(as: other.program)
  }

  private static func agreeOnCategories(_ one: RuleProgram, _ other: RuleProgram, _ limits: ReasoningLimits)
    -> Bool
  {
    guard one.categories.count == other.categories.count, one.defaultCategory == other.defaultCategory else {
      return false
    }
    let errorSpace = ErrorSpace(causeLimit: limits.causes)
    let walkers = [one, other].enumerated().map { Walker($1, limits, errorSpace: errorSpace, side: $0) }
    return one.categories.indices.allSatisfy { place in
      guard one.categories[place].name.text == other.categories[place].name.text else { return false }
      let conditions = walkers.map { $0.condition(ofCategory: place, of: $0.translator.forms.recorded) }
      guard let first = conditions[0], let second = conditions[1] else {
        return conditions[0] == nil && conditions[1] == nil
      }
      return first.written.map { $0 == second.written } ?? false
    }
  }

  var isDone: Bool {
    witnesses.count >= wants || repetitions >= Self.mostRepetitions * wants || failures >= Self.mostFailures
      || solver.stepsTaken > (endsInDoubt ? Self.mostStepsOfProof : Self.mostSteps) * solver.limits.steps
      || endsInDoubt && (isUnknown || depends)
  }

  func run() -> Satisfiability {
    if let alignment, alignment.pairs.isEmpty, alignment.categories.isEmpty { return .never }
    compare()
    let unwraps = one.program.unwraps
    if !unwraps.isIdentical(other.program.unwraps) {
      isUnknown = true
    } else if !unwraps.isEmpty {
      // Whatever the entries make of an error: both rule sets get the same.
      (one.comparesUnwrapped, other.comparesUnwrapped) = (true, true)
      // Doubts about recorded errors do not concern these.
      doubted = nil
      compare()
    }
    if let witness = witnesses.first { return .shown(witness) }
    isUnknown = isUnknown || runsUnasked
    if isUnknown { return .notDecided(.limit) }
    return depends ? .depends : .never
  }

  private func compare() {
    // Categories of errors that rules replace are not followed.
    if endsInDoubt, runsUnasked || comparesCategories && makesForms {
      isUnknown = true
      return
    }
    if let alignment {
      let doubtful = doubtful(alignment)
      isUnknown = isUnknown || doubtful.isUnknown || (doubtful.goesByOrigins && raisesUnfollowed)
      guard witnesses.count < wants, !doubtful.paths.isEmpty, !(endsInDoubt && isUnknown) else { return }
      doubted = (doubtful.formula, doubtful.paths.map { Signature($0) })
    }
    compareAll()
    isUnknown = isUnknown || isDone || one.isCut || other.isCut || raisesUnfollowed
  }

  /// Results of actions belong to the same actions on both sides, up to the first effect that differs.
  private func compareAll() {
    compareEnds(inDoubt(one.ends()), inDoubt(other.ends()))
    compareEnds(inDoubt(one.eventEnds()), inDoubt(other.eventEnds()))
    // An error may have none.
    if speaksOfCategories {
      let categories = [one, other].map { inDoubt($0.categories(ofIgnored: comparesCategories)) }
      compareBehaviors(categories[0], categories[1])
    }
    for events in [false, true] {
      let effects = (inDoubt(one.effects(events: events)), inDoubt(other.effects(events: events)))
      compareBehaviors(effects.0, effects.1)
      compareOrder(effects.0, effects.1)
    }
    compareBehaviors(inDoubt(one.always()), inDoubt(other.always()))
    for (clause, counterpart) in counterparts.remembering where !isUnknown {
      compareStates(inDoubt(one.remembered(by: clause)), inDoubt(other.remembered(by: counterpart)))
    }
  }

  /// Whether a rule's actions under `match: all` run even after another rule decided. Which of the recorded results are
  /// theirs is not followed.
  private var runsUnasked: Bool {
    [one.program, other.program].contains { program in
      program.clauses.contains {
        !$0.failures.isEmpty && program.responders[$0.responder].policy.match == .all
      }
    }
  }

  private var speaksOfCategories: Bool {
    comparesCategories
      || [one.program, other.program].contains { program in
        program.clauses.contains { $0.mentionsCategory }
          || program.quotas.contains { $0.per.contains(.field(.category)) }
      }
  }

  /// Errors raised by event rules may differ in a way that is not followed: ignored on one side only, or
  /// raised for an event that was emitted elsewhere, with a condition on the origin.
  var raisesUnfollowed: Bool {
    let clauses = one.program.clauses + other.program.clauses
    guard clauses.contains(where: { if case .raise = $0.verdict { true } else { false } }) else {
      return false
    }
    if (one.program.ignored == nil) != (other.program.ignored == nil) { return true }
    let conditions = (one.program.categories + other.program.categories).compactMap { $0.condition }
    return (clauses.map { $0.condition } + conditions).contains { $0.comparesOrigin }
  }

  // Aspects

  private func inDoubt(_ aspects: [Aspect]) -> [Aspect] {
    guard let doubted else { return aspects }
    return aspects.filter { aspect in
      guard !isDone else { return false }
      // Its own conditions first: mostly no error in doubt satisfies them, and its prior claims may be hundreds.
      return doubted.signatures.contains { !$0.isDisjoint(with: aspect.signature) }
        && !isSurelyNone(aspect.own) && !isSurelyNone(aspect.formulas(about: aspect.signature))
    }
  }

  func search(_ formulas: [Formula], isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    solver.search(formulas + [compared] + (doubted.map { [$0.formula] } ?? []), isFresh: isFresh)
  }

  func isSurelyNone(_ formulas: [Formula]) -> Bool {
    if case .none = search(formulas, isFresh: false).result { true } else { false }
  }

  /// Every error has exactly one aspect; none may have different ones.
  private func compareEnds(_ aspects: [Aspect], _ others: [Aspect]) {
    var index = ClaimIndex()
    for (place, aspect) in others.enumerated() { index.add(aspect.signature, at: place) }
    for aspect in aspects {
      for place in index.places(in: 0..<others.count, about: aspect.signature) {
        let met = others[place]
        guard met.behavior != aspect.behavior, !met.signature.isDisjoint(with: aspect.signature) else {
          continue
        }
        guard !isDone else { return }
        let both = Signature(.conjunction(aspect.own + met.own))
        findWitness(
          aspect.formulas(about: both) + met.formulas(about: both),
          countsLater: aspect.behavior.isGranted && met.behavior.isGranted)
      }
    }
  }

  /// An error may have several aspects, but none on one side only.
  private func compareBehaviors(_ aspects: [Aspect], _ others: [Aspect]) {
    let (left, right) = (
      Dictionary(grouping: aspects, by: { $0.behavior }), Dictionary(grouping: others, by: { $0.behavior })
    )
    for behavior in Set(left.keys).union(right.keys).sorted() {
      compareBehavior(left[behavior] ?? [], right[behavior] ?? [])
    }
  }

  private func compareBehavior(_ aspects: [Aspect], _ others: [Aspect]) {
    let (clauses, otherClauses) = (clauses(aspects), clauses(others))
    if clauses.count > 1, clauses.count == otherClauses.count {
      // One by one, because the number of occurrences counts too.
      for (clause, counterpart) in zip(clauses, otherClauses) {
        compareSets(aspects.filter { $0.clause == clause }, others.filter { $0.clause == counterpart })
      }
      return
    }
    compareSets(aspects, others)
    if mayRepeat(aspects) || mayRepeat(others) { isUnknown = true }
  }

  private func clauses(_ aspects: [Aspect]) -> [Int] {
    var clauses: [Int] = []
    for aspect in aspects {
      if let clause = aspect.clause, !clauses.contains(clause) { clauses.append(clause) }
    }
    return clauses
  }

  private func mayRepeat(_ aspects: [Aspect]) -> Bool {
    guard clauses(aspects).count > 1 else { return false }
    for (place, aspect) in aspects.enumerated() {
      for met in aspects[..<place] where met.clause != aspect.clause && mayMeet(aspect, met) { return true }
    }
    return false
  }

  private func mayMeet(_ aspect: Aspect, _ met: Aspect) -> Bool {
    if aspect.signature.isDisjoint(with: met.signature) { return false }
    let both = Signature(.conjunction(aspect.own + met.own))
    return !isSurelyNone(aspect.formulas(about: both) + met.formulas(about: both))
  }

  private func compareSets(_ aspects: [Aspect], _ others: [Aspect]) {
    for aspect in aspects { if !isDone { findWitness(of: aspect, outside: others) } }
    for aspect in others { if !isDone { findWitness(of: aspect, outside: aspects) } }
  }

  private func findWitness(of aspect: Aspect, outside others: [Aspect]) {
    findWitness(outside(aspect, others))
  }

  private func outside(_ aspect: Aspect, _ others: [Aspect]) -> [Formula] {
    let formulas = aspect.formulas(about: aspect.signature)
    let given = Set(formulas.compactMap { $0.written })
    let met = others.filter { !$0.signature.isDisjoint(with: aspect.signature) }
    return formulas + met.map { $0.negation(about: aspect.signature, given: given) }
  }

  private func compareOrder(_ aspects: [Aspect], _ others: [Aspect]) {
    let (order, otherOrder) = (one.order(of: aspects), other.order(of: others))
    let behaviors = order.keys.sorted()
    for (place, first) in behaviors.enumerated() {
      for second in behaviors[(place + 1)...] {
        guard let left = order[first], let right = order[second], let otherLeft = otherOrder[first],
          let otherRight = otherOrder[second]
        else { continue }
        if left.upperBound < right.lowerBound, otherLeft.upperBound < otherRight.lowerBound { continue }
        if right.upperBound < left.lowerBound, otherRight.upperBound < otherLeft.lowerBound { continue }
        for aspect in aspects where aspect.behavior == first {
          for met in aspects where met.behavior == second && !met.signature.isDisjoint(with: aspect.signature)
          {
            guard !isDone else { return }
            let both = Signature(.conjunction(aspect.own + met.own))
            findWitness(aspect.formulas(about: both) + met.formulas(about: both))
          }
        }
      }
    }
  }

  /// Corresponding clauses must remember the same errors.
  private func compareStates(_ aspects: [Aspect], _ others: [Aspect]) {
    let (left, right) = (
      Dictionary(grouping: aspects, by: { $0.behavior }), Dictionary(grouping: others, by: { $0.behavior })
    )
    for behavior in Set(left.keys).union(right.keys).sorted() {
      let (own, met) = (left[behavior] ?? [], right[behavior] ?? [])
      // One at a time: many paths together take gigabytes.
      for aspect in own { compareState(outside: met, of: aspect) }
      for aspect in met { compareState(outside: own, of: aspect) }
    }
  }

  /// It shows no error, so nothing is searched where the answer is open in any case.
  private func compareState(outside others: [Aspect], of aspect: Aspect) {
    guard !isUnknown, !isDone, !one.isCut, !other.isCut else { return }
    switch search(outside(aspect, others), isFresh: false).result {
    case .none: break
    case .found: depends = true
    case .unknown: isUnknown = true
    }
  }
}

extension Condition {
  fileprivate var comparesOrigin: Bool {
    contains {
      switch $0 {
      case .compare(.field(.origin), _, _), .custom, .predicate: true
      default: false
      }
    }
  }
}

extension RuleProgram {
  /// The breakers of both count the same errors, if the categories mean the same.
  func countsTheSame(as other: RuleProgram) -> Bool {
    if breakers.isEmpty, other.breakers.isEmpty { return true }
    return breakers.isIdentical(other.breakers) && ignored.isIdentical(other.ignored) && !raisesErrors
      && !other.raisesErrors
  }

  fileprivate func hasSameCategories(as other: RuleProgram) -> Bool {
    defaultCategory == other.defaultCategory && categories.count == other.categories.count
      && zip(categories, other.categories).allSatisfy {
        $0.name.text.isIdentical($1.name.text) && $0.condition.isIdentical($1.condition)
      }
  }

  func isRecovery(_ clause: Int) -> Bool {
    clauses[clause].actions.contains { $0.alert?.isRecovery == true }
  }
}
