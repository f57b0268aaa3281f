/// That the value of a dimension is in a set.
final class Literal {
  enum Mode {
    /// The value is in the set; an array is just an array.
    case whole
    /// The value is in the set, or it is an array and an element is.
    case some
    /// The opposite of that.
    case none
  }

  let dimension: Int
  let mode: Mode
  let set: ValueSet
  let complement: ValueSet

  init(_ dimension: Int, _ mode: Mode, _ set: ValueSet, complement: ValueSet? = nil) {
    self.dimension = dimension
    self.mode = mode
    self.set = set
    self.complement = complement ?? set.complement
  }

  /// Whether it lists texts, or ranges of numbers, so that it can be joined with others without a loss.
  var isList: Bool { mode == .whole && set.texts.list != nil }

  var negation: Literal {
    switch mode {
    case .whole: Literal(dimension, .whole, complement, complement: set)
    case .some: Literal(dimension, .none, set, complement: complement)
    case .none: Literal(dimension, .some, set, complement: complement)
    }
  }
}

/// A combination of literals. A copy costs nothing: what it is made of is shared.
enum Formula {
  case yes
  case no
  case literal(Literal)
  case all(Parts)
  case any(Parts)

  /// What a combination is made of: at least two, none of them `yes` or `no`.
  final class Parts {
    let list: [Formula]
    /// The dimensions that are asked about.
    let dimensions: DimensionMask
    /// Each part as text.
    private(set) lazy var written: [String]? = {
      let texts = list.compactMap { $0.written }
      return texts.count == list.count ? texts : nil
    }()

    init(_ list: [Formula]) {
      self.list = list
      dimensions = list.reduce(DimensionMask()) { $0.union($1.dimensions) }
    }
  }

  /// The dimensions that are asked about, and maybe others.
  var dimensions: DimensionMask {
    switch self {
    case .yes, .no: DimensionMask()
    case .literal(let literal): DimensionMask(literal.dimension)
    case .all(let parts), .any(let parts): parts.dimensions
    }
  }

  static func conjunction(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    for part in parts {
      switch part {
      case .yes: continue
      case .no: return .no
      case .all(let inner): kept += inner.list
      case .literal, .any: kept.append(part)
      }
    }
    return kept.isEmpty ? .yes : kept.count == 1 ? kept[0] : .all(Parts(kept))
  }

  static func disjunction(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    for part in parts {
      switch part {
      case .no: continue
      case .yes: return .yes
      case .any(let inner): kept += inner.list
      case .literal, .all: kept.append(part)
      }
    }
    if kept.count > manyAlternatives { kept = merged(kept) }
    return kept.isEmpty ? .no : kept.count == 1 ? kept[0] : .any(Parts(kept))
  }

  /// Of so many alternatives those about one dimension are made one.
  private static let manyAlternatives = 8

  /// Alternatives that list values of one dimension as one: the first of them.
  private static func merged(_ alternatives: [Formula]) -> [Formula] {
    var sets: [Int: [ValueSet]] = [:]
    for case .literal(let literal) in alternatives where literal.isList {
      sets[literal.dimension, default: []].append(literal.set)
    }
    return alternatives.compactMap { alternative in
      guard case .literal(let literal) = alternative, literal.isList else { return alternative }
      guard let own = sets.removeValue(forKey: literal.dimension) else { return nil }
      return own.count == 1
        ? alternative : .literal(Literal(literal.dimension, .whole, ValueSet.union(of: own)))
    }
  }

  var negation: Formula {
    switch self {
    case .yes: .no
    case .no: .yes
    case .literal(let literal): .literal(literal.negation)
    case .all(let parts): .disjunction(parts.list.map { $0.negation })
    case .any(let parts): .conjunction(parts.list.map { $0.negation })
    }
  }

  /// Whether it is seen at once that it never holds.
  var isNo: Bool { if case .no = self { true } else { false } }

  /// Whether it is seen at once that it always holds.
  var isYes: Bool { if case .yes = self { true } else { false } }

  /// Calls `body` with each literal.
  func forEachLiteral(_ body: (Literal) -> Void) {
    switch self {
    case .yes, .no: break
    case .literal(let literal): body(literal)
    case .all(let parts), .any(let parts): for part in parts.list { part.forEachLiteral(body) }
    }
  }
}

/// Some dimensions, and maybe others whose numbers differ by a multiple of 64: for leaving out what surely asks about none
/// of them.
struct DimensionMask {
  private var bits: UInt64 = 0

  init() {}

  init(_ dimension: Int) {
    bits = 1 << UInt64(dimension & 63)
  }

  static var all: DimensionMask {
    var mask = DimensionMask()
    mask.bits = .max
    return mask
  }

  func union(_ other: DimensionMask) -> DimensionMask {
    var union = self
    union.bits |= other.bits
    return union
  }

  func isDisjoint(with other: DimensionMask) -> Bool { bits & other.bits == 0 }

  var isEmpty: Bool { bits == 0 }

  mutating func insert(_ dimension: Int) { bits |= 1 << UInt64(dimension & 63) }
}
