package import RuleEngine

/// An error under a rule's `examples`.
package struct Example {
  /// A responder at which the example is raised, and the rule there.
  struct Place {
    let responder: Int
    let station: Int
    let decides: Bool
  }

  package let name: String
  let error: Node
  let isMatch: Bool
  /// The rule's responder, or those that inherit it from an abstract one.
  let places: [Place]
  /// The expectation in words.
  let sentence: String
}

/// The examples of a rule set, in the order of the files.
package struct ExampleList {
  package let examples: [Example]

  package init(_ program: RuleProgram, _ chain: ResponderChain) {
    var examples: [Example] = []
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      for (place, station) in responder.placedRules where station.home == nil && station.isEnabled {
        examples += Self.examples(
          of: station,
          name: chain.name(ofStation: place),
          at: [.init(responder: index, station: place, decides: Self.decides(station, responder))]
        )
      }
    }
    for base in program.abstract {
      for station in base.rules + base.events where station.home == nil && station.isEnabled {
        let heirs = Self.heirs(of: station, program)
        examples += Self.examples(of: station, name: "\(base.id.text)/\(station.name)", at: heirs)
      }
    }
    self.examples = examples
  }

  /// The responders at which a rule of an abstract responder is evaluated.
  private static func heirs(of base: RuleProgram.Station, _ program: RuleProgram) -> [Example.Place] {
    program.responders.enumerated().flatMap { index, responder -> [Example.Place] in
      guard responder.isEnabled else { return [] }
      return responder.placedRules.compactMap { place, station in
        guard station.range.file === base.range.file, station.range.bytes == base.range.bytes,
          station.isEnabled
        else { return nil }
        return .init(responder: index, station: place, decides: decides(station, responder))
      }
    }
  }

  private static func examples(of station: RuleProgram.Station, name: String, at places: [Example.Place])
    -> [Example]
  {
    guard !places.isEmpty else { return [] }
    let decides = places.contains { $0.decides }
    func list(_ nodes: [Node], isMatch: Bool) -> [Example] {
      nodes.enumerated().map { index, node in
        let does = decides ? "matches and decides" : "matches"
        return Example(
          name: "\(name): \(isMatch ? "match" : "noMatch") \(index + 1)",
          error: node,
          isMatch: isMatch,
          places: places,
          sentence: isMatch
            ? "\(name) is expected to be the rule that \(does)"
            : "\(name) is expected not to be the rule that \(does)"
        )
      }
    }
    return list(station.examples.match, isMatch: true) + list(station.examples.noMatch, isMatch: false)
  }

  /// Whether a rule ends the evaluation if it matches.
  private static func decides(_ station: RuleProgram.Station, _ responder: RuleProgram.Responder) -> Bool {
    // Under match: all, the first evaluation decides, and the other rules match nevertheless.
    if responder.policy.match == .all { return false }
    switch station.verdict {
    case .evaluation, .retry, .retryByPerson, .emit, .handled, .raise: return true
    case .continue, .escalate, .transform, .unwrapPayload, .unwrapCause: return false
    // The chosen button decides, which may be to continue.
    case nil:
      let buttons = station.actions.flatMap { $0.alert?.buttons ?? [] }
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
  fileprivate var placedRules: [(Int, RuleProgram.Station)] {
    Array(zip(ruleIndices, rules)) + Array(zip(eventIndices, events))
  }
}
