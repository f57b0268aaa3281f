/// The value of a dimension is in a set.
final class DimensionLiteral {
  enum Mode: Int {
    /// The value is in the set. An array counts as one value.
    case whole
    /// The value is in the set, or it is an array with an element in it.
    case some
    /// The negation of ``some``.
    case none
  }

  let dimension: Int
  let mode: Mode
  let set: ValueSet
  let complement: ValueSet
  /// The hash by which ``DistinctFormulas`` finds it.
  private(set) lazy var writtenHash = hashed()

  init(_ dimension: Int, _ mode: Mode, _ set: ValueSet, complement: ValueSet? = nil) {
    self.dimension = dimension
    self.mode = mode
    self.set = set
    self.complement = complement ?? set.complement
  }

  /// Texts or ranges of numbers, which can be merged without loss.
  var isList: Bool { mode == .whole && set.texts.list != nil }

  var negation: DimensionLiteral {
    switch mode {
    case .whole: DimensionLiteral(dimension, .whole, complement, complement: set)
    case .some: DimensionLiteral(dimension, .none, set, complement: complement)
    case .none: DimensionLiteral(dimension, .some, set, complement: complement)
    }
  }
}

/// Cheap to copy because its parts are shared.
enum Formula {
  case yes
  case no
  case literal(DimensionLiteral)
  case all(Parts)
  case any(Parts)

  /// A list of at least two formulas, none of them `yes` or `no`.
  final class Parts {
    let list: [Formula]
    let dimensions: DimensionMask
    /// The number of causes that they need, once it was counted.
    var causeCount: Int?
    /// The forms whose category they compare, once they were collected.
    var categoryForms: [Int]?
    /// The hash by which ``DistinctFormulas`` finds them.
    private(set) lazy var writtenHash = Formula.writtenHash(of: list)
    private(set) lazy var written: [String]? = {
      let texts = list.compactMap { $0.written }
      return texts.count == list.count ? texts : nil
    }()

    init(_ list: [Formula]) {
      self.list = list
      dimensions = list.reduce(DimensionMask()) { $0.union($1.dimensions) }
    }
  }

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

  /// The number of alternatives of one dimension from which on they are merged.
  private static let manyAlternatives = 8

  /// The alternatives with those that list values of the same dimension merged, at the position of the first.
  private static func merged(_ alternatives: [Formula]) -> [Formula] {
    var sets: [Int: [ValueSet]] = [:]
    for case .literal(let literal) in alternatives where literal.isList {
      sets[literal.dimension, default: []].append(literal.set)
    }
    return alternatives.compactMap { alternative in
      guard case .literal(let literal) = alternative, literal.isList else { return alternative }
      guard let own = sets.removeValue(forKey: literal.dimension) else { return nil }
      return own.count == 1
        ? alternative : .literal(DimensionLiteral(literal.dimension, .whole, ValueSet.union(of: own)))
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

  var isNo: Bool { if case .no = self { true } else { false } }

  var isYes: Bool { if case .yes = self { true } else { false } }

  func forEachLiteral(_ body: (DimensionLiteral) -> Void) {
    switch self {
    case .yes, .no: break
    case .literal(let literal): body(literal)
    case .all(let parts), .any(let parts): for part in parts.list { part.forEachLiteral(body) }
    }
  }
}

/// A set of dimensions modulo 64, possibly with more than were added: it rules out formulas that don't use a
/// dimension.
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
