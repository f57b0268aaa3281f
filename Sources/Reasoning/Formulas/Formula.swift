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

  var negation: Literal {
    switch mode {
    case .whole: Literal(dimension, .whole, complement, complement: set)
    case .some: Literal(dimension, .none, set, complement: complement)
    case .none: Literal(dimension, .some, set, complement: complement)
    }
  }
}

/// A combination of literals.
indirect enum Formula {
  case yes
  case no
  case literal(Literal)
  case all([Formula])
  case any([Formula])

  static func conjunction(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    for part in parts {
      switch part {
      case .yes: continue
      case .no: return .no
      case .all(let inner): kept += inner
      case .literal, .any: kept.append(part)
      }
    }
    return kept.isEmpty ? .yes : kept.count == 1 ? kept[0] : .all(kept)
  }

  static func disjunction(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    for part in parts {
      switch part {
      case .no: continue
      case .yes: return .yes
      case .any(let inner): kept += inner
      case .literal, .all: kept.append(part)
      }
    }
    return kept.isEmpty ? .no : kept.count == 1 ? kept[0] : .any(kept)
  }

  var negation: Formula {
    switch self {
    case .yes: .no
    case .no: .yes
    case .literal(let literal): .literal(literal.negation)
    case .all(let parts): .disjunction(parts.map { $0.negation })
    case .any(let parts): .conjunction(parts.map { $0.negation })
    }
  }

  /// Calls `body` with each literal.
  func forEachLiteral(_ body: (Literal) -> Void) {
    switch self {
    case .yes, .no: break
    case .literal(let literal): body(literal)
    case .all(let parts), .any(let parts): for part in parts { part.forEachLiteral(body) }
    }
  }
}
