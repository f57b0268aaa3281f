internal import Bytes
internal import Source

package struct ExpectationResult: Sendable {
  package let item: Expectation.Item
  package let found: [String]
  package let holds: Bool
}

package enum ExpectationCheck {
  static func comparisons(_ expectation: Expectation, _ observation: ObservedOutcome) -> [ExpectationResult] {
    expectation.items.flatMap { item -> [ExpectationResult] in
      if case .raised(let raised) = item.meaning {
        guard let inner = observation.raised else {
          return [ExpectationResult(item: item, found: [], holds: false)]
        }
        return comparisons(raised, inner)
      }
      let (holds, found) = compare(item, observation)
      return [ExpectationResult(item: item, found: found(), holds: holds)]
    }
  }

  /// Faster than ``comparisons(_:_:)``.
  package static func holds(_ expectation: Expectation, _ observation: ObservedOutcome) -> Bool {
    expectation.items.allSatisfy { item in
      if case .raised(let raised) = item.meaning {
        return observation.raised.map { holds(raised, $0) } ?? false
      }
      return compare(item, observation).holds
    }
  }

  private static func compare(_ item: Expectation.Item, _ observed: ObservedOutcome) -> (
    holds: Bool, found: () -> [String]
  ) {
    let key = item.key.split(separator: ".").last.map { String($0) } ?? item.key
    switch item.meaning {
    case .member(let value):
      let member = observed.resolution[key] ?? Self.nothing(key, observed)
      return (value.holds(for: member), { member.map { [JSONWriter.line($0)] } ?? [] })
    case .flag(let flag):
      let isSet =
        observed.resolution[key].map { if case .bool(true) = $0.content { true } else { false } } ?? false
      return (isSet == flag, { ["\(isSet)"] })
    case .by(let by): return (observed.by == by, { [observed.by.json] })
    case .responder(let responder):
      return (observed.responder == responder, { observed.responder.map { [$0.json] } ?? [] })
    case .rules(let rules):
      return (rules.isSubsequence(of: observed.ran) { $0 == $1 }, { observed.ran.map { $0.json } })
    case .actions(let actions):
      return (actions.isSubsequence(of: observed.actions) { $0.holds(for: $1) }, { lines(observed.actions) })
    case .events(let events):
      return (events.isSubsequence(of: observed.events) { $0.holds(for: $1) }, { lines(observed.events) })
    case .answer(let answer):
      return (observed.answers.contains { answer.holds(for: $0) }, { lines(observed.answers) })
    case .error(let error):
      return (error.holds(for: observed.ended), { [JSONWriter.line(observed.ended)] })
    case .raised: return (true, { [] })
    case .never(let bound):
      let broken = breaches(of: bound, observed)
      return (broken.isEmpty, { broken })
    case .only(let bound):
      let others = surplus(beside: bound, observed)
      return (others.isEmpty, { others })
    }
  }

  /// The empty value of a member that a resolution leaves out if it has no elements.
  private static func nothing(_ key: String, _ observed: ObservedOutcome) -> Node? {
    ["path", "outOfContract"].contains(key)
      ? Node(.sequence([]), style: .flow, range: observed.resolution.range) : nil
  }

  private static func lines(_ nodes: [Node]) -> [String] { nodes.map { JSONWriter.line($0) } }

  private static func breaches(of bound: Expectation.Bound, _ observed: ObservedOutcome) -> [String] {
    func matching(_ values: [ExpectedValue], _ nodes: [Node]) -> [String] {
      lines(nodes.filter { node in values.contains { $0.holds(for: node) } })
    }
    func among(_ names: [String], _ happened: [String]) -> [String] {
      happened.filter { names.contains($0) }.map { $0.json }
    }
    switch bound {
    case .evaluation(let values):
      return matching(values, [observed.resolution["evaluation"]].compactMap { $0 })
    case .category(let values): return matching(values, [observed.resolution["category"]].compactMap { $0 })
    case .by(let names): return among(names, [observed.by])
    case .rules(let names): return among(names, observed.ran)
    case .path(let names): return among(names, observed.path)
    case .actions(let values): return matching(values, observed.actions)
    case .answer(let values): return matching(values, observed.answers)
    case .events(let values): return matching(values, observed.events)
    }
  }

  private static func surplus(beside bound: Expectation.Bound, _ observed: ObservedOutcome) -> [String] {
    func others(_ values: [ExpectedValue], _ nodes: [Node]) -> [String] {
      lines(nodes.filter { node in !values.contains { $0.holds(for: node) } })
    }
    func others(_ names: [String], _ happened: [String]) -> [String] {
      happened.filter { !names.contains($0) }.map { $0.json }
    }
    switch bound {
    case .rules(let names): return others(names, observed.ran)
    case .path(let names): return others(names, observed.path)
    case .actions(let values): return others(values, observed.actions)
    case .events(let values): return others(values, observed.events)
    case .evaluation, .category, .by, .answer: return []
    }
  }
}

extension Array {
  /// Whether the elements occur in the others in the same order, with gaps.
  fileprivate func isSubsequence<Other>(of others: [Other], where fits: (Element, Other) -> Bool) -> Bool {
    var rest = others[...]
    for element in self {
      guard let place = rest.firstIndex(where: { fits(element, $0) }) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
