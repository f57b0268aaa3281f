import RuleEngine

/// What is known so far of the value of a dimension.
final class Known {
  /// What the value is, if it is no array whose elements count.
  let single: ValueSet
  /// What its elements are, if it is an array; nil where it is none.
  let array: Elements?
  /// The plainest value, once it was looked for: nil in it where there is none.
  var plainest: JSONValue??

  struct Elements {
    /// For each an element is in it.
    var some: [ValueSet] = []
    /// Every element is in it.
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

  /// Whether a literal holds, as far as can be seen without automata.
  func truth(of literal: Literal) -> Truth {
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

  private func some(_ literal: Literal) -> Truth {
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

  /// The same with a literal taken for true, of numbers what whole ones are left.
  func taking(_ literal: Literal) -> Known {
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
    return Known(single: single, array: array)
  }
}
