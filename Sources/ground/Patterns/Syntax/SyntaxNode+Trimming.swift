/// Simplification for yes-or-no searches.
///
/// If only the existence of a match matters, optional parts at its end can go: `foo.*` is found where `foo`
/// is; also at its start, if a match may start anywhere. Conditions (`$`, `\b`) and what lies before or after
/// them stay.
extension SyntaxNode {
  /// The node without groups and optional ends; it is found in the same texts.
  var trimmed: SyntaxNode { withoutGroups.trimmed(.end).trimmed(.start) }

  var isAnchoredAtStart: Bool {
    switch self {
    case .look(.startOfText): true
    case .empty, .scalars, .anyByte, .look: false
    case .group(_, let node): node.isAnchoredAtStart
    case .sequence(let nodes): nodes.first { !$0.isAlwaysEmpty }?.isAnchoredAtStart ?? false
    case .choice(let nodes): nodes.allSatisfy { $0.isAnchoredAtStart }
    case .repetition(let node, let repetition): repetition.least > 0 && node.isAnchoredAtStart
    }
  }

  private var isAlwaysEmpty: Bool {
    switch self {
    case .empty: true
    case .sequence(let nodes): nodes.allSatisfy { $0.isAlwaysEmpty }
    case .group(_, let node): node.isAlwaysEmpty
    case .scalars, .anyByte, .look, .choice, .repetition: false
    }
  }

  /// The node with groups replaced by their contents, and nested sequences flattened.
  private var withoutGroups: SyntaxNode {
    switch self {
    case .empty, .scalars, .anyByte, .look: return self
    case .group(_, let node): return node.withoutGroups
    case .choice(let nodes): return .choice(nodes.map { $0.withoutGroups })
    case .repetition(let node, let repetition): return .repetition(node.withoutGroups, repetition)
    case .sequence(let nodes):
      return .sequence(
        nodes.flatMap { node in
          let inner = node.withoutGroups
          if case .sequence(let parts) = inner { return parts }
          return inner == .empty ? [] : [inner]
        }
      )
    }
  }

  private enum Side {
    case start
    case end
  }

  private func trimmed(_ side: Side) -> SyntaxNode {
    switch self {
    case .empty, .scalars, .anyByte, .look: return self
    case .group(_, let node): return node.trimmed(side)
    case .choice(let nodes):
      let trimmed = nodes.map { $0.trimmed(side) }
      return trimmed.contains(.empty) ? .empty : .choice(trimmed)
    case .repetition(let node, let repetition):
      switch repetition.least {
      case 0: return .empty
      case 1: return node.trimmed(side)
      default:
        let exact = Repetition(least: repetition.least, most: repetition.least, isGreedy: repetition.isGreedy)
        return .repetition(node, exact)
      }
    case .sequence(var nodes):
      while !nodes.isEmpty {
        let place = side == .start ? 0 : nodes.count - 1
        let node = nodes[place].trimmed(side)
        if node != .empty {
          nodes[place] = node
          break
        }
        nodes.remove(at: place)
      }
      return nodes.isEmpty ? .empty : nodes.count == 1 ? nodes[0] : .sequence(nodes)
    }
  }
}
