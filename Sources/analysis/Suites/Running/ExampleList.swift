internal import RuleLanguage
package import Engine
package import Source

package struct RuleExample {
  /// A responder at which the example is raised, and the rule there.
  struct Place {
    let responder: Int
    let clause: Int
    let decides: Bool
  }

  package let name: String
  package let error: Node
  let isMatch: Bool
  /// The rule's responder, or those that inherit it from an abstract one.
  let places: [Place]
  let sentence: String
}

package struct ExampleList {
  package let examples: [RuleExample]

  package init(_ program: RuleProgram, _ chain: ResponderChain) {
    var examples: [RuleExample] = []
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      for (place, clause) in responder.placedRules where clause.home == nil && clause.isEnabled {
        examples += Self.examples(
          of: clause, name: chain.name(ofClause: place),
          at: [.init(responder: index, clause: place, decides: Self.decides(clause, responder))])
      }
    }
    for base in program.abstract {
      for clause in base.rules + base.events where clause.home == nil && clause.isEnabled {
        let heirs = Self.heirs(of: clause, program)
        examples += Self.examples(of: clause, name: "\(base.id.text)/\(clause.name)", at: heirs)
      }
    }
    self.examples = examples
  }

  /// The responders at which a rule of an abstract responder is evaluated.
  private static func heirs(of base: RuleProgram.Clause, _ program: RuleProgram) -> [RuleExample.Place] {
    program.responders.enumerated().flatMap { index, responder -> [RuleExample.Place] in
      guard responder.isEnabled else { return [] }
      return responder.placedRules.compactMap { place, clause in
        guard clause.range.file === base.range.file, clause.range.bytes == base.range.bytes,
          clause.isEnabled
        else { return nil }
        return .init(responder: index, clause: place, decides: decides(clause, responder))
      }
    }
  }

  private static func examples(of clause: RuleProgram.Clause, name: String, at places: [RuleExample.Place])
    -> [RuleExample]
  {
    guard !places.isEmpty else { return [] }
    let decides = places.contains { $0.decides }
    func list(_ nodes: [Node], isMatch: Bool) -> [RuleExample] {
      nodes.enumerated().map { index, node in
        let does = decides ? "matches and decides" : "matches"
        return RuleExample(
          name: "\(name): \(isMatch ? "match" : "noMatch") \(index + 1)", error: node, isMatch: isMatch,
          places: places,
          sentence: isMatch
            ? "\(name) is expected to be the rule that \(does)"
            : "\(name) is expected not to be the rule that \(does)")
      }
    }
    return list(clause.examples.match, isMatch: true) + list(clause.examples.noMatch, isMatch: false)
  }

  private static func decides(_ clause: RuleProgram.Clause, _ responder: RuleProgram.Responder) -> Bool {
    // Under match: all, the first evaluation decides, and the other rules match nevertheless.
    if responder.policy.match == .all { return false }
    switch clause.verdict {
    case .evaluation, .retry, .retryByPerson, .emit, .handled, .raise: return true
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: return false
    // The chosen button decides, which may be to continue.
    case nil:
      let buttons = clause.actions.flatMap { $0.alert?.buttons ?? [] }
      return buttons.allSatisfy { button in
        switch button.verdict {
        case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: false
        case .evaluation, .retry, .retryByPerson, .emit, .handled, .raise, nil: true
        }
      }
    }
  }
}

extension RuleProgram.Responder {
  fileprivate var placedRules: [(Int, RuleProgram.Clause)] {
    Array(zip(ruleIndices, rules)) + Array(zip(eventIndices, events))
  }
}
