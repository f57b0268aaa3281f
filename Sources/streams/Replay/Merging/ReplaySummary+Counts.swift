internal import Counting
internal import Bytes
internal import Engine
internal import Records

extension ReplaySummary.Count {
  static func evaluations(_ outcomes: borrowing OutcomeCounts) -> [Self] {
    var counts: [Self] = []
    for evaluation in Evaluation.allCases {
      counts.append(Self(name: evaluation.name, count: outcomes.byCategory.errors(evaluatedAs: evaluation)))
    }
    return counts
  }

  static func nonzero(_ names: [String], _ counters: borrowing Counters) -> [Self] {
    var counts: [Self] = []
    for (index, name) in names.enumerated() where counters[index] > 0 {
      counts.append(Self(name: name, count: counters[index]))
    }
    return counts
  }

  /// The unhandled errors by the root responder where they ended.
  static func roots(of chain: ResponderChain, _ outcomes: borrowing OutcomeCounts) -> [Self] {
    let names = zip(chain.responders, chain.unhandledReports).map { "\($0) (report: \($1))" }
    let roots = nonzero(names, outcomes.unhandledAtRoot)
    let rest = outcomes.totals.withoutPath
    return rest > 0 ? roots + [Self(name: "no responder for the origin", count: rest)] : roots
  }

  /// The actions by label, most frequent first.
  static func actions(of chain: ResponderChain, _ counters: borrowing Counters) -> [Self] {
    var actions: [String: Int] = [:]
    for (index, label) in chain.actionLabels.enumerated() { actions[label, default: 0] += counters[index] }
    return actions.filter { $0.value > 0 }.map { Self(name: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

extension ReplaySummary.CategoryOutcome {
  static func all(of chain: ResponderChain, _ counts: borrowing CategoryOutcomes) -> [Self] {
    var outcomes: [Self] = []
    for (index, category) in (chain.categories + ["none"]).enumerated()
    where counts.errors(ofCategory: index) > 0 {
      var handled: [Int] = []
      for evaluation in Evaluation.allCases {
        handled.append(counts.handled(index, Int(evaluation.rawValue)))
      }
      outcomes.append(Self(name: category, handled: handled, unhandled: counts.unhandled(index)))
    }
    return outcomes
  }
}

extension ReplaySummary.Clause {
  static func all(of chain: ResponderChain, _ outcomes: borrowing OutcomeCounts) -> [Self] {
    var clauses: [Self] = []
    for (index, clause) in chain.clauses.enumerated() where clause.kind != .always {
      let fired = outcomes.fired[index]
      clauses.append(
        Self(
          responder: chain.responders[clause.responder], name: clause.name,
          isRule: clause.kind == .rule || clause.kind == .eventRule, isEventRule: clause.kind == .eventRule,
          isEnabled: clause.isEnabled, answered: outcomes.answered[index], fired: fired,
          retryAccount: chain.mayRetry(atClause: index)
            ? RetryAccount(outcomes.retries, clause: index, fired: fired) : nil))
    }
    return clauses
  }
}
