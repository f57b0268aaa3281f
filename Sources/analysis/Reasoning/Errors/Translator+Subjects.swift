internal import Engine
import Patterns
internal import Records
internal import RuleLanguage

// Conditions on each subject.
extension Translator {
  func access(_ subject: Subject, _ form: ErrorForm, _ mode: DimensionLiteral.Mode, _ set: ValueSet)
    -> Formula
  {
    switch subject {
    case .field(.category): return isCategory(form, set)
    case .field(.status): return status(form, set)
    case .field(.fatal): return fatal(form, set)
    case .field(.platform): return platform(set)
    case .field(.code), .field(.id):
      guard case .field(let field) = subject else { return .no }
      return text(field, form, set)
    case .field(.underlying): return underlying(form, set)
    case .field(.is): return ancestors(form, set)
    case .field(let field): return member(field, form, set)
    case .problem(let part): return problem(part, form, set)
    case .problemExtension(let path): return below(.problem, path, form, mode, set)
    case .with(let path): return below(.with, path, form, mode, set)
    case .attribute(let path): return attribute(path, form.attributes[...], mode, set)
    case .payload(let index): return payload(index, form, set, isPresent: !set.kinds.contains(.missing))
    case .elapsed: return elapsed(set)
    case .outcome: return .no
    }
  }

  func member(_ field: Field, _ form: ErrorForm, _ set: ValueSet) -> Formula {
    member(form[field], field, set)
  }

  func member(_ member: ErrorForm.Member, _ field: Field, _ set: ValueSet) -> Formula {
    switch member {
    case .missing: return set.kinds.contains(.missing) ? .yes : .no
    case .constant(let value): return set.contains(Self.canonical(value, field)) ? .yes : .no
    case .filled(let filling):
      if let known = filling.isIn(set.texts, self) { return known }
      let texts = ValueSet(texts: filling.texts(textPredicates))
      return .literal(
        DimensionLiteral(dimensions.number(of: .filled(filling.name), within: texts), .whole, set))
    case .recorded(let errorNode): return is_(.member(errorNode: errorNode, field), set.objects(of: field))
    case .either(let first, let second):
      let isFirst = self.member(first, field, .present)
      return .disjunction([
        .conjunction([isFirst, self.member(first, field, set)]),
        .conjunction([isFirst.negation, self.member(second, field, set)]),
      ])
    }
  }

  static func canonical(_ value: SampleValue, _ field: Field) -> SampleValue {
    switch (field, value) {
    case (.severity, .number(.integer(let number))):
      Severity(number: number).map { .text($0.name) } ?? .missing
    case (.code, .number(.integer(let number))), (.id, .number(.integer(let number))): .text("\(number)")
    case (.retryAfter, .text(let text)):
      TimeSpan(text).map { .number(.integer($0.microseconds)) } ?? .missing
    case (.retryAfter, .number(let number)):
      (0..<9e12).contains(number.double)
        ? .number(.integer(Int64((number.double * 1_000_000).rounded()))) : .missing
    case (_, let value): value
    }
  }

  func text(_ field: Field, _ form: ErrorForm, _ set: ValueSet) -> Formula {
    member(field, form, ValueSet(kinds: set.kinds.intersection(.missing), texts: set.texts))
  }

  /// A text that is not an integer's can't be an integer.
  func isText(_ field: Field, _ form: ErrorForm) -> Formula {
    switch form[field] {
    case .recorded(let errorNode):
      let isInteger = is_(.isInteger(errorNode: errorNode, field), ValueSet(kinds: .yes))
      let decimal = is_(
        .member(errorNode: errorNode, field),
        ValueSet(texts: TextSet(textPredicates.textPredicate(.decimal(.all)))))
      return Formula.conjunction([isInteger, decimal]).negation
    case .constant(.number): return .no
    case .constant, .missing, .filled, .either: return .yes
    }
  }

  func fatal(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    let own = member(.fatal, form, ValueSet(kinds: set.kinds.intersection([.yes, .no])))
    let isFatal = member(.severity, form, ValueSet(texts: TextSet([Severity.fatal.name])))
    var derived: [Formula] = []
    if set.kinds.contains(.yes) { derived.append(isFatal) }
    if set.kinds.contains(.no) { derived.append(isFatal.negation) }
    return .disjunction([
      own, .conjunction([member(.fatal, form, .missing), .disjunction(derived)]),
    ])
  }

  /// The recorded time since the first failure, or else 0 for a first try. What happened stays with whatever a rule makes of
  /// the error.
  func elapsed(_ set: ValueSet) -> Formula {
    let isFirst = is_(.member(errorNode: 0, .attempt), ValueSet(numbers: NumberSet(NumberRange(.integer(1)))))
    var own = set
    own.kinds.remove(.missing)
    let derived: Formula =
      switch (set.numbers.contains(.integer(0)), set.kinds.contains(.missing)) {
      case (true, true): .yes
      case (true, false): isFirst
      case (false, true): isFirst.negation
      case (false, false): .no
      }
    return .disjunction([is_(.elapsed, own), .conjunction([is_(.elapsed, .missing), derived])])
  }

  func platform(_ set: ValueSet) -> Formula {
    let named = is_(.member(errorNode: 0, .platform), ValueSet(texts: set.texts))
    guard set.texts.contains(program.platform.name) else { return named }
    return .disjunction([is_(.member(errorNode: 0, .platform), .missing), named])
  }
}

extension ValueSet {
  /// Members that are only present or missing: an array counts as an object.
  fileprivate func objects(of field: Field) -> ValueSet {
    switch field {
    case .payload, .options, .answers, .performed, .attributes, .problem, .with, .underlying:
      ValueSet(kinds: kinds.intersection([.missing, .object]))
    default: self
    }
  }
}
