/// Formulas, each once: those that are written alike count as the same.
struct DistinctFormulas {
  private var byHash: [Int: [Formula]] = [:]

  /// Whether no formula that is written alike was inserted before. One with inexact sets is like no other.
  mutating func insert(_ formula: Formula) -> Bool {
    guard let hash = formula.writtenHash else { return true }
    if let met = byHash[hash], met.contains(where: { $0.isWrittenLike(formula) }) { return false }
    byHash[hash, default: []].append(formula)
    return true
  }
}

extension Formula {
  /// The same for formulas that are written alike; nil with inexact sets.
  fileprivate var writtenHash: Int? {
    switch self {
    case .yes: 0
    case .no: 1
    case .literal(let literal): literal.writtenHash
    case .all(let parts), .any(let parts): parts.writtenHash
    }
  }

  static func writtenHash(of list: [Formula]) -> Int? {
    var hasher = Hasher()
    hasher.combine(list.count)
    for part in list {
      guard let hash = part.writtenHash else { return nil }
      hasher.combine(hash)
    }
    return hasher.finalize()
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

extension DimensionLiteral {
  func hashed() -> Int? {
    if set.texts.isWidened { return nil }
    var hasher = Hasher()
    hasher.combine(dimension)
    hasher.combine(mode)
    hasher.combine(set.kinds)
    hasher.combine(set.numbers)
    for part in set.texts.parts {
      hasher.combine(part.texts)
      for textPredicate in part.wanted + part.rejected { hasher.combine(textPredicate.number) }
    }
    return hasher.finalize()
  }
}
