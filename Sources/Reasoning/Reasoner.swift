package import RuleEngine

/// Knows what every matcher of a compiled rule set can and cannot match, and answers questions about it.
///
/// Every "yes" comes with a recorded error on which the compiled chain was run to make sure; every "never" is proven.
/// Stations, responders and categories go by their places in the ``ChainOutline`` (the same as in the ``ResponderChain``).
/// A reasoner belongs to one thread; make one for each.
///
/// ```swift
/// let compiled = RuleSet.compile(name: name, bytes: bytes)
/// guard let chain = compiled.chain, let outline = compiled.outline else { return }
/// let reasoner = Reasoner(chain, outline)
/// let reachability = reasoner.reachability(ofStation: 3)
/// ```
package final class Reasoner {
  package let chain: ResponderChain
  package let outline: ChainOutline
  package let limits: ReasoningLimits
  let walker: Walker
  let arrivals: Arrivals
  let texts: TextExamples
  let runner: WitnessRunner
  /// Questions asked so far, and how many of them were not decided.
  package internal(set) var questions = 0
  package internal(set) var notDecided = 0
  /// Errors that were found and did not do what they should: mistakes of the reasoning, or what it can't know.
  package internal(set) var refusedWitnesses = 0
  /// Called with each error that was found and did not do what it should; for tests.
  package var onRefusal: ((String) -> Void)?

  /// A reasoner about a chain and the outline that was compiled with it.
  package convenience init(
    _ chain: ResponderChain,
    _ outline: ChainOutline,
    limits: ReasoningLimits = ReasoningLimits()
  ) {
    self.init(chain, outline, limits: limits, faults: [])
  }

  /// The same with mistakes put in on purpose, for tests that have to notice them.
  package init(
    _ chain: ResponderChain,
    _ outline: ChainOutline,
    limits: ReasoningLimits = ReasoningLimits(),
    faults: Set<Fault>
  ) {
    self.chain = chain
    self.outline = outline
    self.limits = limits
    walker = Walker(outline, limits, faults)
    arrivals = Arrivals(outline, walker)
    texts = TextExamples(limits)
    runner = WitnessRunner(chain)
  }

  var translator: Translator { walker.translator }

  /// A search for values, as for the first error ever or whatever history says.
  func search(_ formulas: [Formula], isFresh: Bool) -> (result: Search.Result, touchesOpen: Bool) {
    var search = Search(
      dimensions: translator.dimensions,
      texts: texts,
      steps: limits.steps,
      isFresh: isFresh,
      categories: categoriesInOrder,
      definition: { [unowned self] form, category in
        let form = translator.forms.all[form]
        return translator.definition(category, of: form) { walker.condition(ofCategory: $0, of: form) }
      },
      preferred: { [unowned self] in preferred($0) }
    )
    let result = search.run(formulas)
    if case .none = result, needsMoreCauses(formulas) { return (.unknown, search.touchesOpen) }
    return (result, search.touchesOpen)
  }

  /// Whether more causes may be asked for, each for itself, than an error is thought to have: one for each, the first to
  /// be unwrapped, the last for `rootCause`.
  private func needsMoreCauses(_ formulas: [Formula]) -> Bool {
    let asked = formulas.reduce(0) { $0 + translator.causesAsked($1) }
    return asked > 0 && asked + causesAskedByCategories + 2 > limits.causes
  }

  private lazy var causesAskedByCategories: Int = outline.categories.indices.reduce(0) { sum, category in
    guard let asked = walker.condition(ofCategory: category, of: translator.forms.recorded) else {
      return sum
    }
    return sum + translator.causesAsked(asked) + translator.causesAsked(asked.negation)
  }

  /// The default first, which asks for least; then as they stand.
  private var categoriesInOrder: [String?] {
    let names = outline.categories.map { $0.name }
    guard let index = outline.defaultCategory else { return [nil] + names }
    return [names[index]] + names.enumerated().compactMap { $0.offset == index ? nil : $0.element } + [nil]
  }

  /// Values that read well.
  private func preferred(_ dimension: Int) -> (texts: [String], numbers: [Int64]) {
    switch translator.dimensions[dimension].dimension {
    case .member(_, .type): (["SomeError", "App.SomeError"], [])
    case .member(_, .domain): (["com.example"], [])
    case .member(_, .message): (["Something went wrong."], [])
    case .member(_, .operation): (["load"], [])
    case .member(_, .code): (["1"], [])
    case .member(_, .status): ([], [500, 404, 401, 403, 429, 400, 503, 200])
    case .member(_, .attempt): ([], [1, 2, 3])
    case .member(_, .severity): (["error", "warning", "fatal"], [])
    case .member(_, .origin): (outline.responders.map { $0.id }, [])
    case .member, .isInteger, .attribute, .problem, .with, .payload, .ancestors, .category, .open, .filled:
      ([], [1])
    case .causes, .choice: ([], [0])
    }
  }
}
