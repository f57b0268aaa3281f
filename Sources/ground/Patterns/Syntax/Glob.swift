/// Parses globs: `*` stands for any characters, or none; `?`, if a wildcard, for one. There is no escape.
enum Glob {
  /// The parts of `source`; a glob covers the whole text.
  static func parse(_ source: String, ignoresCase: Bool, questionMark: Bool) -> SyntaxNode {
    var nodes: [SyntaxNode] = []
    for scalar in source.unicodeScalars {
      switch scalar {
      case "*": if nodes.last != .anything { nodes.append(.anything) }
      case "?" where questionMark: nodes.append(.scalars(.all))
      default: nodes.append(.literal(String(scalar), ignoresCase: ignoresCase))
      }
    }
    return SyntaxNode.sequence(nodes).coveringWholeText
  }
}
