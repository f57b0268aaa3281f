struct Signature {
  private(set) var sets: [Int: ValueSet] = [:]

  init(_ formula: Formula) {
    add(formula)
  }

  private mutating func add(_ formula: Formula) {
    switch formula {
    case .yes, .no: break
    case .literal(let literal): narrow(literal)
    case .all(let parts): for part in parts.list { add(part) }
    case .any(let parts):
      // Alternatives about one dimension.
      var dimension: Int?
      var sets: [ValueSet] = []
      for part in parts.list {
        guard case .literal(let literal) = part, literal.mode == .whole,
          dimension.map({ $0 == literal.dimension }) ?? true
        else { return }
        dimension = literal.dimension
        sets.append(literal.set)
      }
      if let dimension {
        narrow(DimensionLiteral(dimension, .whole, ValueSet.union(of: sets), complement: .all))
      }
    }
  }

  private mutating func narrow(_ literal: DimensionLiteral) {
    guard literal.mode == .whole, !literal.set.texts.isWidened else { return }
    sets[literal.dimension] = sets[literal.dimension]?.intersection(literal.set) ?? literal.set
  }

  func isDisjoint(with other: Signature) -> Bool {
    let (few, many) = sets.count < other.sets.count ? (sets, other.sets) : (other.sets, sets)
    return few.contains { dimension, set in many[dimension].map { $0.isDisjoint(with: set) } ?? false }
  }

  /// Dimensions with at most `most` possible texts.
  func names(upTo most: Int) -> [(dimension: Int, texts: [String])] {
    sets.keys.sorted().compactMap { dimension in
      guard let texts = texts(of: dimension), texts.count <= most else { return nil }
      return (dimension, texts)
    }
  }

  func texts(of dimension: Int) -> [String]? {
    guard let set = sets[dimension], set.kinds.isEmpty, set.hasNoNumber else { return nil }
    return set.texts.list
  }
}
