internal import Reasoning
internal import Engine
internal import RuleLanguage

/// Pairs of rules affected by a change of order or of `match`; it has no effect if the rules of none overlap.
enum OverlappingPairs {
  static func pairs(_ mutation: Mutation, _ own: RuleProgram, _ other: RuleProgram, _ reasoner: Reasoner)
    -> [(Int, Int)]?
  {
    switch mutation.kind {
    case "swap-rules": swapped(own, other)
    case "change-policy": changedPolicies(own, other, reasoner)
    case "change-verdict": after(own, other)
    default: nil
    }
  }

  private static func swapped(_ own: RuleProgram, _ other: RuleProgram) -> [(Int, Int)]? {
    var pairs: [(Int, Int)] = []
    guard own.responders.count == other.responders.count else { return nil }
    for (responder, met) in zip(own.responders, other.responders) where responder.isEnabled {
      // Overlaps of event rules are not examined.
      guard responder.events.map({ $0.name }) == met.events.map({ $0.name })
      else { return nil }
      let indices = Dictionary(
        met.rules.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
      let rules = Array(responder.ruleIndices)
      let moved = rules.compactMap { indices[own.clauses[$0].name] }
      guard moved.count == rules.count, indices.count == rules.count else { return nil }
      for later in rules.indices {
        for earlier in 0..<later
        where moved[earlier] > moved[later] && own.areEnabled(rules[earlier], rules[later]) {
          pairs.append((rules[earlier], rules[later]))
        }
      }
    }
    return pairs
  }

  private static func changedPolicies(_ own: RuleProgram, _ other: RuleProgram, _ reasoner: Reasoner)
    -> [(Int, Int)]?
  {
    var pairs: [(Int, Int)] = []
    guard own.responders.count == other.responders.count else { return nil }
    for (index, responder) in own.responders.enumerated() where responder.isEnabled {
      let (policy, met) = (responder.policy, other.responders[index].policy)
      guard policy.otherwise == met.otherwise, policy.always == met.always else { return nil }
      if policy == met { continue }
      // Escalation has another effect under match: all.
      guard !responder.rules.contains(where: { $0.mayLeave }) else { return nil }
      pairs += reasoner.possibleOverlaps(ofResponder: index)
    }
    return pairs
  }

  /// The pairs of a rule that changes between continue and escalate and the rules after it.
  private static func after(_ own: RuleProgram, _ other: RuleProgram) -> [(Int, Int)]? {
    var pairs: [(Int, Int)] = []
    guard own.clauses.count == other.clauses.count else { return nil }
    for (index, clause) in own.clauses.enumerated() {
      let verdict = other.clauses[index].verdict
      if "\(clause.actions)" != "\(other.clauses[index].actions)" { return nil }
      if verdict.map({ "\($0)" }) == clause.verdict.map({ "\($0)" }) { continue }
      let responder = own.responders[clause.responder]
      guard clause.kind == .rule, clause.goesOn != nil, verdict?.goesOn != nil,
        responder.otherwise == nil, responder.policy.match == .first
      else { return nil }
      let isReversed = responder.policy.order == .lastFirst
      pairs += responder.ruleIndices.filter { $0 != index && ($0 > index) != isReversed }.map { (index, $0) }
        .filter { own.areEnabled($0, $1) }
    }
    return pairs
  }
}

extension RuleProgram {
  fileprivate func areEnabled(_ one: Int, _ other: Int) -> Bool {
    clauses[one].isEnabled && clauses[other].isEnabled
  }
}

extension RuleProgram.Clause {
  fileprivate var mayLeave: Bool {
    if case .retry(let policy) = verdict, case .escalate = policy.exhausted { return true }
    return goesOn != nil
      || actions.contains { $0.alert?.buttons.contains { $0.verdict?.goesOn != nil } == true }
      || failures.contains { $0.goesOn != nil }
  }

  fileprivate var goesOn: Bool? { verdict?.goesOn }
}

extension Verdict {
  /// True for the next rule, false for the parent, nil if the error is handled.
  fileprivate var goesOn: Bool? {
    switch self {
    case .continue: true
    case .escalate: false
    default: nil
    }
  }
}
