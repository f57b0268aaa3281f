internal import Records
import Patterns
internal import RuleLanguage

// Conditions on causes.
extension Translator {
  func cause(_ index: Int, of form: ErrorForm) -> ErrorForm? {
    let leading = form.causes.leading
    if index < leading.count { return leading[index] }
    guard let recorded = form.causes.recorded else { return nil }
    return forms.cause(recorded.from + index - leading.count, of: recorded.errorNode)
  }

  func hasCauses(_ form: ErrorForm, moreThan count: Int, isForSome: Bool = false) -> Formula {
    let leading = form.causes.leading.count
    if count < leading { return .yes }
    guard let recorded = form.causes.recorded else { return .no }
    let least = recorded.from + count - leading + 1
    return is_(
      .causes(errorNode: recorded.errorNode),
      ValueSet(
        numbers: NumberSet(
          NumberRange(from: .integer(Int64(least)), to: isForSome ? .integer(Self.someCause) : nil))))
  }

  /// An upper bound. Alternatives count once.
  func causeCount(_ formula: Formula) -> Int {
    if formula.dimensions.isDisjoint(with: dimensions.causes) { return 0 }
    switch formula {
    case .yes, .no: return 0
    case .all(let parts), .any(let parts):
      if let known = parts.causeCount { return known }
      let isAll = if case .all = formula { true } else { false }
      let count = parts.list.reduce(0) { isAll ? $0 + causeCount($1) : max($0, causeCount($1)) }
      parts.causeCount = count
      return count
    case .literal(let literal):
      guard case .causes = dimensions[literal.dimension].dimension else { return 0 }
      let numbers = literal.set.numbers
      return numbers.contains(.integer(Self.someCause)) && !numbers.contains(.integer(Self.someCause + 1))
        ? 1 : 0
    }
  }

  /// The forms of an error whose category it compares.
  func categoryForms(_ formula: Formula) -> [Int] {
    if formula.dimensions.isDisjoint(with: dimensions.categories) { return [] }
    switch formula {
    case .yes, .no: return []
    case .literal(let literal):
      if case .category(let form) = dimensions[literal.dimension].dimension { return [form] }
      return []
    case .all(let parts), .any(let parts):
      if let known = parts.categoryForms { return known }
      let forms = Set(parts.list.flatMap { categoryForms($0) }).sorted()
      parts.categoryForms = forms
      return forms
    }
  }

  /// More causes than any error is assumed to have: in a literal, the need for some cause.
  static let someCause: Int64 = 1_000

  func mostCauses(_ form: ErrorForm) -> Int {
    form.causes.leading.count + (form.causes.recorded.map { max(0, causeLimit - $0.from) } ?? 0)
  }

  func anyCause(_ condition: Condition, _ form: ErrorForm) -> Formula {
    exceedsCauses = exceedsCauses || form.causes.leading.count > causeLimit
    return .disjunction(
      (0..<mostCauses(form)).compactMap { index in
        cause(index, of: form).map {
          .conjunction([
            hasCauses(form, moreThan: index, isForSome: true), formula(condition, of: $0),
          ])
        }
      }
    )
  }

  func rootCause(_ condition: Condition, _ form: ErrorForm) -> Formula {
    var paths = [Formula.conjunction([hasCauses(form, moreThan: 0).negation, formula(condition, of: form)])]
    for index in 0..<mostCauses(form) {
      guard let cause = cause(index, of: form) else { continue }
      paths.append(
        .conjunction([
          hasCauses(form, moreThan: index), hasCauses(form, moreThan: index + 1).negation,
          formula(condition, of: cause),
        ])
      )
    }
    return .disjunction(paths)
  }

  func underlying(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    let isThere: Formula
    if form.causes.standBeside {
      isThere = .disjunction([hasCauses(form, moreThan: 0), ownUnderlying(form)])
    } else if case .recorded = form[.underlying] {
      isThere = ownUnderlying(form)
    } else {
      return member(.underlying, form, set)
    }
    let wantsThere = set.kinds.contains(.object)
    let wantsMissing = set.kinds.contains(.missing)
    return wantsThere ? (wantsMissing ? .yes : isThere) : wantsMissing ? isThere.negation : .no
  }

  private func ownUnderlying(_ form: ErrorForm) -> Formula {
    guard case .recorded(let errorNode) = form[.underlying] else {
      return member(.underlying, form, .present)
    }
    // It contains the causes. Without causes it may exist and be empty.
    let isEmptyList = is_(.member(errorNode: errorNode, .underlying), ValueSet(kinds: .object))
    // Those in a cause are in the flat list, which has it.
    if case .cause = forms.errorNodes.places[errorNode] { return isEmptyList }
    return .disjunction([
      is_(
        .causes(errorNode: errorNode), ValueSet(numbers: NumberSet(NumberRange(from: .integer(1), to: nil)))),
      isEmptyList,
    ])
  }

  /// Whether there is an error to unwrap, and that error.
  func inner(_ payload: Int?, of form: ErrorForm) -> (isThere: Formula, inner: ErrorForm?) {
    guard let payload else { return (hasCauses(form, moreThan: 0), cause(0, of: form)) }
    let isObject = self.payload(payload, form, ValueSet(kinds: .object), isPresent: true)
    return (isObject, forms.payload(payload, of: form))
  }
}
