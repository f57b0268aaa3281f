/// An expression that is read, and not compiled yet.
package struct ParsedPattern: Sendable {
  let node: SyntaxNode
  let groupCount: Int
  package let groupNames: [(name: String, group: Int)]

  package init(expression: String, limits: PatternLimits = PatternLimits()) throws(PatternError) {
    try Pattern.check(expression, limits)
    var parser = ExpressionParser(expression, ignoresCase: false, limits: limits)
    node = try parser.parse()
    groupCount = parser.groupCount
    groupNames = parser.groupNames
  }

  private init(_ node: SyntaxNode, groupCount: Int) {
    self.node = node
    self.groupCount = groupCount
    groupNames = []
  }

  /// Combines patterns that match from a text's start only: the result matches like the first, preferred one
  /// that matches, so that a text is read once for all.
  ///
  /// - Returns: The pattern, and for each input the number of its group for the whole match; its group `n` is
  /// `n` further.
  package static func first(of patterns: [ParsedPattern]) -> (pattern: ParsedPattern, groups: [Int]) {
    var groups: [Int] = []
    var nodes: [SyntaxNode] = []
    var count = 0
    for pattern in patterns {
      groups.append(count + 1)
      nodes.append(.group(count + 1, pattern.node.renumbered(by: count + 1)))
      count += pattern.groupCount + 1
    }
    return (ParsedPattern(.choice(nodes), groupCount: count), groups)
  }

  /// For each byte, whether a match at the start of a text may begin with it, perhaps an empty match before it.
  package var firstBytes: [Bool] {
    if node.isNullable { return Array(repeating: true, count: 256) }
    var isFirst = Array(repeating: false, count: 256)
    node.markFirstBytes(&isFirst)
    return isFirst
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

  /// Marks the first bytes; those between the first bytes of two scalars count, too.
  fileprivate func markFirstBytes(_ isFirst: inout [Bool]) {
    switch self {
    case .empty, .look: break
    case .anyByte: for byte in isFirst.indices { isFirst[byte] = true }
    case .scalars(let set):
      for range in set.ranges {
        for byte in Self.firstByte(range.lowerBound)...Self.firstByte(range.upperBound) {
          isFirst[byte] = true
        }
      }
    case .group(_, let node), .repetition(let node, _): node.markFirstBytes(&isFirst)
    case .sequence(let nodes):
      for node in nodes {
        node.markFirstBytes(&isFirst)
        if !node.isNullable { return }
      }
    case .choice(let nodes): for node in nodes { node.markFirstBytes(&isFirst) }
    }
  }

  /// The first byte of a scalar in UTF-8.
  private static func firstByte(_ scalar: UInt32) -> Int {
    switch scalar {
    case ..<0x80: Int(scalar)
    case ..<0x800: Int(0xC0 | scalar >> 6)
    case ..<0x1_0000: Int(0xE0 | scalar >> 12)
    default: Int(0xF0 | scalar >> 18)
    }
  }
}
