internal import Records
internal import RuleLanguage

/// Searches for values of dimensions that satisfy formulas: unit propagation, then a guess of the plainest
/// values, then a case split on an open formula.
///
/// Complete: the answer “none” is certain. Bounded: beyond the budget the answer is “unknown”.
struct Search {
  struct Model {
    /// Other dimensions are missing, or have their plainest value.
    var values: [Int: SampleValue] = [:]
    var known: [Int: KnownValue] = [:]
    var defined: Set<Int> = []
  }

  enum Result {
    case found(Model)
    case none
    case unknown

    var isNone: Bool { if case .none = self { true } else { false } }
  }

  private struct State {
    var known: [Int: KnownValue] = [:]
    var defined: Set<Int> = []
    /// Some set of texts may be empty.
    var isUncertain = false
  }

  struct Scope {
    var causes: Int
    /// Only errors without causes, without their own category, without lists.
    var isPlain = false
  }

  let dimensions: Dimensions
  let texts: TextExamples
  let scope: Scope
  let definition: (_ form: Int, _ category: String?) -> Formula
  /// The categories in the order to try, at least those in a set. Nil stands for none.
  let categories: (_ form: Int, ValueSet) -> [String?]
  let preferred: (Int) -> (texts: PreferredTexts, numbers: [Int64])
  /// Whether there is no state.
  let isFresh: Bool
  /// Whether state of which nothing is known at first, and plugins, answer no.
  private let isClosed: Bool
  private(set) var stepsLeft: Int
  /// Only state or a plugin decides something.
  private(set) var touchesOpen = false
  private(set) var isWidened = false
  private var untouched: [Int: KnownValue] = [:]

  init(
    dimensions: Dimensions, texts: TextExamples, scope: Scope, steps: Int, isFresh: Bool,
    isClosed: Bool,
    categories: @escaping (_ form: Int, ValueSet) -> [String?],
    definition: @escaping (_ form: Int, _ category: String?) -> Formula,
    preferred: @escaping (Int) -> (texts: PreferredTexts, numbers: [Int64])
  ) {
    self.dimensions = dimensions
    self.texts = texts
    self.scope = scope
    stepsLeft = steps
    self.isFresh = isFresh
    self.isClosed = isClosed
    self.categories = categories
    self.definition = definition
    self.preferred = preferred
  }

  mutating func run(_ formulas: [Formula]) -> Result {
    let result = search(State(), formulas, [], depth: 0)
    if case .none = result, isWidened { return .unknown }
    return result
  }

  /// - Parameters:
  ///   - new: formulas not considered yet.
  ///   - open: formulas that are undecided in the start state.
  private mutating func search(_ start: State, _ new: [Formula], _ open: [Formula], depth: Int) -> Result {
    var state = start
    guard stepsLeft > 0, depth < 400 else { return .unknown }
    guard var open = propagate(new, open, &state) else { return .none }
    guard stepsLeft > 0 else { return .unknown }
    if let (dimension, form) = undefinedCategory(state, open) {
      return decideCategory(dimension, form, state, open, depth)
    }
    let (model, failing) = guess(state, open)
    guard let failing else { return state.isUncertain ? .unknown : .found(model) }
    // A case split on the first formula that the guess fails.
    let clause = open.remove(at: failing)
    guard case .any(let parts) = clause, let first = parts.list.first else { return .unknown }
    var isUnknown = false
    switch search(state, [first], open, depth: depth + 1) {
    case .found(let model): return .found(model)
    case .unknown: isUnknown = true
    case .none: break
    }
    let rest = Formula.disjunction(Array(parts.list.dropFirst()))
    switch search(state, [first.negation, rest], open, depth: depth + 1) {
    case .found(let model): return .found(model)
    case .unknown: return .unknown
    case .none: return isUnknown ? .unknown : .none
    }
  }

  /// Returns the undecided formulas. Nil after a contradiction.
  private mutating func propagate(_ new: [Formula], _ open: [Formula], _ state: inout State) -> [Formula]? {
    var work = new + open
    var unseen = new.count
    var changed = DimensionMask()
    while true {
      var next: [Formula] = []
      next.reserveCapacity(work.count)
      var changing = DimensionMask()
      for (place, formula) in work.enumerated() {
        // A formula without a changed dimension stays undecided.
        if place >= unseen, formula.dimensions.isDisjoint(with: changed.union(changing)) {
          next.append(formula)
          continue
        }
        let simple = simplify(formula, state) ?? formula
        switch simple {
        case .yes: continue
        case .no: return nil
        case .any: next.append(simple)
        case .literal(let literal):
          guard take(literal, &state) else { return nil }
          changing.insert(literal.dimension)
        case .all(let parts):
          for part in parts.list {
            if case .literal(let literal) = part {
              guard take(literal, &state) else { return nil }
              changing.insert(literal.dimension)
            } else {
              next.append(part)
            }
          }
        }
        if stepsLeft <= 0 { return next + work }
      }
      work = next
      if changing.isEmpty { return work }
      (unseen, changed) = (0, changing)
    }
  }

  /// The formula simplified by the current knowledge. Nil if it does not change.
  private mutating func simplify(_ formula: Formula, _ state: State) -> Formula? {
    switch formula {
    case .yes, .no: return nil
    case .literal(let literal):
      stepsLeft -= 1
      switch (state.known[literal.dimension] ?? known(literal.dimension)).truth(of: literal) {
      case .yes: return .yes
      case .no: return .no
      case .open: return nil
      }
    case .all(let parts):
      guard let kept = simplify(parts.list, state, deciding: .no) else { return nil }
      return kept.isDecided ? .no : .conjunction(kept.parts)
    case .any(let parts):
      guard let kept = simplify(parts.list, state, deciding: .yes) else { return nil }
      return kept.isDecided ? .yes : .disjunction(kept.parts)
    }
  }

  /// The remaining parts, or a part that decides the whole. Nil if nothing changes.
  private mutating func simplify(_ parts: [Formula], _ state: State, deciding: KnownValue.Truth) -> (
    isDecided: Bool, parts: [Formula]
  )? {
    var kept: [Formula]?
    for (place, part) in parts.enumerated() {
      guard let simple = simplify(part, state) else {
        kept?.append(part)
        continue
      }
      if kept == nil { kept = Array(parts[..<place]) }
      switch (simple, deciding) {
      case (.yes, .yes), (.no, .no): return (true, [])
      case (.yes, _), (.no, _): continue
      case (.literal, _), (.all, _), (.any, _): kept?.append(simple)
      }
    }
    return kept.map { (false, $0) }
  }

  private mutating func known(_ dimension: Int) -> KnownValue {
    let facts = dimensions[dimension]
    if case .open = facts.dimension { touchesOpen = true }
    if let known = untouched[dimension] { return known }
    var single = facts.domain
    var mayBeArray = facts.mayBeArray
    switch facts.dimension {
    case .open:
      if isFresh, let answer = facts.fresh ?? (isClosed ? false : nil) {
        single = ValueSet(kinds: answer ? .yes : .no)
      }
    case .causes:
      let most = NumberRange(from: nil, to: .integer(Int64(scope.isPlain ? 0 : scope.causes)))
      single = single.intersection(ValueSet(numbers: NumberSet(most)))
    case .member(0, .category): if scope.isPlain { single = .missing }
    case .attribute, .problem, .with: if scope.isPlain { mayBeArray = false }
    default: break
    }
    let known = KnownValue(single: single, array: mayBeArray ? KnownValue.Elements() : nil)
    untouched[dimension] = known
    return known
  }

  private mutating func take(_ literal: DimensionLiteral, _ state: inout State) -> Bool {
    stepsLeft -= 1
    let known = (state.known[literal.dimension] ?? self.known(literal.dimension)).assuming(literal)
    isWidened = isWidened || known.single.texts.isWidened
    switch hasValue(known, of: literal.dimension) {
    case .none: return false
    case .some(let isSure): if !isSure { state.isUncertain = true }
    }
    state.known[literal.dimension] = known
    return true
  }

  /// A value remains; nil if that is not certain.
  private func hasValue(_ known: KnownValue, of dimension: Int) -> Bool? {
    var isUnknown = false
    if !known.single.kinds.isEmpty || !known.single.numbers.isEmpty || known.single.decimals.decimal != nil {
      return true
    }
    switch texts.example(of: known.single.texts) {
    case .text: return true
    case .unknown: isUnknown = true
    case .none: break
    }
    guard let array = known.array else { return isUnknown ? false : nil }
    for wanted in array.some {
      switch element(in: wanted, allowed: array.allowed) {
      case .value: continue
      case .unknown: isUnknown = true
      case .none: return isUnknown ? false : nil
      }
    }
    return !isUnknown
  }

  private enum Element {
    case value(SampleValue)
    case none, unknown
  }

  private func element(in wanted: ValueSet, allowed: ValueSet) -> Element {
    var set = wanted.intersection(allowed)
    set.kinds.remove(.missing)
    return value(of: set, preferred: (.none, []))
  }

  private func value(of set: ValueSet, preferred: (texts: PreferredTexts, numbers: [Int64])) -> Element {
    if set.kinds.contains(.missing) { return .value(.missing) }
    var isUnknown = false
    switch texts.example(of: set.texts, preferring: preferred.texts) {
    case .text(let text): return .value(.text(text))
    case .unknown: isUnknown = true
    case .none: break
    }
    if let number = set.numbers.whole(preferring: preferred.numbers) {
      return .value(.number(.integer(number)))
    }
    if let number = set.decimals.decimal { return .value(.number(.decimal(number))) }
    if set.kinds.contains(.no) { return .value(.bool(false)) }
    if set.kinds.contains(.yes) { return .value(.bool(true)) }
    if set.kinds.contains(.null) { return .value(.null) }
    if set.kinds.contains(.object) { return .value(.object([])) }
    if set.kinds.contains(.array) { return .value(.array([])) }
    return isUnknown ? .unknown : .none
  }

  private func plainest(_ known: KnownValue, of dimension: Int) -> SampleValue? {
    if let plainest = known.plainest { return plainest }
    let value = plainestValue(known, of: dimension)
    known.plainest = .some(value)
    return value
  }

  private func plainestValue(_ known: KnownValue, of dimension: Int) -> SampleValue? {
    if case .value(let value) = value(of: known.single, preferred: preferred(dimension)) { return value }
    guard let array = known.array else { return nil }
    var elements: [SampleValue] = []
    for wanted in array.some {
      if elements.contains(where: { wanted.contains($0) }) { continue }
      guard case .value(let value) = element(in: wanted, allowed: array.allowed) else { return nil }
      elements.append(value)
    }
    return .array(elements)
  }

  /// Returns the first failing formula with the fewest alternatives.
  private mutating func guess(_ state: State, _ open: [Formula]) -> (Model, Int?) {
    var model = Model(known: state.known, defined: state.defined)
    for (dimension, known) in state.known {
      if let value = plainest(known, of: dimension) { model.values[dimension] = value }
    }
    var failing: Int?
    var fewest = Int.max
    for (index, formula) in open.enumerated() where !holds(formula, &model) {
      guard case .any(let parts) = formula else { continue }
      if parts.list.count < fewest { (failing, fewest) = (index, parts.list.count) }
      if fewest == 2 { break }
    }
    return (model, failing)
  }

  /// Dimensions without a value get their plainest one.
  mutating func broken(_ formulas: [Formula], by model: inout Model) -> [Int] {
    let before = stepsLeft
    let broken = formulas.indices.filter { !holds(formulas[$0], &model) }
    // Checking a formula is cheaper than assuming it.
    stepsLeft = before - (before - stepsLeft) / 16
    return broken
  }

  /// The value that a model has in a dimension, or gets there; nil if it can't have one.
  mutating func value(of dimension: Int, in model: inout Model) -> SampleValue? {
    if let known = model.values[dimension] { return known }
    // Apart from the call: it would be of a copy, from which `known` copies all that is known.
    let known = known(dimension)
    let value = plainest(known, of: dimension)
    if let value { model.values[dimension] = value }
    return value
  }

  /// All of them: without a value in the model, a dimension is true only if nothing else is possible without state.
  func dimensionsThatAreTrue(in model: Model) -> [Int] {
    let known = model.values.compactMap { dimension, value in
      if case .bool(true) = value { dimension } else { nil }
    }
    return isFresh ? known + dimensions.trueAtFirst : known
  }

  /// Whether a model breaks a formula.
  mutating func breaks(_ formula: Formula, _ model: inout Model) -> Bool { !holds(formula, &model) }

  /// Checking formulas is cheaper than assuming them: gives back most of the steps that it took.
  mutating func giveBackSteps(ofChecksSince before: Int) {
    stepsLeft = before - (before - stepsLeft + 15) / 16
  }

  /// Whether nothing was decided about a category yet.
  func isUndefinedCategory(_ dimension: Int, _ model: Model) -> Bool {
    guard !DimensionMask(dimension).isDisjoint(with: dimensions.categories),
      case .category = dimensions[dimension].dimension
    else { return false }
    return !model.defined.contains(dimension)
  }

  private mutating func holds(_ formula: Formula, _ model: inout Model) -> Bool {
    switch formula {
    case .yes: return true
    case .no: return false
    case .all(let parts):
      for part in parts.list where !holds(part, &model) { return false }
      return true
    case .any(let parts):
      for part in parts.list where holds(part, &model) { return true }
      return false
    case .literal(let literal):
      stepsLeft -= 1
      if isUndefinedCategory(literal.dimension, model) { return false }
      guard let value = value(of: literal.dimension, in: &model) else { return false }
      return literal.holds(for: value)
    }
  }

  // Categories

  private func undefinedCategory(_ state: State, _ open: [Formula]) -> (Int, Int)? {
    func form(_ dimension: Int) -> Int? {
      guard case .category(let form) = dimensions[dimension].dimension, !state.defined.contains(dimension)
      else { return nil }
      return form
    }
    let categories = dimensions.categories
    if categories.isEmpty { return nil }
    let clauseVerdict = state.known.keys.filter {
      !DimensionMask($0).isDisjoint(with: categories) && form($0) != nil
    }
    if let dimension = clauseVerdict.min(), let form = form(dimension) { return (dimension, form) }
    var found: (Int, Int)?
    for formula in open where found == nil && !formula.dimensions.isDisjoint(with: categories) {
      formula.forEachLiteral { literal in
        if found == nil, let form = form(literal.dimension) { found = (literal.dimension, form) }
      }
    }
    return found
  }

  private mutating func decideCategory(
    _ dimension: Int, _ form: Int, _ state: State, _ open: [Formula], _ depth: Int
  ) -> Result {
    let known = state.known[dimension] ?? self.known(dimension)
    var isUnknown = false
    for category in categories(form, known.single) {
      guard known.single.contains(category.map { .text($0) } ?? .missing) else { continue }
      var next = state
      next.defined.insert(dimension)
      let isIt = category.map { ValueSet(texts: TextSet([$0])) } ?? .missing
      let clauseVerdict: [Formula] = [
        .literal(DimensionLiteral(dimension, .whole, isIt)), definition(form, category),
      ]
      switch search(next, clauseVerdict, open, depth: depth + 1) {
      case .found(let model): return .found(model)
      case .unknown: isUnknown = true
      case .none: continue
      }
      if stepsLeft <= 0 { return .unknown }
    }
    return isUnknown ? .unknown : .none
  }
}

extension DimensionLiteral {
  func holds(for value: SampleValue) -> Bool {
    switch mode {
    case .whole: return set.contains(value)
    case .some:
      if case .array(let elements) = value { return elements.contains { set.contains($0) } }
      return set.contains(value)
    case .none:
      if case .array(let elements) = value { return !elements.contains { set.contains($0) } }
      return !set.contains(value)
    }
  }
}
