/// Formulas, each once: those that are written alike count as the same.
struct DistinctFormulas {
  private var byHash: [Int: [Formula]] = [:]

  /// Whether no formula that is written alike was inserted before. One with inexact sets is like no other.
  mutating func insert(_ formula: Formula) -> Bool {
    var hasher = Hasher()
    guard formula.isExact(hashing: &hasher) else { return true }
    let hash = hasher.finalize()
    if let met = byHash[hash], met.contains(where: { $0.isWrittenLike(formula) }) { return false }
    byHash[hash, default: []].append(formula)
    return true
  }
}

extension Formula {
  fileprivate func isExact(hashing hasher: inout Hasher) -> Bool {
    switch self {
    case .yes: hasher.combine(0)
    case .no: hasher.combine(1)
    case .literal(let literal):
      if literal.set.texts.isWidened { return false }
      hasher.combine(literal.dimension)
      hasher.combine(literal.mode)
      hasher.combine(literal.set.kinds)
      hasher.combine(literal.set.numbers)
      for part in literal.set.texts.parts {
        hasher.combine(part.texts)
        for textPredicate in part.wanted + part.rejected { hasher.combine(textPredicate.number) }
      }
    case .all(let parts), .any(let parts):
      hasher.combine(parts.list.count)
      for part in parts.list where !part.isExact(hashing: &hasher) { return false }
    }
    return true
  }

  fileprivate func isWrittenLike(_ other: Formula) -> Bool {
    switch (self, other) {
    case (.yes, .yes), (.no, .no): true
    case (.literal(let left), .literal(let right)):
      left === right
        || left.dimension == right.dimension && left.mode == right.mode && left.set.isWrittenLike(right.set)
    case (.all(let left), .all(let right)), (.any(let left), .any(let right)):
      left === right
        || left.list.count == right.list.count
          && zip(left.list, right.list).allSatisfy { $0.isWrittenLike($1) }
    default: false
    }
  }
}
