internal import Source

/// The rules that routes make: one for the failures that are tried again, and one behind it for all others.
enum EnvoyRules {
  struct Rule {
    let node: Node
    let isRetry: Bool
  }

  /// The rule that keeps what a route does not try again from later ones.
  static func failed(_ id: String, _ request: RequestConditions, at place: SourceRange) -> Rule {
    var rule: [(String, Node)] = [("id", .text(id, at: place))]
    let when = request.members(at: place)
    if !when.isEmpty { rule.append(("when", .mapping(when, at: place))) }
    rule.append(("then", .text("cancel", at: place)))
    return Rule(node: .mapping(rule, at: place), isRetry: false)
  }

  /// Without those at the end that only cancel, as the responder does in the end.
  static func withoutLastFailures(_ rules: [Rule]) -> [Node] {
    let count = rules.lastIndex { $0.isRetry }.map { $0 + 1 } ?? 0
    return rules.prefix(count).map { $0.node }
  }

  static func responder(_ id: String, _ members: [(String, Node)], at place: SourceRange) -> Node {
    let cancel = Node.mapping([("then", .text("cancel", at: place))], at: place)
    return .mapping([("id", .text(id, at: place))] + members + [("otherwise", cancel)], at: place)
  }

  static func file(_ name: String, _ responders: [Node], _ matchers: EnvoyMatchers, at place: SourceRange)
    -> Node
  {
    let defaults: [(String, Node)] = [
      ("within", .longestDelay(at: place)), ("exhausted", .text("cancel", at: place)),
    ]
    return .ruleFile(
      named: name, defaults: [("retry", .mapping(defaults, at: place))],
      others: matchers.node.map { [("matchers", $0)] } ?? [], responders: responders, at: place)
  }
}
