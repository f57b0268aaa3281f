internal import Source
internal import Records
internal import RuleLanguage
import Patterns
internal import Engine

/// Conditions become formulas over freely chosen values.
final class Translator {
  let program: RuleProgram
  let errorSpace: ErrorSpace
  /// Among the rule sets that share the world.
  let side: Int
  let dimensions: Dimensions
  let textPredicates: TextPredicates
  let forms: ErrorForms
  let faults: Set<InjectedFault>
  let causeLimit: Int
  /// The elements of a payload that a condition on any of them is about.
  private let payloadElements: (considered: Int, isEnough: Bool)
  private let insideLevels: Int
  var exceedsCauses = false
  /// The formula, for each form, that the error names no declared category itself.
  var unlisted: [Int: Formula] = [:]
  private(set) lazy var categoryIndices = Dictionary(
    program.categories.enumerated().map { (ExactText($1.name.text), $0) },
    uniquingKeysWith: { first, _ in first })
  /// The domain that the conditions around also ask for, and the form that they are about.
  var pinnedDomain: (name: String, form: Int)?

  static let listedCodes: Int64 = 1_000

  init(_ program: RuleProgram, causeLimit: Int, faults: Set<InjectedFault>, errorSpace: ErrorSpace, side: Int)
  {
    self.program = program
    self.causeLimit = causeLimit
    payloadElements = program.payloadElements
    insideLevels = program.insideLevels
    self.errorSpace = errorSpace
    self.side = side
    dimensions = errorSpace.dimensions
    textPredicates = errorSpace.textPredicates
    forms = ErrorForms(errorSpace, side: side)
    self.faults = faults
  }

  func formula(_ condition: Condition, of form: ErrorForm) -> Formula {
    switch condition {
    case .always: return .yes
    case .all(let parts):
      let outer = pinnedDomain
      defer { pinnedDomain = outer }
      if let name = parts.lazy.compactMap({ $0.domainName }).first { pinnedDomain = (name, form.number) }
      return .conjunction(parts.map { formula($0, of: form) })
    case .any(let parts): return .disjunction(parts.map { formula($0, of: form) })
    case .not(let part):
      let inner = formula(part, of: form)
      return faults.contains(.complement) ? halfNegation(inner) : inner.negation
    case .named(_, let part): return formula(part, of: form)
    case .compare(let subject, let comparison, _): return compare(subject, comparison, form)
    case .category(let indices, _):
      let names = indices.map { program.categories[$0].name.text }
      return isCategory(form, ValueSet(texts: TextSet(names)))
    case .anyCause(let part): return anyCause(part, form)
    case .rootCause(let part): return rootCause(part, form)
    case .payloadError(let index, let part):
      let isObject = payload(index, form, ValueSet(kinds: .object), isPresent: true)
      return .conjunction([isObject, formula(part, of: forms.payload(index, of: form))])
    case .anyInside(let part): return anyInside(part, form)
    case .oneElement(let subject, let part):
      return access(subject, form, .some, elements(part))
    case .open(let names, _): return .disjunction(names.map { isOpen($0, form) })
    case .predicate(_, let source):
      return open("predicate \(source.range.bytes)/\(form.identity) of \(side)", fresh: nil)
    case .custom(let name, let answer, let source):
      var fresh: Bool?
      // A plugin may use the category, whose name has a meaning within one rule set only.
      var ruleSet = errorSpace.agreesOnCategories ? 0 : side
      if case .assumed(let stub) = answer { (fresh, ruleSet) = (stub ?? false, 0) }
      return open("custom \(name) \(source.expected)/\(form.identity) of \(ruleSet)", fresh: fresh)
    }
  }

  /// The breakers, by name, that one error opens.
  private lazy var breakersOpenAtOnce = Dictionary(
    program.breakers.filter { $0.atLeast == 1 }.map { ($0.name.text, $0) },
    uniquingKeysWith: { first, _ in first })

  private lazy var raisesErrors = program.raisesErrors

  /// A breaker may be open or not for any error. Before the first error of a stream it is closed.
  private func isOpen(_ name: String, _ form: ErrorForm) -> Formula {
    let opensAtOnce = breakersOpenAtOnce[name]
    let isRecorded = form === forms.recorded
    let staysClosed = !raisesErrors && (isRecorded || opensAtOnce == nil)
    let isOpen = open(
      "breaker \(name)/\(form.identity) of \(errorSpace.agreesOnBreakers ? 0 : side)",
      fresh: staysClosed ? false : nil)
    guard let opensAtOnce, isRecorded else { return isOpen }
    return .disjunction([formula(opensAtOnce.condition, of: form), isOpen])
  }

  /// Whether one of the errors inside satisfies the condition. An error deeper inside than any condition looks may as well be an
  /// element of the payload.
  private func anyInside(_ condition: Condition, _ form: ErrorForm) -> Formula {
    exceedsCauses =
      exceedsCauses || !payloadElements.isEnough || insideLevels > Self.mostInsideLevels
      || form.causes.leading.count > causeLimit
    return inside(condition, form, levels: min(insideLevels, Self.mostInsideLevels))
  }

  private static let mostInsideLevels = 2

  private func inside(_ condition: Condition, _ form: ErrorForm, levels: Int) -> Formula {
    guard levels > 0 || form.causes.recorded == nil else { return .no }
    let causes = (0..<mostCauses(form)).compactMap { index -> Formula? in
      guard let cause = cause(index, of: form) else { return nil }
      // A cause that a rule made contains the error as it was.
      let left = index < form.causes.leading.count ? levels : levels - 1
      let isThere = hasCauses(form, moreThan: index, isForSome: true)
      let own = formula(condition, of: cause)
      return .conjunction([isThere, .disjunction([own, inPayload(condition, cause, levels: left)])])
    }
    return .disjunction([inPayload(condition, form, levels: levels)] + causes)
  }

  private func inPayload(_ condition: Condition, _ form: ErrorForm, levels: Int) -> Formula {
    guard levels > 0 || form.causes.recorded == nil else { return .no }
    return .disjunction(
      (0..<payloadElements.considered).map { index in
        let isObject = payload(index, form, ValueSet(kinds: .object), isPresent: true)
        if case .no = isObject { return .no }
        let inner = forms.payload(index, of: form)
        return .conjunction([
          isObject,
          .disjunction([formula(condition, of: inner), inside(condition, inner, levels: levels - 1)]),
        ])
      })
  }

  /// A deliberately wrong complement, for a mutation test of the reasoner.
  private func halfNegation(_ formula: Formula) -> Formula {
    guard case .all(let parts) = formula else { return formula.negation }
    return .conjunction(parts.list.map { $0.negation })
  }

  func open(_ name: String, fresh: Bool?) -> Formula {
    is_(.open(name), ValueSet(kinds: .yes), fresh: fresh)
  }

  func is_(
    _ dimension: Dimension, _ set: ValueSet, _ mode: DimensionLiteral.Mode = .whole, fresh: Bool? = nil
  ) -> Formula {
    .literal(DimensionLiteral(dimensions.number(of: dimension, fresh: fresh), mode, set))
  }
}

extension Subject {
  /// An array matches if one of its elements does.
  var isOfElements: Bool {
    switch self {
    case .attribute, .problemExtension, .with: true
    case .field, .problem, .payload, .outcome, .elapsed: false
    }
  }
}
