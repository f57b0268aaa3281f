internal import Source
internal import Records
internal import Engine

/// A solver for one rule set, or several that share a world.
final class Solver {
  let walkers: [Walker]
  let limits: ReasoningLimits
  let texts: TextExamples
  /// A machine-independent cost.
  private(set) var stepsTaken = 0
  /// The budget of the run; nil for none.
  let budget: StepBudget?
  /// The share of the current search.
  private var share = Int.max
  /// Some search was left undecided for its share of the run's budget.
  var wasCut = false
  /// A step of a search takes as long as so many of an automaton.
  private static let automatonSteps = 16

  init(
    _ walkers: [Walker], _ limits: ReasoningLimits, _ budget: StepBudget? = nil,
    memory: ReasoningMemory? = nil
  ) {
    self.walkers = walkers
    self.limits = limits
    self.budget = budget
    texts = TextExamples(limits, memory)
  }

  /// Gives a search its share of the run's budget, and takes what it has spent.
  private func budgeted(_ body: () -> (result: Search.Result, touchesOpen: Bool)) -> (
    result: Search.Result, touchesOpen: Bool
  ) {
    guard let budget else { return body() }
    let own = budget.nextShare()
    share = own
    texts.share = own > Int.max / Self.automatonSteps ? .max : own * Self.automatonSteps
    let (before, textsBefore) = (stepsTaken, texts.stepsTaken)
    let found = body()
    // A search costs something, even if it is decided at once.
    budget.spend(1 + stepsTaken - before + (texts.stepsTaken - textsBefore) / Self.automatonSteps)
    if case .unknown = found.result, own < limits.steps { wasCut = true }
    share = .max
    texts.share = .max
    return found
  }

  var errorSpace: ErrorSpace { walkers[0].translator.errorSpace }

  /// Searches for an evaluator without state or with any state.
  func search(_ formulas: [Formula], isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    budgeted { searchAll(formulas, isFresh: isFresh) }
  }

  private func searchAll(_ formulas: [Formula], isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    var formulas = formulas
    var causes = causesNeeded(formulas)
    if causes > limits.causes {
      // A repeated formula needs no further cause.
      formulas = withoutRepeated(formulas)
      causes = causesNeeded(formulas)
    }
    var scope = Search.Scope(causes: min(causes, limits.causes), isPlain: true)
    let plain = search(formulas, isFresh: isFresh, scope, steps: limits.steps / 20)
    if case .found = plain.result { return plain }
    scope.isPlain = false
    let (result, touchesOpen) = search(formulas, isFresh: isFresh, scope, steps: limits.steps)
    if case .none = result, causes > limits.causes, !isNoneForSure(formulas, isFresh: isFresh, scope) {
      return (.unknown, touchesOpen)
    }
    return (result, touchesOpen)
  }

  /// Searches with the claims that a found error breaks, if there are many.
  func search(_ requirements: Requirements, isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    budgeted { searchFew(requirements, isFresh: isFresh) }
  }

  private func searchFew(_ requirements: Requirements, isFresh: Bool) -> (
    result: Search.Result, touchesOpen: Bool
  ) {
    let (formulas, claims) = (requirements.formulas, requirements.claims)
    let room = Self.manyFormulas - formulas.count
    guard room > 0 else { return searchAll(requirements.all, isFresh: isFresh) }
    let first = claims.leave(about: requirements.signature, upTo: room + 1)
    guard first.count > room, formulas.count <= Self.firstFormulas else {
      return searchAll(requirements.all, isFresh: isFresh)
    }
    let causes = causesNeeded(requirements)
    let distinct = causes > limits.causes ? withoutRepeated(first) : first
    let start = formulas + distinct.prefix(Self.firstFormulas - formulas.count)
    var searched: [Formula] = []
    func search(isPlain: Bool, steps: Int) -> (result: Search.Result, touchesOpen: Bool) {
      searched = start
      var known: Set<PriorClaims.Place> = []
      let scope = Search.Scope(causes: min(causes, limits.causes), isPlain: isPlain)
      return self.search(start, isFresh: isFresh, scope, steps: steps) { search, model in
        let before = search.stepsLeft
        let broken = claims.broken(
          about: requirements.signature, besides: known, upTo: Self.mostAdded,
          isTrue: search.dimensionsThatAreTrue(in: model), categories: errorSpace.dimensions.categories,
          { search.isUndefinedCategory($0, model) ? nil : search.value(of: $0, in: &model) },
          { search.breaks($0, &model) })
        search.giveBackSteps(ofChecksSince: before)
        known.formUnion(broken.map { $0.place })
        searched += broken.map { $0.leaves }
        return broken.map { $0.leaves }
      }
    }
    let plain = search(isPlain: true, steps: limits.steps / 20)
    if case .found = plain.result { return plain }
    let found = search(isPlain: false, steps: limits.steps)
    guard case .none = found.result, causes > limits.causes else { return found }
    let scope = Search.Scope(causes: limits.causes)
    if isNoneForSure(searched, isFresh: isFresh, scope) { return found }
    // Others may show it without causes.
    if share > 0, isNoneForSure(withoutRepeated(requirements.all), isFresh: isFresh, scope) { return found }
    return (.unknown, found.touchesOpen)
  }

  /// The formulas that are not written like earlier ones.
  private func withoutRepeated(_ formulas: [Formula]) -> [Formula] {
    var distinct = DistinctFormulas()
    return formulas.filter { distinct.insert($0) }
  }

  /// Formulas without a model within the cause limit have none beyond it: some of them need no more causes
  /// and have no model.
  private func isNoneForSure(_ formulas: [Formula], isFresh: Bool, _ scope: Search.Scope) -> Bool {
    let parts = formulas.flatMap { formula -> [Formula] in
      if case .all(let parts) = formula { parts.list } else { [formula] }
    }
    // Formulas about causes come last, so that the core avoids them.
    let causes = errorSpace.dimensions.causes.union(errorSpace.dimensions.categories)
    let ordered =
      parts.filter { $0.dimensions.isDisjoint(with: causes) }
      + parts.filter { !$0.dimensions.isDisjoint(with: causes) }
    var isCut = false
    func isNone(_ some: [Formula]) -> Bool {
      // Without steps nothing is proven, and the rest is passed over.
      if share <= 0 { isCut = true }
      if isCut { return true }
      return search(some, isFresh: isFresh, scope, steps: limits.steps / 10).result.isNone
    }
    let core = MinimalCore(isNone: isNone).core(of: ordered)
    return !isCut && causesNeeded(core) <= limits.causes && isNone(core) && !isCut
  }

  /// Beyond this number, formulas are checked against each model.
  private static let manyFormulas = 48
  private static let firstFormulas = manyFormulas / 3
  private static let mostAdded = 24

  /// Starts with few formulas, because most of ten thousand rules don't concern a model. Formulas without a
  /// model have none together with others, and a model that breaks no formula is a model of all.
  private func search(_ formulas: [Formula], isFresh: Bool, _ scope: Search.Scope, steps: Int) -> (
    result: Search.Result, touchesOpen: Bool
  ) {
    guard formulas.count > Self.manyFormulas else {
      return search(formulas, isFresh: isFresh, scope, steps: steps) { _, _ in [] }
    }
    var others = Array(formulas.dropFirst(Self.firstFormulas))
    return search(Array(formulas.prefix(Self.firstFormulas)), isFresh: isFresh, scope, steps: steps) {
      search,
      model in
      let broken = search.broken(others, by: &model).prefix(Self.mostAdded)
      let added = broken.map { others[$0] }
      let places = Set(broken)
      if !added.isEmpty { others = others.indices.filter { !places.contains($0) }.map { others[$0] } }
      return added
    }
  }

  /// `broken` gives formulas that a found model breaks, which are then searched too; none ends the search.
  private func search(
    _ formulas: [Formula], isFresh: Bool, _ scope: Search.Scope, steps: Int,
    _ broken: (inout Search, inout Search.Model) -> [Formula]
  ) -> (result: Search.Result, touchesOpen: Bool) {
    var searched = formulas
    var stepsLeft = min(steps, share)
    defer { if share < .max { share = max(0, share - (min(steps, share) - stepsLeft)) } }
    var touchesOpen = false
    while true {
      var search = Search(
        dimensions: errorSpace.dimensions, texts: texts, scope: scope, steps: stepsLeft, isFresh: isFresh,
        isClosed: isClosed,
        categories: { [self] in categories(of: $0, in: $1) },
        definition: { [self] in definition(of: $0, $1) }, preferred: { [self] in preferred($0) })
      let result = search.run(searched)
      guard case .found(var model) = result else {
        stepsTaken += stepsLeft - search.stepsLeft
        stepsLeft = search.stepsLeft
        return (result, touchesOpen || search.touchesOpen)
      }
      let added = broken(&search, &model)
      stepsTaken += stepsLeft - search.stepsLeft
      stepsLeft = search.stepsLeft
      touchesOpen = touchesOpen || search.touchesOpen
      if added.isEmpty { return (.found(model), touchesOpen) }
      guard stepsLeft > 0 else { return (.unknown, touchesOpen) }
      searched += added
    }
  }

  /// A sufficient number of causes, without which any error still satisfies the formulas: one for each
  /// question about some cause, the unwrapped ones, and one for `rootCause`.
  private func causesNeeded(_ formulas: [Formula]) -> Int {
    let translator = walkers[0].translator
    var forms: Set<Int> = []
    var causes = 0
    for formula in formulas {
      causes += translator.causeCount(formula)
      forms.formUnion(translator.categoryForms(formula))
    }
    return causes + forms.count * causesOfCategories + errorSpace.mostUnwrapped + 1
  }

  /// The same for formulas and claims: the others need neither causes nor a category.
  private func causesNeeded(_ requirements: Requirements) -> Int {
    let translator = walkers[0].translator
    let openEnded = errorSpace.dimensions.causes.union(errorSpace.dimensions.categories)
    var formulas = requirements.formulas
    if !requirements.claims.dimensions.isDisjoint(with: openEnded) {
      formulas += requirements.claims.openEnded(about: requirements.signature) {
        translator.causeCount($0) > 0 || !translator.categoryForms($0).isEmpty
      }
    }
    let causes = causesNeeded(formulas)
    // A repeated formula needs no further cause.
    return causes > limits.causes ? causesNeeded(withoutRepeated(formulas)) : causes
  }

  private lazy var causesOfCategories: Int =
    walkers.map { walker in
      var (most, before) = (0, 0)
      for category in walker.program.categories.indices {
        guard let condition = walker.condition(ofCategory: category, of: walker.translator.forms.recorded)
        else {
          continue
        }
        most = max(most, before + walker.translator.causeCount(condition))
        before += walker.translator.causeCount(condition.negation)
      }
      return max(most, before)
    }.max() ?? 0

  private func definition(of number: Int, _ category: String?) -> Formula {
    guard let (side, form) = errorSpace.categorised[number] else { return .no }
    let walker = walkers[side]
    return walker.translator.definition(category, of: form, isAlone: ignoresEarlierCategories) {
      walker.condition(ofCategory: $0, of: form)
    }
  }

  /// A category has all errors that it matches, even those that an earlier one has. What is found so has to be confirmed.
  var ignoresEarlierCategories = false

  /// Whether searches without state answer no where nothing is known.
  var isClosed = false
  static let manyCategories = 32

  private lazy var hasManyCategories = walkers[0].program.categories.count > Self.manyCategories
  private lazy var categoryPlaces = Dictionary(
    walkers[0].program.categories.enumerated().map { (ExactText($1.name.text), $0) },
    uniquingKeysWith: { first, _ in first })
  private lazy var categoryOrder = walkers.map { categories(of: $0.program) }

  /// The default category first, because it needs least, then the others in order.
  private func categories(of number: Int, in set: ValueSet) -> [String?] {
    let side = errorSpace.categorised[number]?.side ?? 0
    // One of thousands of categories is mostly named.
    guard hasManyCategories, side == 0, let named = set.texts.list, named.count < Self.manyCategories else {
      return categoryOrder[side]
    }
    let program = walkers[0].program
    let places = named.compactMap { categoryPlaces[ExactText($0)] }.sorted()
    let names = places.map { Optional(program.categories[$0].name.text) }
    let none: [String?] = set.kinds.contains(.missing) ? [nil] : []
    guard let index = program.defaultCategory else { return none + names }
    return places.filter { $0 == index }.map { program.categories[$0].name.text }
      + places.filter { $0 != index }.map { program.categories[$0].name.text } + none
  }

  private func categories(of program: RuleProgram) -> [String?] {
    let names = program.categories.map { Optional($0.name.text) }
    guard let index = program.defaultCategory else { return [nil] + names }
    return [names[index]] + names.enumerated().compactMap { $0.offset == index ? nil : $0.element } + [nil]
  }

  private static let types = PreferredTexts(["SomeError", "App.SomeError"])
  private static let domains = PreferredTexts(["com.example"])
  private static let messages = PreferredTexts(["Something went wrong."])
  private static let operations = PreferredTexts(["load"])
  private static let codes = PreferredTexts(["1"])
  private static let severities = PreferredTexts(["error", "warning", "fatal"])
  private static let wholeSeconds: [Int64] = [
    1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 86_400,
  ].map { $0 * 1_000_000 }
  private lazy var origins = PreferredTexts(walkers[0].program.responders.map { $0.id.text })

  private func preferred(_ dimension: Int) -> (texts: PreferredTexts, numbers: [Int64]) {
    switch errorSpace.dimensions[dimension].dimension {
    case .member(_, .type): (Self.types, [])
    case .member(_, .domain): (Self.domains, [])
    case .member(_, .message): (Self.messages, [])
    case .member(_, .operation): (Self.operations, [])
    case .member(_, .code): (Self.codes, [])
    case .member(_, .status): (.none, [500, 404, 401, 403, 429, 400, 503, 200])
    case .member(_, .attempt): (.none, [1, 2, 3])
    case .member(_, .severity): (Self.severities, [])
    case .member(_, .origin): (origins, [])
    case .elapsed: (.none, Self.wholeSeconds)
    case .member, .isInteger, .attribute, .problem, .with, .payload, .ancestors, .category, .open, .filled:
      (.none, [1])
    case .causes, .choice, .result: (.none, [0])
    }
  }
}
