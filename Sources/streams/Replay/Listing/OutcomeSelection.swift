internal import Counting
internal import Bytes
package import Engine
internal import Records
internal import Secrets

/// The records of `--only`. Any of its names is enough.
package struct OutcomeSelection: Sendable {
  enum State: String, Sendable, CaseIterable {
    case unhandled, assumed, ignored, exhausted, untracked
  }

  /// Neither a rule nor a category nor an outcome.
  package private(set) var kindNames: [String] = []
  private var states: [State] = []
  private var evaluations: [Evaluation] = []
  private var clauses: Set<Int> = []
  private var categories: Set<Int> = []
  private var kinds: [KindPattern] = []
  private var kindIDs: Set<String> = []

  /// - Parameter names: states, outcomes, rules, categories or kinds of errors; a name may be several of
  ///   these.
  package init(_ names: [String], _ chain: ResponderChain) {
    for name in names {
      if let state = State(rawValue: name) {
        states.append(state)
      } else if let evaluation = Evaluation.allCases.first(where: { $0.name == name }) {
        evaluations.append(evaluation)
      } else {
        add(name, chain)
      }
    }
  }

  private mutating func add(_ name: String, _ chain: ResponderChain) {
    let clauses = chain.clauses.indices.filter {
      chain.clauses[$0].name == name || chain.name(ofClause: $0) == name
    }
    let category = chain.categories.firstIndex(of: name)
    self.clauses.formUnion(clauses)
    if let category { categories.insert(category) }
    guard clauses.isEmpty, category == nil else { return }
    kindNames.append(name)
    kinds.append(KindPattern(name))
    if name.utf8.count == 8, name.allSatisfy({ $0.isHexDigit }) { kindIDs.insert(name) }
  }

  /// Apart from kinds of errors.
  package static func names(in chain: ResponderChain) -> [String] {
    State.allCases.map { $0.rawValue } + Evaluation.allCases.map { $0.name }
      + chain.clauses.indices.flatMap { [chain.clauses[$0].name, chain.name(ofClause: $0)] }
      + chain.categories
  }

  /// The last record, whose outcome is `evaluator.outcome`.
  func admits(_ evaluator: borrowing Evaluator) -> Bool {
    if states.contains(where: { holds($0, evaluator) }) { return true }
    if !evaluator.outcome.isEvent {
      let evaluation = evaluator.outcome.evaluation
      if evaluations.contains(where: { $0.rawValue == evaluation.rawValue }) { return true }
      if let category = evaluator.outcome.category.place, categories.contains(category) { return true }
    }
    if !clauses.isEmpty, isByRule(evaluator) { return true }
    guard !kinds.isEmpty else { return false }
    if !kindIDs.isEmpty, kindIDs.contains(ErrorKind.id(of: evaluator)) { return true }
    return isOfKind(evaluator)
  }

  /// One of the patterns fits a name of the kind: that of a table, that of the list with or without the message, or a
  /// shorter one, which other kinds may have, too.
  private func isOfKind(_ evaluator: borrowing Evaluator) -> Bool {
    func fits(_ name: String) -> Bool { kinds.contains { $0.matches(name) } }
    if fits(evaluator.kindName()) || fits(evaluator.identityName) { return true }
    if fits(RecordList.name(of: evaluator, .off, withMessage: false)) { return true }
    if let message = evaluator.kindParts.message {
      var template = Buffer<UInt8>(capacity: 256)
      MessageTemplate.append(of: message, to: &template)
      if fits(String(template.slice)) { return true }
    }
    guard let code = evaluator.firstText(of: [.field(.code)]) else {
      return fits(RecordList.name(of: evaluator, .off))
    }
    for field in [Field.type, .domain] {
      if let name = evaluator.firstText(of: [.field(field)]), fits("\(String(name)) \(String(code))") {
        return true
      }
    }
    return fits(RecordList.name(of: evaluator, .off))
  }

  private func holds(_ state: State, _ evaluator: borrowing Evaluator) -> Bool {
    switch state {
    case .unhandled: !evaluator.outcome.isHandled
    case .assumed: evaluator.outcome.isAssumed
    case .ignored: evaluator.outcome.isIgnored
    case .exhausted: !evaluator.outcome.exhausted.isEmpty
    case .untracked: evaluator.outcome.retry?.attempt == 0
    }
  }

  /// One of the rules decided or ran.
  private func isByRule(_ evaluator: borrowing Evaluator) -> Bool {
    if let clause = evaluator.outcome.clause.place, clauses.contains(clause) { return true }
    for index in 0..<evaluator.outcome.fired.count
    where clauses.contains(Int(evaluator.outcome.fired[index])) {
      return true
    }
    return false
  }
}
