/// What a formula surely asks of single dimensions: a bound for what satisfies it.
struct Signature {
  private(set) var sets: [Int: ValueSet] = [:]

  init(_ formula: Formula) {
    add(formula)
  }

  private mutating func add(_ formula: Formula) {
    switch formula {
    case .yes, .no: break
    case .literal(let literal): narrow(literal)
    case .all(let parts): for part in parts { add(part) }
    case .any(let parts):
      // Alternatives about one dimension.
      var union: (dimension: Int, set: ValueSet)?
      for part in parts {
        guard case .literal(let literal) = part, literal.mode == .whole,
          union.map({ $0.dimension == literal.dimension }) ?? true
        else { return }
        union = (literal.dimension, union.map { $0.set.union(literal.set) } ?? literal.set)
      }
      if let union { narrow(Literal(union.dimension, .whole, union.set, complement: .all)) }
    }
  }

  private mutating func narrow(_ literal: Literal) {
    guard literal.mode == .whole, !literal.set.texts.isWidened else { return }
    sets[literal.dimension] = sets[literal.dimension]?.intersection(literal.set) ?? literal.set
  }

  func isDisjoint(with other: Signature) -> Bool {
    let (few, many) = sets.count < other.sets.count ? (sets, other.sets) : (other.sets, sets)
    return few.contains { dimension, set in many[dimension].map { $0.isDisjoint(with: set) } ?? false }
  }

  /// The first dimension that has one of a few texts, and these.
  func names(upTo most: Int) -> (dimension: Int, texts: [String])? {
    for dimension in sets.keys.sorted() {
      if let texts = texts(of: dimension), texts.count <= most { return (dimension, texts) }
    }
    return nil
  }

  /// The texts of which a dimension has one, where they are known.
  func texts(of dimension: Int) -> [String]? {
    guard let set = sets[dimension], set.kinds.isEmpty, set.hasNoNumber else { return nil }
    return set.texts.list
  }
}
