internal import Records
internal import Bytes
internal import Reasoning
internal import Engine
internal import RuleLanguage

struct CoverageReasons {
  private let chain: ResponderChain
  private let program: RuleProgram
  private let counts: CoverageCounter.Counts
  private let reasoner: Reasoner

  init?(_ compilation: RuleSet.Compilation, _ counts: CoverageCounter.Counts) {
    guard let program = compilation.program, let chain = compilation.chain else { return nil }
    self.chain = chain
    self.program = program
    self.counts = counts
    reasoner = Reasoner(chain, program)
  }

  func reason(_ item: CoverageItem) -> String {
    switch item.subject {
    case .clause(let clauses): return clause(clauses)
    case .verdict(let clauses, let isExhausted):
      let result = sum(clauses)
      if isExhausted {
        if result.matched == 0 { return clause(clauses) }
        return "it matched \(times(result.matched)), and its budget was never exhausted"
      }
      if result.exhausted > 0, result.matched == 0 {
        return
          "it was evaluated \(times(result.evaluations)), and its budget was exhausted whenever it matched"
      }
      if result.matched > 0 {
        let instead = result.failed > 0 ? "an action failed" : "a button decided instead"
        return "it matched \(times(result.matched)), and \(instead)"
      }
      return clause(clauses)
    case .button(let clauses, let index): return button(clauses, index)
    case .failure(let clauses, let actions):
      let ran = actions.reduce(0) { $0 + (counts.performed[$1] ?? 0) }
      guard ran > 0 else { return sum(clauses).matched == 0 ? clause(clauses) : "the action never ran" }
      return "the action ran \(times(ran)), and it never failed"
    case .category(let index): return category(index)
    case .breaker(let index): return breaker(program.breakers[index])
    case .unwrap(let index): return unwrap(program.unwraps[index])
    case .escalation(let index):
      let arrived = counts.arrivals[index]
      guard arrived > 0 else { return "nothing reached “\(chain.responders[index])”" }
      return "everything that reached “\(chain.responders[index])” (\(arrived)) was handled there"
    }
  }

  private func sum(_ clauses: [Int]) -> (
    evaluations: Int, matched: Int, exhausted: Int, nothingInside: Int, failed: Int
  ) {
    clauses.reduce(into: (evaluations: 0, matched: 0, exhausted: 0, nothingInside: 0, failed: 0)) {
      sum,
      index in
      let result = counts.clauses[index]
      sum.evaluations += result.evaluations
      sum.matched += result.matched
      sum.exhausted += result.exhausted
      sum.nothingInside += result.nothingInside
      sum.failed += result.failed
    }
  }

  private func clause(_ clauses: [Int]) -> String {
    // An inherited rule takes effect if it does at one of the responders.
    let reachabilities = clauses.map { reasoner.reachability(ofClause: $0) }
    if let first = reachabilities.first, reachabilities.allSatisfy({ $0.answer.isNever }) {
      return never(first)
    }
    let result = sum(clauses)
    guard result.evaluations > 0 else { return notEvaluated(clauses) }
    if result.exhausted > 0 {
      return "it was evaluated \(times(result.evaluations)), and its budget was exhausted whenever it matched"
    }
    if result.nothingInside > 0 {
      return
        "it was evaluated \(times(result.evaluations)), and there was nothing to unwrap whenever it matched"
    }
    let evaluated = "it was evaluated \(times(result.evaluations))"
    let conditions = counts.conditions.filter { clauses.contains(Int($0.value.clause)) }
    let unheld = conditions.filter { $0.value.held == 0 }.map { $0.key }.min()
    if let unheld {
      let (subject, word, expected) = chain.comparison(unheld)
      if subject == "open" { return "\(evaluated), and \(expected) was never open" }
      let what = word.map { "\($0) \(expected)" } ?? expected
      return "\(evaluated), and “\(subject)” was never \(what)"
    }
    if conditions.count > 1 { return "\(evaluated), and its conditions never held at the same time" }
    return "\(evaluated), and it never matched"
  }

  private func notEvaluated(_ clauses: [Int]) -> String {
    let responders = Set(clauses.map { program.clauses[$0].responder }).sorted()
    let arrived = responders.reduce(0) { $0 + counts.arrivals[$1] }
    let names = responders.prefix(3).map { "“\(chain.responders[$0])”" }.joined(separator: ", ")
    guard arrived > 0 else { return "never evaluated: nothing reached \(names)" }
    if program.clauses[clauses[0]].kind == .eventRule {
      return "never evaluated: no event reached \(names)"
    }
    let before = program.clauses.indices.filter { index in
      responders.contains(program.clauses[index].responder) && counts.clauses[index].matched > 0
        && program.clauses[index].kind == .rule
    }
    let answering = before.prefix(3).map { chain.name(ofClause: $0) }.joined(separator: ", ")
    let others = before.count > 3 ? " and \(before.count - 3) more" : ""
    guard !answering.isEmpty else { return "never evaluated" }
    return "never evaluated: \(answering)\(others) handled everything that reached \(names)"
  }

  private func never(_ reachability: Reachability) -> String {
    "it never takes effect: \(Self.never(reachability, chain) ?? "nothing reaches it")"
  }

  static func never(_ reachability: Reachability, _ chain: ResponderChain) -> String? {
    guard reachability.answer.isNever else { return nil }
    switch reachability.reason {
    case .contradiction: return "its conditions contradict each other"
    case .neverArrives, nil: return "no error that it matches reaches its responder"
    case .disabled: return "it is disabled"
    case .blocked(let blockers):
      let names = blockers.prefix(3).map { name($0, chain) }.joined(separator: ", ")
      let others = blockers.count > 3 ? " and \(blockers.count - 3) more" : ""
      return "shadowed by \(names)\(others)"
    }
  }

  private static func name(_ blocker: Blocker, _ chain: ResponderChain) -> String {
    switch blocker.kind {
    case .clause(let index): chain.name(ofClause: index)
    case .category(let index): "the category \(chain.categories[index])"
    case .ignored: "ignore: cancellation"
    }
  }

  private func button(_ clauses: [Int], _ index: Int) -> String {
    let reachabilities = clauses.map { reasoner.reachability(ofButton: index, atClause: $0) }
    if let first = reachabilities.first, reachabilities.allSatisfy({ $0.answer.isNever }) {
      return never(first)
    }
    let matched = sum(clauses).matched
    guard matched > 0 else { return "its alert was never shown: \(clause(clauses))" }
    return "its alert was shown \(times(matched)), and this button was never chosen"
  }

  private func category(_ index: Int) -> String {
    if program.categories[index].condition != nil {
      let reachability = reasoner.reachability(ofCategory: index)
      if reachability.answer.isNever {
        return never(reachability) + ", but an error may name the category itself"
      }
    }
    let evaluations = counts.categoryEvaluations[index]
    return evaluations == 0
      ? "never evaluated: no error got that far"
      : "it was evaluated \(times(evaluations)), and it never matched"
  }

  private func breaker(_ breaker: Breaker) -> String {
    if reasoner.isImpossible(breaker.condition) {
      return "it never opens: its conditions contradict each other"
    }
    let errors = breaker.atLeast == 1 ? "an error that fits" : "\(breaker.atLeast) errors that fit"
    return "no case has \(errors) within \(breaker.within.shortText)"
  }

  private func unwrap(_ entry: Unwrap) -> String {
    let replaced = Condition.all([entry.condition, entry.leads(to: .always)])
    return reasoner.isImpossible(replaced)
      ? "no error that it matches has an error at \(entry.path)"
      : "no error had an error at \(entry.path) that this entry unwraps"
  }

  private func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }
}
