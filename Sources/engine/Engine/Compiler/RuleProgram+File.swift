internal import Records
internal import RuleLanguage
internal import Source

extension RuleProgram {
  /// A program of `file`, whose names `vocabulary` has resolved. Without responders it is a fragment.
  init(
    _ file: RuleFile, _ vocabulary: Vocabulary, roots: [Node], responders: [Responder] = [],
    abstract: [Responder] = [], origins: [Origin] = [], fallback: Int? = nil, recordFilter: Condition? = nil
  ) {
    var categories = zip(file.categories, vocabulary.categoryConditions).map {
      Category(name: $0.name, when: $0.when, condition: $1, isDeclared: true)
    }
    let names = vocabulary.categoryNames
    if let name = file.defaults.category, names.count > categories.count {
      categories.append(Category(name: name, when: nil, condition: nil, isDeclared: false))
    }
    self.init(
      name: file.name, roots: roots, lists: file.lists, codes: file.codes, matchers: file.matchers,
      alerts: file.alerts, breakers: vocabulary.breakers, quotas: vocabulary.quotas,
      types: file.types.map { .init(name: $0.name, ancestors: $0.ancestors, cases: $0.cases) },
      categories: categories,
      defaultCategory: file.defaults.category.flatMap { names.firstIndex(of: $0.text) },
      namedConditions: vocabulary.namedConditions, codeTables: vocabulary.codes,
      ignored: file.defaults.ignoresCancellation ? .cancellation(file.source) : nil,
      unwraps: vocabulary.unwraps, recordFilter: recordFilter, responders: responders, abstract: abstract,
      clauses: responders.flatMap { $0.clauses }, origins: origins, fallback: fallback,
      platform: file.defaults.platform, unhandledWithoutPath: file.defaults.unhandled.evaluation ?? .cancel)
  }
}
