import Patterns
import RuleEngine

/// Says what a condition asks of an error in terms of what can be chosen freely.
final class Translator {
  let outline: ChainOutline
  let world: World
  /// Which of the rule sets that share the world this one is.
  let side: Int
  let dimensions: Dimensions
  let atoms: TextAtoms
  let forms: ErrorForms
  let faults: Set<Fault>
  let causeLimit: Int
  /// Whether a question had more causes in it than are thought of.
  private(set) var exceedsCauses = false

  /// Decimal texts are listed where there are at most so many.
  private static let listedCodes: Int64 = 1_000

  init(_ outline: ChainOutline, causeLimit: Int, faults: Set<Fault>, world: World, side: Int) {
    self.outline = outline
    self.causeLimit = causeLimit
    self.world = world
    self.side = side
    dimensions = world.dimensions
    atoms = world.atoms
    forms = ErrorForms(world, side: side)
    self.faults = faults
  }

  /// What a condition asks of an error.
  func formula(_ condition: Condition, of form: ErrorForm) -> Formula {
    switch condition {
    case .always: return .yes
    case .all(let parts): return .conjunction(parts.map { formula($0, of: form) })
    case .any(let parts): return .disjunction(parts.map { formula($0, of: form) })
    case .not(let part):
      let inner = formula(part, of: form)
      return faults.contains(.complement) ? halfNegation(inner) : inner.negation
    case .named(_, let part): return formula(part, of: form)
    case .compare(let subject, let comparison, _): return compare(subject, comparison, form)
    case .category(let indices, _):
      let names = indices.map { outline.categories[$0].name }
      return isCategory(form, ValueSet(texts: TextSet(names)))
    case .anyCause(let part): return anyCause(part, form)
    case .rootCause(let part): return rootCause(part, form)
    case .payloadError(let index, let part):
      let isObject = payload(index, form, ValueSet(kinds: .object), isPresent: true)
      return .conjunction([isObject, formula(part, of: forms.payload(index, of: form))])
    case .oneElement(let subject, let part):
      return access(subject, form, .some, elements(part))
    case .predicate(_, let source):
      return open("predicate \(source.range.bytes)/\(form.identity) of \(side)", fresh: nil)
    case .custom(let name, let answer, let source):
      var fresh: Bool?
      // A plugin may look at the category, which is what one rule set calls it.
      var asked = world.agreesOnCategories ? 0 : side
      if case .assumed(let stub) = answer { (fresh, asked) = (stub ?? false, 0) }
      return open("custom \(name) \(source.expected)/\(form.identity) of \(asked)", fresh: fresh)
    }
  }

  /// A wrong complement, for a test that has to notice it.
  private func halfNegation(_ formula: Formula) -> Formula {
    guard case .all(let parts) = formula else { return formula.negation }
    return .conjunction(parts.list.map { $0.negation })
  }

  /// A question that only history or a plugin answers.
  func open(_ name: String, fresh: Bool?) -> Formula {
    is_(.open(name), ValueSet(kinds: .yes), fresh: fresh)
  }

  /// That a dimension's value is in a set.
  func is_(
    _ dimension: Dimension,
    _ set: ValueSet,
    _ mode: Literal.Mode = .whole,
    fresh: Bool? = nil
  ) -> Formula {
    .literal(Literal(dimensions.number(of: dimension, fresh: fresh), mode, set))
  }

  // Values

  /// The values that satisfy a comparison, each by itself.
  private func values(_ comparison: Comparison) -> ValueSet {
    switch comparison {
    case .exists(let exists):
      if faults.contains(.absence), !exists { return .present }
      return exists ? .present : .missing
    case .equal(.null): return ValueSet(kinds: .null)
    case .equal(.bool(let flag)): return ValueSet(kinds: flag ? .yes : .no)
    case .equal(.number(let number)): return ValueSet(numbers: NumberSet(number))
    case .equal(.string(let text)): return ValueSet(texts: TextSet([text]))
    case .text(let test): return ValueSet(texts: self.texts(test))
    case .matches(let pattern): return ValueSet(texts: TextSet(atoms.atom(.pattern(pattern))))
    case .name(let glob): return ValueSet(texts: self.glob(glob))
    case .number(let ranges), .duration(let ranges):
      return ValueSet(
        numbers: NumberSet(faults.contains(.bounds) ? ranges.map { $0.withUpperInside } : ranges)
      )
    case .code(let ranges): return ValueSet(texts: decimals(NumberSet(ranges)))
    case .severity(let levels): return ValueSet(texts: TextSet(levels.map { $0.name }))
    case .typeName(let name, _): return ValueSet(texts: TextSet(atoms.atom(.typeName(name))))
    case .typeGlob(let glob, _): return ValueSet(texts: self.glob(glob))
    case .qualifiedCaseGlob, .strictProblem: return .none
    }
  }

  private func glob(_ glob: String) -> TextSet {
    glob.contains("*") ? TextSet(atoms.atom(.glob(glob, questionMark: false))) : TextSet([glob])
  }

  private func texts(_ test: TextTest) -> TextSet {
    let text = test.operand
    if test.ignoresCase, text.unicodeScalars.contains(where: { $0.properties.isCased || $0.value > 127 }) {
      switch test.operator {
      case .equals: return TextSet(atoms.atom(.folded(text, .whole)))
      case .contains: return TextSet(atoms.atom(.folded(text, .anywhere)))
      case .hasPrefix: return TextSet(atoms.atom(.folded(text, .start)))
      case .hasSuffix: return TextSet(atoms.atom(.folded(text, .end)))
      case .glob: return TextSet(atoms.atom(.foldedGlob(text, questionMark: true)))
      }
    }
    switch test.operator {
    case .equals: return TextSet([text])
    case .contains: return text.isEmpty ? .all : TextSet(atoms.atom(.part(text)))
    case .hasPrefix: return text.isEmpty ? .all : TextSet(atoms.atom(.prefix(text)))
    case .hasSuffix: return text.isEmpty ? .all : TextSet(atoms.atom(.suffix(text)))
    case .glob:
      return text.contains("*") || text.contains("?")
        ? TextSet(atoms.atom(.glob(text, questionMark: true))) : TextSet([text])
    }
  }

  /// The decimal texts of whole numbers.
  private func decimals(_ numbers: NumberSet) -> TextSet {
    if let list = numbers.list(upTo: Self.listedCodes) { return TextSet(list.map { String($0) }) }
    return TextSet(atoms.atom(.decimal(numbers)))
  }

  /// The elements that satisfy a condition about elements.
  private func elements(_ condition: Condition) -> ValueSet {
    switch condition {
    case .all(let parts): return parts.reduce(.all) { $0.intersection(elements($1)) }
    case .any(let parts): return parts.reduce(.none) { $0.union(elements($1)) }
    case .not(let part): return elements(part).complement
    case .compare(_, let comparison, _): return values(comparison)
    case .always, .category, .anyCause, .rootCause, .payloadError, .oneElement, .named, .predicate, .custom:
      return .all
    }
  }

  // Subjects

  private func compare(_ subject: Subject, _ comparison: Comparison, _ form: ErrorForm) -> Formula {
    switch comparison {
    case .typeName(_, let exactly), .typeGlob(_, let exactly):
      let texts = values(comparison)
      let own = member(.type, form, texts)
      if exactly || faults.contains(.ancestors) { return own }
      return .disjunction([own, ancestor(form, texts)])
    case .qualifiedCaseGlob(let glob): return qualifiedCase(glob, form)
    case .strictProblem: return strictProblem(form)
    case .matches:
      if case .field(let field) = subject, field == .code || field == .id {
        return .conjunction([text(field, form, values(comparison)), isText(field, form)])
      }
    case .exists, .equal, .text, .name, .number, .code, .duration, .severity: break
    }
    var mode = Literal.Mode.whole
    if subject.isOfElements {
      if case .exists = comparison { mode = .whole } else { mode = .some }
    }
    return access(subject, form, mode, values(comparison))
  }

  /// That the value of a subject is in a set.
  private func access(_ subject: Subject, _ form: ErrorForm, _ mode: Literal.Mode, _ set: ValueSet) -> Formula
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
    case .outcome: return .no
    }
  }

  /// That a field's own value is in a set.
  private func member(_ field: Field, _ form: ErrorForm, _ set: ValueSet) -> Formula {
    member(form[field], field, set)
  }

  private func member(_ member: ErrorForm.Member, _ field: Field, _ set: ValueSet) -> Formula {
    switch member {
    case .missing: return set.kinds.contains(.missing) ? .yes : .no
    case .constant(let value): return set.contains(Self.canonical(value, field)) ? .yes : .no
    case .filled(let filling):
      let texts = ValueSet(texts: filling.texts(atoms))
      return .literal(
        Literal(dimensions.number(of: .filled(filling.name), within: texts), .whole, set)
      )
    case .recorded(let frame): return is_(.member(frame: frame, field), set.objects(of: field))
    case .either(let first, let second):
      let isFirst = self.member(first, field, .present)
      return .disjunction([
        .conjunction([isFirst, self.member(first, field, set)]),
        .conjunction([isFirst.negation, self.member(second, field, set)]),
      ])
    }
  }

  /// A constant as comparisons see it.
  private static func canonical(_ value: JSONValue, _ field: Field) -> JSONValue {
    switch (field, value) {
    case (.severity, .number(.integer(let number))):
      Severity(number: number).map { .text($0.name) } ?? .missing
    case (.code, .number(.integer(let number))), (.id, .number(.integer(let number))): .text("\(number)")
    case (.retryAfter, .text(let text)):
      TimeSpan(text).map { .number(.integer($0.microseconds)) } ?? .missing
    case (_, let value): value
    }
  }

  private func text(_ field: Field, _ form: ErrorForm, _ set: ValueSet) -> Formula {
    member(field, form, ValueSet(kinds: set.kinds.intersection(.missing), texts: set.texts))
  }

  /// That a code is recorded as a text: only an integer's text can be that of an integer, too.
  private func isText(_ field: Field, _ form: ErrorForm) -> Formula {
    switch form[field] {
    case .recorded(let frame):
      let isInteger = is_(.isInteger(frame: frame, field), ValueSet(kinds: .yes))
      let decimal = is_(
        .member(frame: frame, field),
        ValueSet(texts: TextSet(atoms.atom(.decimal(.all))))
      )
      return Formula.conjunction([isInteger, decimal]).negation
    case .constant(.number): return .no
    case .constant, .missing, .filled, .either: return .yes
    }
  }

  private func fatal(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    let own = member(.fatal, form, ValueSet(kinds: set.kinds.intersection([.yes, .no])))
    let isFatal = member(.severity, form, ValueSet(texts: TextSet([Severity.fatal.name])))
    var derived: [Formula] = []
    if set.kinds.contains(.yes) { derived.append(isFatal) }
    if set.kinds.contains(.no) { derived.append(isFatal.negation) }
    return .disjunction([
      own, .conjunction([member(.fatal, form, .missing), .disjunction(derived)]),
    ])
  }

  private func platform(_ set: ValueSet) -> Formula {
    let named = is_(.member(frame: 0, .platform), ValueSet(texts: set.texts))
    guard set.texts.contains(outline.platform.name) else { return named }
    return .disjunction([is_(.member(frame: 0, .platform), .missing), named])
  }

  // Type and case

  private func ancestor(_ form: ErrorForm, _ texts: ValueSet) -> Formula {
    switch form[.is] {
    case .recorded(let frame): return is_(.ancestors(frame: frame), texts, .some)
    case .constant(let value): return value.elements.contains { texts.contains($0) } ? .yes : .no
    case .missing, .filled, .either: return .no
    }
  }

  private func ancestors(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    switch form[.is] {
    case .recorded(let frame):
      var whole = set
      if set.kinds.contains(.object) { whole.kinds.insert(.array) }
      return is_(.ancestors(frame: frame), whole)
    case .constant, .filled, .either: return set.kinds.contains(.object) ? .yes : .no
    case .missing: return set.kinds.contains(.missing) ? .yes : .no
    }
  }

  /// That type, a dot and case together match a glob: wherever the dot may stand in it.
  private func qualifiedCase(_ glob: String, _ form: ErrorForm) -> Formula {
    let scalars = Array(glob.unicodeScalars)
    func part(_ range: Range<Int>) -> TextSet {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars[range])
      return self.glob(String(text))
    }
    var ways: [Formula] = []
    for (index, scalar) in scalars.enumerated() where scalar == "." || scalar == "*" {
      let isStar = scalar == "*"
      let type = part(0..<(isStar ? index + 1 : index))
      let own = part((isStar ? index : index + 1)..<scalars.count)
      ways.append(
        .conjunction([
          member(.type, form, ValueSet(texts: type)), member(.case, form, ValueSet(texts: own)),
        ])
      )
    }
    return .disjunction(ways)
  }

  // Category

  /// That the category is one of these names (or missing).
  private func isCategory(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    guard form.hasCategory else { return member(.category, form, set) }
    return is_(
      .category(form: world.category(of: form, side: side)),
      ValueSet(kinds: set.kinds.intersection(.missing), texts: set.texts)
    )
  }

  /// What it means that an error is given a category (nil: none).
  func definition(_ category: String?, of form: ErrorForm, _ condition: (Int) -> Formula?) -> Formula {
    let names = outline.categories.map { $0.name }
    let listed = ValueSet(texts: TextSet(names))
    let isUnlisted = member(.category, form, listed).negation
    var earlier: [Formula] = []
    var ways: [Formula] = []
    for (index, name) in names.enumerated() {
      guard let asked = condition(index) else { continue }
      if let category, category.utf8.elementsEqual(name.utf8) {
        let before = faults.contains(.categoryOrder) ? [] : earlier.map { $0.negation }
        ways.append(.conjunction([isUnlisted, asked] + before))
      }
      earlier.append(asked)
    }
    let isDefault = outline.defaultCategory.map { names[$0] } == category
    if isDefault { ways.insert(.conjunction([isUnlisted] + earlier.map { $0.negation }), at: 0) }
    if let category { ways.append(member(.category, form, ValueSet(texts: TextSet([category])))) }
    return .disjunction(ways)
  }

  // Causes

  private func cause(_ index: Int, of form: ErrorForm) -> ErrorForm? {
    let leading = form.causes.leading
    if index < leading.count { return leading[index] }
    guard let recorded = form.causes.recorded else { return nil }
    return forms.cause(recorded.from + index - leading.count, of: recorded.frame)
  }

  /// That there are more causes than `count`.
  private func hasCauses(_ form: ErrorForm, moreThan count: Int, isForSome: Bool = false) -> Formula {
    let leading = form.causes.leading.count
    if count < leading { return .yes }
    guard let recorded = form.causes.recorded else { return .no }
    let least = recorded.from + count - leading + 1
    return is_(
      .causes(frame: recorded.frame),
      ValueSet(
        numbers: NumberSet(
          NumberRange(from: .integer(Int64(least)), to: isForSome ? .integer(Self.someCause) : nil)
        )
      )
    )
  }

  /// How many causes a formula may ask for, each for itself.
  func causesAsked(_ formula: Formula) -> Int {
    var count = 0
    formula.forEachLiteral { literal in
      guard case .causes = dimensions[literal.dimension].dimension else { return }
      let numbers = literal.set.numbers
      if numbers.contains(.integer(Self.someCause)), !numbers.contains(.integer(Self.someCause + 1)) {
        count += 1
      }
    }
    // A formula has a literal for each place at which a cause may stand.
    let places = max(1, causeLimit - world.mostUnwrapped)
    return (count + places - 1) / places
  }

  /// More causes than any error is thought to have: a literal that ends there says that some cause is wanted.
  private static let someCause: Int64 = 1_000

  private func mostCauses(_ form: ErrorForm) -> Int {
    form.causes.leading.count + (form.causes.recorded.map { max(0, causeLimit - $0.from) } ?? 0)
  }

  private func anyCause(_ condition: Condition, _ form: ErrorForm) -> Formula {
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

  private func rootCause(_ condition: Condition, _ form: ErrorForm) -> Formula {
    var ways = [Formula.conjunction([hasCauses(form, moreThan: 0).negation, formula(condition, of: form)])]
    for index in 0..<mostCauses(form) {
      guard let cause = cause(index, of: form) else { continue }
      ways.append(
        .conjunction([
          hasCauses(form, moreThan: index), hasCauses(form, moreThan: index + 1).negation,
          formula(condition, of: cause),
        ])
      )
    }
    return .disjunction(ways)
  }

  private func underlying(_ form: ErrorForm, _ set: ValueSet) -> Formula {
    guard case .recorded(let frame) = form[.underlying] else { return member(.underlying, form, set) }
    // Causes stand in it; without any it may be there, and empty.
    let isThere = Formula.disjunction([
      is_(.causes(frame: frame), ValueSet(numbers: NumberSet(NumberRange(from: .integer(1), to: nil)))),
      is_(.member(frame: frame, .underlying), ValueSet(kinds: .object)),
    ])
    let wantsThere = set.kinds.contains(.object)
    let wantsMissing = set.kinds.contains(.missing)
    return wantsThere ? (wantsMissing ? .yes : isThere) : wantsMissing ? isThere.negation : .no
  }

  /// That there is something to unwrap, and what is inside.
  func inner(_ payload: Int?, of form: ErrorForm) -> (isThere: Formula, inner: ErrorForm?) {
    guard let payload else { return (hasCauses(form, moreThan: 0), cause(0, of: form)) }
    let isObject = self.payload(payload, form, ValueSet(kinds: .object), isPresent: true)
    return (isObject, forms.payload(payload, of: form))
  }

  // Payload

  private func payload(_ index: Int, _ form: ErrorForm, _ set: ValueSet, isPresent: Bool) -> Formula {
    switch form[.payload] {
    case .missing, .filled, .either: return set.kinds.contains(.missing) ? .yes : .no
    case .constant(let value): return set.contains(value.element(index)) ? .yes : .no
    case .recorded(let frame):
      // What stands behind others needs them.
      let needed = (0..<index).map { is_(.payload(frame: frame, $0), .present) }
      let there = is_(.member(frame: frame, .payload), ValueSet(kinds: .object))
      var present = set
      present.kinds.remove(.missing)
      let isIn = Formula.conjunction([there] + needed + [is_(.payload(frame: frame, index), present)])
      guard set.kinds.contains(.missing) else { return isIn }
      let isThere = Formula.conjunction([there] + needed + [is_(.payload(frame: frame, index), .present)])
      return .disjunction([isThere.negation, isIn])
    }
  }

  // Problem, attributes, events' values

  /// That a member of an object at `field` is in a set.
  private func below(
    _ field: Field,
    _ path: String,
    _ form: ErrorForm,
    _ mode: Literal.Mode,
    _ set: ValueSet
  ) -> Formula {
    switch form[field] {
    case .missing, .filled, .either: return set.kinds.contains(.missing) ? .yes : .no
    case .constant(let object):
      return Literal(0, mode, set).holds(for: object.find(path)) ? .yes : .no
    case .recorded(let frame):
      let path = ExactText(path)
      let dimension: Dimension =
        field == .with ? .with(frame: frame, path) : .problem(frame: frame, path)
      let isThere = is_(.member(frame: frame, field), ValueSet(kinds: .object))
      guard set.kinds.contains(.missing) else { return .conjunction([isThere, is_(dimension, set, mode)]) }
      return .disjunction([isThere.negation, is_(dimension, set, mode)])
    }
  }

  private func problem(_ part: Subject.ProblemMember, _ form: ErrorForm, _ set: ValueSet) -> Formula {
    let right = part == .status ? ValueSet.all.wholeNumbers : ValueSet(texts: .all)
    let fitting = right.intersection(set)
    let isThere = member(.problem, form, ValueSet(kinds: .object))
    let isRight = below(.problem, "\(part)", form, .whole, right)
    let isIn = below(.problem, "\(part)", form, .whole, fitting)
    var ways = [isIn]
    if part == .type {
      if set.texts.contains("about:blank") { ways.append(.conjunction([isThere, isRight.negation])) }
      if set.kinds.contains(.missing) { ways.append(isThere.negation) }
    } else if set.kinds.contains(.missing) {
      ways.append(isRight.negation)
    }
    return .disjunction(ways)
  }

  private func strictProblem(_ form: ErrorForm) -> Formula {
    let text = ValueSet(kinds: .missing, texts: .all)
    let parts = Subject.ProblemMember.allCases.map { part -> Formula in
      switch part {
      case .type:
        return below(
          .problem,
          "type",
          form,
          .whole,
          ValueSet(kinds: .missing, texts: TextSet([""]).complement)
        )
      case .status:
        let whole = ValueSet(kinds: .missing, numbers: .all, decimals: NumberSet.none)
        return below(.problem, "status", form, .whole, whole)
      case .title, .detail, .instance: return below(.problem, "\(part)", form, .whole, text)
      }
    }
    return .conjunction([member(.problem, form, ValueSet(kinds: .object))] + parts)
  }

  private func attribute(
    _ path: String,
    _ places: ArraySlice<ErrorForm.Attributes>,
    _ mode: Literal.Mode,
    _ set: ValueSet
  ) -> Formula {
    guard let first = places.first else { return set.kinds.contains(.missing) ? .yes : .no }
    func own(_ mode: Literal.Mode, _ set: ValueSet) -> Formula {
      switch first {
      case .recorded(let frame): return is_(.attribute(frame: frame, ExactText(path)), set, mode)
      case .constant(let object):
        let value = object["attributes"].find(path)
        let found =
          value.isMissing && Field.allCases.allSatisfy({ $0.name != path }) ? object.find(path) : value
        return Literal(0, mode, set).holds(for: found) ? .yes : .no
      }
    }
    guard places.count > 1 else { return own(mode, set) }
    let rest = attribute(path, places.dropFirst(), mode, set)
    guard !set.kinds.contains(.missing) else { return .conjunction([own(mode, set), rest]) }
    return .disjunction([own(mode, set), .conjunction([own(.whole, .missing), rest])])
  }

  // Status

  private func status(_ form: ErrorForm, _ set: ValueSet) -> Formula {
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

extension Subject {
  /// Whether an array as its value matches where one element does.
  var isOfElements: Bool {
    switch self {
    case .attribute, .problemExtension, .with: true
    case .field, .problem, .payload, .outcome: false
    }
  }
}

extension ValueSet {
  /// The set as members say it that are only there or not: an array that is there is an object like any.
  fileprivate func objects(of field: Field) -> ValueSet {
    switch field {
    case .payload, .options, .answers, .attributes, .problem, .with, .underlying:
      ValueSet(kinds: kinds.intersection([.missing, .object]))
    default: self
    }
  }
}

extension NumberRange {
  fileprivate var withUpperInside: NumberRange {
    var range = self
    range.excludesUpper = false
    return range
  }
}

extension NumberSet {
  /// The whole numbers, where there are at most `limit`.
  func list(upTo limit: Int64) -> [Int64]? {
    let wholes = wholes
    guard !wholes.contains(.integer(.min)), !wholes.contains(.integer(.max)) else { return nil }
    var list: [Int64] = []
    var index = 0
    let marks = Array(Set(wholes.landmarks)).sorted()
    while index < marks.count {
      var number = marks[index]
      while wholes.contains(.integer(number)), list.last.map({ $0 < number }) ?? true {
        list.append(number)
        if list.count > limit { return nil }
        number += 1
      }
      index += 1
    }
    return list
  }
}
