internal import Records
internal import Engine
internal import RuleLanguage

extension Reasoner {
  /// Two clauses have the same verdict, and the same actions with the same limits.
  package func sayTheSame(_ one: Int, _ other: Int) -> Bool {
    let (clause, met) = (program.clauses[one], program.clauses[other])
    return clause.hasSameEffects(as: met)
      && clause.actions.lazy.map { $0.limit }.elementsEqual(met.actions.lazy.map { $0.limit })
  }

  /// A recorded error that reaches the first rule matches both, as recorded or unwrapped by `defaults.unwrap`. Errors
  /// that rules replace are left out.
  package func overlap(_ one: Int, _ other: Int) -> Overlap {
    let responder = program.clauses[one].responder
    let order = walker.rules(of: responder)
    guard program.clauses[other].responder == responder, let place = order.firstIndex(of: one),
      let otherPlace = order.firstIndex(of: other)
    else { return Overlap(answer: .never) }
    let (first, second) = place < otherPlace ? (one, other) : (other, one)
    let direct = incoming.direct(responder)
    let walk = walker.walk(responder, direct.form)
    let unwrapped = incoming.unwrapped(startingAt: responder)
    let forms = [direct.form] + unwrapped.map { $0.form }
    let both = { (form: ErrorForm) -> Formula in
      guard forms.contains(where: { $0 === form }) else { return .no }
      return Formula.conjunction([self.walker.matches(first, form), self.walker.matches(second, form)])
    }
    let check = { (run: WitnessRunner.Run) in
      self.shows(run, first)
        && (run.matching.contains(second) || run.fired.contains(second))
    }
    var answer = decide(paths(direct, walk, first, both), testing: [first, second], check)
    for path in unwrapped where answer.isNever {
      let walk = walker.walk(responder, path.form)
      answer = decide(paths(path, walk, first, both), testing: [first, second], check)
    }
    if answer.isNever {
      // Raised elsewhere and escalated.
      if !paths(direct.anywhere, walk, first, both).allSatisfy({ isEmpty($0) }) {
        let others = incoming.fromBelow(responder).filter { $0.form === direct.form }
        answer = decide(others.flatMap { paths($0, walk, first, both) }, testing: [first, second], check)
      }
    }
    var overlap = Overlap(answer: answer)
    if answer.witness != nil {
      let form = direct.form
      overlap.isShadowed = isEmpty(
        Requirements(
          formulas: [walker.matches(second, form), walker.matches(first, form).negation],
          claims: incoming.errorClaims))
    }
    return overlap
  }

  /// The pairs in evaluation order. A cheap test by names: pairs that are left out are disjoint, except beyond `most`.
  package func possibleOverlaps(ofResponder responder: Int, upTo most: Int = .max) -> [(Int, Int)] {
    let form = translator.forms.recorded
    let rules = walker.rules(of: responder).filter { program.clauses[$0].isEnabled }
    var signatures: [Signature] = []
    var statuses: [NumberSet?] = []
    var index = ClaimIndex()
    var pairs: [(Int, Int)] = []
    for (place, rule) in rules.enumerated() where pairs.count < most {
      let signature = Signature(walker.condition(of: rule, of: form))
      let own = program.clauses[rule].condition.statuses
      for earlier in index.places(in: 0..<place, about: signature)
      where !signatures[earlier].isDisjoint(with: signature) {
        if let own, let others = statuses[earlier], own.isDisjoint(with: others) { continue }
        pairs.append((rules[earlier], rule))
      }
      index.add(signature, at: place)
      signatures.append(signature)
      statuses.append(own)
    }
    return pairs.count > most ? Array(pairs.prefix(most)) : pairs
  }
}

extension Condition {
  /// Nil if they are not evident. A status may come from three places, so signatures don't cover it.
  fileprivate var statuses: NumberSet? {
    switch self {
    case .compare(.field(.status), .number(let ranges), _): return NumberSet(ranges).wholes
    case .named(_, let part): return part.statuses
    case .all(let parts):
      return parts.compactMap { $0.statuses }.reduce(nil) { $0?.intersection($1) ?? $1 }
    case .any(let parts):
      let sets = parts.compactMap { $0.statuses }
      return sets.count < parts.count ? nil : sets.reduce(.none) { $0.union($1) }
    default: return nil
    }
  }
}
