internal import RuleLanguage
internal import Source
internal import Engine
package import Records
package import Patterns

extension Reasoner {
  /// Some error (or event) reaches the clause and matches it.
  package func reachability(ofClause clause: Int) -> Reachability {
    if let known = reachabilities[clause] { return known }
    let reachability = findReachability(ofClause: clause)
    reachabilities[clause] = reachability
    return reachability
  }

  private func findReachability(ofClause clause: Int) -> Reachability {
    guard isActive(clause) else { return Reachability(answer: .never, reason: .disabled) }
    let declared = program.clauses[clause]
    if declared.kind == .always { return reachability(ofResponder: declared.responder) }
    let answer = answers(clause)
    return Reachability(answer: answer, reason: answer.isNever ? reason(matching(clause)) : nil)
  }

  /// Whether the clause handles an error, without the reason, which is expensive to find.
  package func answers(_ clause: Int) -> Satisfiability {
    if let known = answersKnown[clause] { return known }
    let isActive = isActive(clause) && program.clauses[clause].kind != .always
    let answer = isActive ? answer(matching(clause)) : reachability(ofClause: clause).answer
    answersKnown[clause] = answer
    return answer
  }

  private func matching(_ clause: Int) -> Arriving {
    arriving(at: clause, satisfying: { self.walker.matches(clause, $0) }) { self.shows($0, clause) }
  }

  private func isActive(_ clause: Int) -> Bool {
    let declared = program.clauses[clause]
    return (declared.isEnabled || walker.faults.contains(.disabled))
      && program.responders[declared.responder].isEnabled
  }

  /// The clause ran or, with an exhausted budget, decided or escalated.
  func shows(_ run: WitnessRunner.Run, _ clause: Int) -> Bool {
    if run.fired.contains(clause) || run.clause == clause { return true }
    guard case .retry(let policy) = program.clauses[clause].verdict, case .escalate = policy.exhausted
    else {
      return false
    }
    return run.matching.contains(clause) || run.exhausted.contains(clause)
  }

  /// The button of a deciding alert can be chosen.
  package func reachability(ofButton button: Int, atClause clause: Int) -> Reachability {
    guard program.clauses[clause].isEnabled, isActive(clause) else {
      return Reachability(answer: .never, reason: .disabled)
    }
    let chosen = { (form: ErrorForm) in
      Formula.conjunction([self.walker.matches(clause, form), self.walker.choice(button, clause, form)])
    }
    return reachability(arriving(at: clause, satisfying: chosen) { $0.answered.contains(clause) })
  }

  /// Whether a clause is reached by errors (or events) with a text in `subject` that matches; a list of texts does not
  /// count.
  package func reaches(_ clause: Int, with subject: Subject, matching pattern: Pattern) -> Satisfiability {
    guard program.clauses[clause].isEnabled, isActive(clause), program.clauses[clause].kind != .always
    else {
      return .never
    }
    let texts = ValueSet(texts: TextSet(translator.textPredicates.textPredicate(.pattern(pattern))))
    let matches = { (form: ErrorForm) in
      Formula.conjunction([
        self.walker.matches(clause, form), self.translator.access(subject, form, .whole, texts),
      ])
    }
    return answer(arriving(at: clause, satisfying: matches) { self.shows($0, clause) })
  }

  private struct Arriving {
    let clause: Int
    let condition: (ErrorForm) -> Formula
    let direct: IncomingErrors.Path
    let below: () -> [IncomingErrors.Path]
    let walk: (ErrorForm) -> ResponderWalk
    let check: (WitnessRunner.Run) -> Bool
  }

  private func arriving(
    at clause: Int, satisfying condition: @escaping (ErrorForm) -> Formula,
    _ check: @escaping (WitnessRunner.Run) -> Bool
  ) -> Arriving {
    let responder = program.clauses[clause].responder
    let isOfEvents = program.clauses[clause].kind == .eventRule
    return Arriving(
      clause: clause,
      condition: condition,
      direct: isOfEvents ? incoming.directEvent(responder) : incoming.direct(responder),
      below: {
        isOfEvents
          ? self.incoming.eventsFromBelow(responder)
          : self.incoming.unwrapped(startingAt: responder) + self.incoming.fromBelow(responder)
      },
      walk: { isOfEvents ? self.walker.eventWalk(responder, $0) : self.walker.walk(responder, $0) },
      check: check
    )
  }

  private func reachability(_ arriving: Arriving) -> Reachability {
    let answer = answer(arriving)
    return Reachability(answer: answer, reason: answer.isNever ? reason(arriving) : nil)
  }

  private func answer(_ arriving: Arriving) -> Satisfiability {
    let clause = arriving.clause
    // Most errors that a clause matches reach it, too: running one is cheaper than keeping it from thousands of others.
    // That the clause matches the error does not show that the error got there.
    let alone = arriving.direct.requirements([arriving.condition(arriving.direct.form)])
    let witness = example(alone, testing: [clause]) { run in
      arriving.check(run) && (run.clause == clause || run.fired.contains(clause))
    }
    if let witness { return .shown(witness) }
    let own = arriving.walk(arriving.direct.form)
    let answer = decide(
      paths(arriving.direct, own, clause, arriving.condition), testing: [clause], arriving.check)
    var depends = false
    switch answer {
    case .shown, .notDecided: return answer
    case .depends: depends = true
    case .never: break
    }
    var isCut = own.isCut
    var doubt: Satisfiability.Doubt?
    let below = arriving.below()
    // For any origin: then it holds for escalated errors too.
    let isBlockedHere = !below.isEmpty && !depends && isBlocked(arriving)
    for path in below {
      if isBlockedHere, path.form === arriving.direct.form { continue }
      let walk = arriving.walk(path.form)
      isCut = isCut || walk.isCut
      let answer = decide(paths(path, walk, clause, arriving.condition), testing: [clause], arriving.check)
      switch answer {
      case .shown: return answer
      case .depends: depends = true
      case .notDecided(let own): doubt = own
      case .never: continue
      }
    }
    if isCut || incoming.isCut || translator.exceedsCauses { doubt = .limit }
    guard let doubt else { return depends ? .depends : .never }
    notDecided += 1
    return .notDecided(doubt)
  }

  /// Whether the clauses before it, at its responder and for recorded errors, block the clause.
  private func isBlocked(_ arriving: Arriving) -> Bool {
    let walk = arriving.walk(arriving.direct.form)
    return paths(arriving.direct.anywhere, walk, arriving.clause, arriving.condition).allSatisfy {
      isEmpty($0)
    }
  }

  func paths(
    _ path: IncomingErrors.Path, _ walk: ResponderWalk, _ clause: Int, _ condition: (ErrorForm) -> Formula
  ) -> [Requirements] {
    walk.pathsTo(clause, satisfying: condition).map { _, own, priorClaims in
      var requirements = path.requirements([own], about: Signature(own))
      requirements.claims = requirements.claims + priorClaims
      return requirements
    }
  }

  // Reasons

  private func reason(_ arriving: Arriving) -> Reachability.Reason {
    let (path, walk) = (arriving.direct.anywhere, arriving.walk(arriving.direct.form))
    let (clause, condition) = (arriving.clause, arriving.condition)
    let own = condition(path.form)
    func claims(_ clause: Int) -> [ResponderWalk.Claim] {
      path.priorClaims.all.filter { $0.clause == clause }
    }
    let ignoring = claims(IncomingErrors.ignoring)
    let given = claims(IncomingErrors.nobody).map { $0.leaves }
    let unreplaced = claims(IncomingErrors.unwrapping).map { $0.leaves }
    if isEmpty([own] + given) { return .contradiction }
    guard isBlocked(arriving) else { return .neverArrives }
    var blocking: Set<Int> = []
    for (_, own, priorClaims) in walk.pathsTo(clause, satisfying: condition) {
      let claims = priorClaims.about(Signature(own))
      blocking.formUnion(minimalCore([own] + given + unreplaced, of: claims + ignoring))
    }
    if blocking.isEmpty { return .neverArrives }
    return .blocked(
      blocking.sorted().map { place in
        if place == IncomingErrors.ignoring { return Blocker(kind: .ignored, saysTheSame: false) }
        return Blocker(kind: .clause(place), saysTheSame: sayTheSame(place, clause))
      }
    )
  }

  /// Clauses that together leave nothing of the errors.
  func minimalCore(_ formulas: [Formula], of priorClaims: [ResponderWalk.Claim]) -> Set<Int> {
    var byClause: [(clause: Int, leaves: [Formula])] = []
    var places: [Int: Int] = [:]
    for claim in priorClaims where claim.clause != IncomingErrors.nobody {
      if let place = places[claim.clause] {
        byClause[place].leaves.append(claim.leaves)
      } else {
        places[claim.clause] = byClause.count
        byClause.append((claim.clause, [claim.leaves]))
      }
    }
    // Constraints without a clause are always included.
    let fixed = formulas + priorClaims.filter { $0.clause == IncomingErrors.nobody }.map { $0.leaves }
    for one in byClause where isEmpty(fixed + one.leaves) { return [one.clause] }
    let core = MinimalCore<(clause: Int, leaves: [Formula])> { some in
      self.isEmpty(fixed + some.flatMap { $0.leaves })
    }
    return Set(core.core(of: byClause).map { $0.clause })
  }

  /// The reachability by the category's own `when`, and that of no earlier category.
  package func reachability(ofCategory category: Int) -> Reachability {
    let form = translator.forms.recorded
    guard let condition = walker.condition(ofCategory: category, of: form) else {
      let name = program.categories[category].name.text
      return Reachability(answer: decideNamed(name, category), reason: nil)
    }
    let isOwnless = translator.is_(.member(errorNode: 0, .category), .missing)
    let claims =
      walker.faults.contains(.categoryOrder)
      ? incoming.anyErrorClaims : incoming.anyErrorClaims + earlierCategories(than: category)
    let requirements = Requirements(formulas: [condition, isOwnless], claims: claims)
    let answer = decide([requirements]) { $0.category == category }
    var depends = false
    switch answer {
    case .shown, .notDecided: return Reachability(answer: answer, reason: nil)
    case .depends: depends = true
    case .never: break
    }
    let given = incoming.error.filter { $0.clause == IncomingErrors.nobody }.map { $0.leaves }
    asksForCategories = true
    defer { asksForCategories = false }
    let ofOthers = decide(waysToErrorsMade(of: category)) {
      $0.lastCategory == category || $0.categories.contains(category)
    }
    switch ofOthers {
    case .never: if incoming.isCut { return Reachability(answer: .notDecided(.limit), reason: nil) }
    default: return Reachability(answer: ofOthers, reason: nil)
    }
    if depends { return Reachability(answer: .depends, reason: nil) }
    if isEmpty([condition] + given) { return Reachability(answer: .never, reason: .contradiction) }
    let priorClaims = earlierCategories(than: category).all
    let core = minimalCore([condition, isOwnless] + given, of: priorClaims).sorted()
    return Reachability(
      answer: .never, reason: .blocked(core.map { Blocker(kind: .category($0), saysTheSame: false) }))
  }

  /// The errors that no earlier category matches.
  private func earlierCategories(than category: Int) -> PriorClaims {
    let form = translator.forms.recorded
    while categoriesClaimed.count < category {
      let index = categoriesClaimed.count
      if let other = walker.condition(ofCategory: index, of: form) {
        categoryClaims.add(ResponderWalk.Claim(clause: index, leaves: other.negation))
      }
      categoriesClaimed.append(categoryClaims.count)
    }
    return PriorClaims(categoryClaims, before: category == 0 ? 0 : categoriesClaimed[category - 1])
  }

  private func decideNamed(_ name: String, _ category: Int) -> Satisfiability {
    let isNamed = translator.is_(.member(errorNode: 0, .category), ValueSet(texts: TextSet([name])))
    return decide([Requirements(formulas: [isNamed], claims: incoming.anyErrorClaims)]) {
      $0.category == category
    }
  }

  /// Replaced errors that get a category by its own `when`.
  private func waysToErrorsMade(of category: Int) -> [[Formula]] {
    func path(_ form: ErrorForm, _ arriving: IncomingErrors.Path, _ priorClaims: PriorClaims) -> [Formula]? {
      guard form !== translator.forms.recorded,
        let condition = walker.condition(ofCategory: category, of: form)
      else { return nil }
      let before = (0..<category).compactMap { walker.condition(ofCategory: $0, of: form)?.negation }
      let formulas = [condition] + before
      return isEmpty(formulas) ? nil : formulas + arriving.holds + priorClaims.leave
    }
    let unwrapped = incoming.unwrapped.flatMap { path($0.form, $0, PriorClaims([])) }
    return [unwrapped].compactMap { $0 }
      + program.responders.indices.filter { program.responders[$0].isEnabled }.flatMap { responder in
        (incoming.starting(at: responder) + incoming.fromBelow(responder)).flatMap {
          arriving -> [[Formula]] in
          let walk = walker.walk(responder, arriving.form)
          return walk.branches.compactMap { path($0.form, arriving, $0.given) }
            + walk.escalations.compactMap { path($0.form, arriving, $0.priorClaims) }
        }
      }
  }

  /// Any of its rules, event rules or `otherwise` takes effect.
  package func reachability(ofResponder responder: Int) -> Reachability {
    let declared = program.responders[responder]
    guard declared.isEnabled else { return Reachability(answer: .never, reason: .disabled) }
    var answers: [Reachability] = []
    let clauses =
      Array(declared.ruleIndices) + Array(declared.eventIndices) + [declared.otherwiseIndex].compactMap { $0 }
    for clause in clauses {
      let one = reachability(ofClause: clause)
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
