import Patterns
internal import Records
internal import RuleLanguage

// Conditions on nested members: payload, problem, attributes, values of events, and the status.
extension Translator {
  func payload(_ index: Int, _ form: ErrorForm, _ set: ValueSet, isPresent: Bool) -> Formula {
    switch form[.payload] {
    case .missing, .filled, .either: return set.kinds.contains(.missing) ? .yes : .no
    case .constant(let value): return set.contains(value.element(index)) ? .yes : .no
    case .recorded(let errorNode):
      // Later elements require the earlier ones.
      let needed = (0..<index).map { is_(.payload(errorNode: errorNode, $0), .present) }
      let there = is_(.member(errorNode: errorNode, .payload), ValueSet(kinds: .object))
      var present = set
      present.kinds.remove(.missing)
      let isIn = Formula.conjunction([there] + needed + [is_(.payload(errorNode: errorNode, index), present)])
      guard set.kinds.contains(.missing) else { return isIn }
      let isThere = Formula.conjunction(
        [there] + needed + [is_(.payload(errorNode: errorNode, index), .present)])
      return .disjunction([isThere.negation, isIn])
    }
  }

  // Problem, attributes, values of events

  func below(
    _ field: Field, _ path: String, _ form: ErrorForm, _ mode: DimensionLiteral.Mode, _ set: ValueSet
  ) -> Formula {
    switch form[field] {
    case .missing, .either: return set.kinds.contains(.missing) ? .yes : .no
    case .filled(let filling):
      guard let content = filling.content.find(path) else { return set.kinds.contains(.missing) ? .yes : .no }
      return below(filling, path, content, mode, set)
    case .constant(let object):
      return DimensionLiteral(0, mode, set).holds(for: object.find(path)) ? .yes : .no
    case .recorded(let errorNode):
      let path = ExactText(path)
      let dimension: Dimension =
        field == .with ? .with(errorNode: errorNode, path) : .problem(errorNode: errorNode, path)
      let isThere = is_(.member(errorNode: errorNode, field), ValueSet(kinds: .object))
      guard set.kinds.contains(.missing) else { return .conjunction([isThere, is_(dimension, set, mode)]) }
      return .disjunction([isThere.negation, is_(dimension, set, mode)])
    }
  }

  /// The value at a path of a mapping with templates.
  private func below(
    _ filling: ErrorForm.Filling, _ path: String, _ content: Action.Content, _ mode: DimensionLiteral.Mode,
    _ set: ValueSet
  ) -> Formula {
    if let value = SampleValue(exactly: content) {
      return DimensionLiteral(0, mode, set).holds(for: value) ? .yes : .no
    }
    let part = ErrorForm.Filling(name: "\(path) in \(filling.name)", content: content, form: filling.form)
    var domain = ValueSet.all
    if let template = part.template {
      if template.isOneValue, case .value(let subject, let instead) = template.parts[0], subject.isOfElements
      {
        var present = set
        present.kinds.remove(.missing)
        let isIn = access(subject, part.form, mode, present)
        guard set.texts.contains(instead ?? "") else { return isIn }
        return .disjunction([isIn, access(subject, part.form, .whole, .missing)])
      }
      if !template.isOneValue { domain = ValueSet(texts: part.texts(textPredicates)) }
    }
    return .literal(DimensionLiteral(dimensions.number(of: .filled(part.name), within: domain), mode, set))
  }

  func problem(_ part: Subject.ProblemMember, _ form: ErrorForm, _ set: ValueSet) -> Formula {
    let right = part == .status ? ValueSet.all.wholeNumbers : ValueSet(texts: .all)
    let fitting = right.intersection(set)
    let isThere = member(.problem, form, ValueSet(kinds: .object))
    let isRight = below(.problem, part.name, form, .whole, right)
    let isIn = below(.problem, part.name, form, .whole, fitting)
    var paths = [isIn]
    if part == .type {
      if set.texts.contains("about:blank") { paths.append(.conjunction([isThere, isRight.negation])) }
      if set.kinds.contains(.missing) { paths.append(isThere.negation) }
    } else if set.kinds.contains(.missing) {
      paths.append(isRight.negation)
    }
    return .disjunction(paths)
  }

  func strictProblem(_ form: ErrorForm) -> Formula {
    let text = ValueSet(kinds: .missing, texts: .all)
    let parts = Subject.ProblemMember.allCases.map { part -> Formula in
      switch part {
      case .type:
        return below(
          .problem, "type", form, .whole, ValueSet(kinds: .missing, texts: TextSet([""]).complement))
      case .status:
        let whole = ValueSet(kinds: .missing, numbers: .all, decimals: NumberSet.none)
        return below(.problem, "status", form, .whole, whole)
      case .title, .detail, .instance: return below(.problem, part.name, form, .whole, text)
      }
    }
    return .conjunction([member(.problem, form, ValueSet(kinds: .object))] + parts)
  }

  func attribute(
    _ path: String, _ places: ArraySlice<ErrorForm.Attributes>, _ mode: DimensionLiteral.Mode, _ set: ValueSet
  ) -> Formula {
    guard let first = places.first else { return set.kinds.contains(.missing) ? .yes : .no }
    func own(_ mode: DimensionLiteral.Mode, _ set: ValueSet) -> Formula {
      switch first {
      case .recorded(let errorNode):
        let dimension = Dimension.attribute(errorNode: errorNode, ExactText(path))
        guard errorNode == 0, path == RecordMember.elapsed.name, set.kinds.contains(.missing) else {
          return is_(dimension, set, mode)
        }
        // What is recorded as `elapsed` is an attribute, too.
        var present = set
        present.kinds.remove(.missing)
        return .disjunction([
          is_(dimension, present, mode),
          .conjunction([is_(dimension, .missing), is_(.elapsed, .missing)]),
        ])
      case .constant(let object):
        let value = object["attributes"].find(path)
        let found =
          value.isMissing && Field.allCases.allSatisfy({ $0.name != path }) ? object.find(path) : value
        return DimensionLiteral(0, mode, set).holds(for: found) ? .yes : .no
      }
    }
    guard places.count > 1 else { return own(mode, set) }
    let rest = attribute(path, places.dropFirst(), mode, set)
    guard !set.kinds.contains(.missing) else { return .conjunction([own(mode, set), rest]) }
    return .disjunction([own(mode, set), .conjunction([own(.whole, .missing), rest])])
  }

  // Status

  func status(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    let numbers = set.wholeNumbers
    let anyNumber = ValueSet.all.wholeNumbers
    let mayBeMissing = set.kinds.contains(.missing)
    let own = member(.status, form, numbers)
    let isUnset = member(.status, form, .missing)
    guard form.statusFallback != .none else {
      return .disjunction([own, mayBeMissing ? isUnset : .no])
    }
    let problem = below(.problem, "status", form, .whole, numbers)
    let noProblem = below(.problem, "status", form, .whole, anyNumber).negation
    var last = mayBeMissing ? Formula.yes : .no
    if form.statusFallback == .problemOrAttribute {
      let path = "http.response.status_code"
      let places = form.attributes[...]
      last = attribute(path, places, .whole, numbers)
      if mayBeMissing {
        last = .disjunction([last, attribute(path, places, .whole, anyNumber).negation])
      }
    }
    return .disjunction([
      own, .conjunction([isUnset, .disjunction([problem, .conjunction([noProblem, last])])]),
    ])
  }
}
