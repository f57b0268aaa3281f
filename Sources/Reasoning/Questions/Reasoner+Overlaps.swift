import RuleEngine

extension Reasoner {
  /// Whether two rules of the same responder both match some error that reaches the one asked first as it was recorded:
  /// what rules make of errors is not asked about.
  package func overlap(_ one: Int, _ other: Int) -> Overlap {
    let responder = outline.stations[one].responder
    let order = walker.rules(of: responder)
    let saysTheSame = outline.stations[one].said == outline.stations[other].said
    guard outline.stations[other].responder == responder, let place = order.firstIndex(of: one),
      let otherPlace = order.firstIndex(of: other)
    else { return Overlap(answer: .never, saysTheSame: saysTheSame) }
    let (first, second) = place < otherPlace ? (one, other) : (other, one)
    let direct = arrivals.direct(responder)
    let walk = walker.walk(responder, direct.form)
    let both = { (form: ErrorForm) -> Formula in
      guard form === direct.form else { return .no }
      return Formula.conjunction([self.walker.matches(first, form), self.walker.matches(second, form)])
    }
    let check = { (run: WitnessRunner.Run) in
      self.shows(run, first)
        && (run.asks.contains(second) || run.fired.contains(second))
    }
    var answer = decide(ways(direct, walk, first, both), asking: [first, second], check)
    if answer.isNever {
      // Raised elsewhere, and sent on.
      let anywhere = Arrivals.Way(form: direct.form, takings: Array(direct.takings.dropFirst()), start: nil)
      if !ways(anywhere, walk, first, both).allSatisfy({ isEmpty($0) }) {
        let others = arrivals.fromBelow(responder).filter { $0.form === direct.form }
        answer = decide(others.flatMap { ways($0, walk, first, both) }, asking: [first, second], check)
      }
    }
    var overlap = Overlap(answer: answer, saysTheSame: saysTheSame)
    if answer.witness != nil {
      let form = direct.form
      overlap.isShadowed = isEmpty(
        [walker.matches(second, form), walker.matches(first, form).negation]
          + arrivals.error.map { $0.leaves }
      )
    }
    return overlap
  }

  /// The pairs of rules of a responder that may overlap, in the order in which they are asked: cheap, by what they name; a
  /// pair that is left out is disjoint for sure.
  package func possibleOverlaps(ofResponder responder: Int) -> [(Int, Int)] {
    let form = translator.forms.recorded
    let rules = walker.rules(of: responder).filter { outline.stations[$0].isEnabled }
    let signatures = rules.map { Signature(walker.condition(of: $0, of: form)) }
    let domain = translator.dimensions.number(of: .member(frame: 0, .domain))
    // Rules that name domains meet only those that name one of them, or none.
    var byDomain: [ExactText: [Int]] = [:]
    var anywhere: [Int] = []
    var pairs: [(Int, Int)] = []
    for index in rules.indices {
      let names = signatures[index].texts(of: domain)
      var candidates: Set<Int>
      if let names {
        candidates = Set(anywhere)
        for name in names { candidates.formUnion(byDomain[ExactText(name)] ?? []) }
      } else {
        candidates = Set(0..<index)
      }
      for earlier in candidates.sorted() where !signatures[earlier].isDisjoint(with: signatures[index]) {
        pairs.append((rules[earlier], rules[index]))
      }
      if let names {
        for name in names { byDomain[ExactText(name), default: []].append(index) }
      } else {
        anywhere.append(index)
      }
    }
    return pairs
  }
}
