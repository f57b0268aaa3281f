final class KnownValue {
  let single: ValueSet
  /// Nil if the value can't be an array.
  let array: Elements?
  /// Cached; the inner value is nil if there is none.
  var plainest: SampleValue??

  struct Elements {
    /// Each contains some element.
    var some: [ValueSet] = []
    var allowed: ValueSet = .all
  }

  init(single: ValueSet, array: Elements?) {
    self.single = single
    self.array = array
  }

  convenience init(_ facts: DimensionFacts) {
    self.init(single: facts.domain, array: facts.mayBeArray ? Elements() : nil)
  }

  enum Truth {
    case yes, no, open
  }

  /// The truth as far as it is known without automata.
  func truth(of literal: DimensionLiteral) -> Truth {
    switch literal.mode {
    case .whole:
      let arrayIn = literal.set.kinds.contains(.array)
      if single.isDisjoint(with: literal.set), array == nil || !arrayIn { return .no }
      if single.isDisjoint(with: literal.complement), array == nil || arrayIn { return .yes }
      return .open
    case .some: return some(literal)
    case .none:
      switch some(literal) {
      case .yes: return .no
      case .no: return .yes
      case .open: return .open
      }
    }
  }

  private func some(_ literal: DimensionLiteral) -> Truth {
    if single.isDisjoint(with: literal.set) {
      guard let array else { return .no }
      if literal.set.isDisjoint(with: array.allowed) { return .no }
    }
    if single.isDisjoint(with: literal.complement) {
      guard let array else { return .yes }
      if array.some.contains(where: { $0.isDisjoint(with: literal.complement) }) { return .yes }
    }
    return .open
  }

  /// Sets of numbers are narrowed to whole ones.
  func assuming(_ literal: DimensionLiteral) -> KnownValue {
    var (single, array) = (single, array)
    switch literal.mode {
    case .whole:
      single = single.intersection(literal.set)
      if !literal.set.kinds.contains(.array) { array = nil }
    case .some:
      single = single.intersection(literal.set)
      array?.some.append(literal.set)
    case .none:
      single = single.intersection(literal.complement)
      if let elements = array { array?.allowed = elements.allowed.intersection(literal.complement) }
    }
    single.numbers = single.numbers.wholes
    return KnownValue(single: single, array: array)
  }
}
