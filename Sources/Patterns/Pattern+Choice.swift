extension Pattern {
  /// Combines patterns that match from a text's start only: the result matches like the first, preferred one
  /// that matches, so that a text is read once for all.
  ///
  /// - Returns: The pattern, and for each input the number of its group for the whole match; its group `n` is
  /// `n` further.
  ///
  /// - Throws: A ``PatternError`` for a limit.
  package static func first(
    of patterns: [Pattern],
    limits: PatternLimits = PatternLimits()
  ) throws(PatternError) -> (pattern: Pattern, groups: [Int]) {
    var groups: [Int] = []
    var nodes: [SyntaxNode] = []
    var count = 0
    for pattern in patterns {
      groups.append(count + 1)
      nodes.append(.group(count + 1, pattern.node.renumbered(by: count + 1)))
      count += pattern.groupCount + 1
    }
    return (try Pattern(.choice(nodes), groupCount: count, limits: limits), groups)
  }
}

extension SyntaxNode {
  fileprivate func renumbered(by offset: Int) -> SyntaxNode {
    switch self {
    case .empty, .scalars, .anyByte, .look: self
    case .group(let number, let node): .group(number + offset, node.renumbered(by: offset))
    case .sequence(let nodes): .sequence(nodes.map { $0.renumbered(by: offset) })
    case .choice(let nodes): .choice(nodes.map { $0.renumbered(by: offset) })
    case .repetition(let node, let repetition): .repetition(node.renumbered(by: offset), repetition)
    }
  }
}
