internal import RuleLanguage
internal import Engine
internal import Source

/// A mapping as written, with those that apply together with it.
struct MatcherMapping {
  let members: [Node.Member]
  /// Must hold too, for the same error, the innermost first.
  let around: [[Node.Member]]
  /// Whether the mapping is below an odd number of `not`.
  let isNegated: Bool
  /// About another error: a cause, or an error in a payload.
  let isNested: Bool

  /// Here or in the surrounding mappings, the innermost first.
  subscript(key: String) -> Node? {
    for members in [members] + around {
      if let member = members.first(where: { $0.key == key }) { return member.value }
    }
    return nil
  }

  func has(anyOf keys: String...) -> Bool {
    keys.contains { self[$0] != nil }
  }
}

extension RuleProgram {
  /// Calls `body` for the mappings of named matchers, categories and rules, including inherited and disabled ones.
  func eachMatcher(_ body: (MatcherMapping) -> Void) {
    for matcher in matchers { walk(matcher.value, body) }
    eachMatcherInUse(body)
  }

  /// Calls `body` for all mappings but those under `matchers`.
  func eachMatcherInUse(_ body: (MatcherMapping) -> Void) {
    for unwrap in unwraps { unwrap.when.map { walk($0, body) } }
    for breaker in breakers { breaker.when.map { walk($0, body) } }
    for category in categories { category.when.map { walk($0, body) } }
    for (_, clause) in allClauses where clause.kind == .rule { clause.when.map { walk($0, body) } }
  }

  func walk(_ node: Node, _ body: (MatcherMapping) -> Void) {
    walk(node, around: [], isNegated: false, isNested: false, body)
  }

  private func walk(
    _ node: Node, around: [[Node.Member]], isNegated: Bool, isNested: Bool, _ body: (MatcherMapping) -> Void
  ) {
    guard let members = node.members else { return }
    body(MatcherMapping(members: members, around: around, isNegated: isNegated, isNested: isNested))
    for member in members {
      switch member.key {
      case "all", "any":
        let elements = member.value.elements ?? []
        for (index, element) in elements.enumerated() {
          // The siblings under `all` hold as well.
          let beside =
            member.key == "any"
            ? [] : elements.enumerated().filter { $0.offset != index }.compactMap { $0.element.members }
          walk(element, around: beside + [members] + around, isNegated: isNegated, isNested: isNested, body)
        }
      case "not":
        walk(member.value, around: [members] + around, isNegated: !isNegated, isNested: isNested, body)
      case "underlying", "rootCause", "inside":
        if member.value["exists"] == nil {
          walk(member.value, around: [], isNegated: isNegated, isNested: true, body)
        }
      case "payload":
        for place in member.value.members ?? [] where place.value.members != nil && !isOperators(place.value)
        {
          walk(place.value, around: [], isNegated: isNegated, isNested: true, body)
        }
      default: continue
      }
    }
  }

  private func isOperators(_ node: Node) -> Bool {
    let operators: Set = [
      "equals", "contains", "hasPrefix", "hasSuffix", "glob", "matches", "ignoreCase", "lessThan", "atMost",
      "atLeast", "greaterThan", "exists",
    ]
    return node.members?.allSatisfy { operators.contains($0.key) } ?? false
  }

  /// Itself, or a list's elements, with `$name` replaced by that list's.
  func values(of node: Node) -> [Node] {
    if let elements = node.elements { return elements.flatMap { values(of: $0) } }
    guard node.scalar != nil else { return [] }
    guard let text = node.string, text.hasPrefix("$"),
      let list = lists.first(where: { $0.key == text.dropFirst() })
    else { return [node] }
    return list.value.elements ?? []
  }

  /// The conditions of the matchers that a value of `matcher` names.
  func conditions(named node: Node) -> [Condition] {
    values(of: node).compactMap { $0.string }.compactMap { namedConditions[$0] }
  }
}
