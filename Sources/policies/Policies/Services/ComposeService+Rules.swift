internal import RuleLanguage
internal import Source

extension ComposeService {
  /// The rules for the ends of its containers, as errctl's streams of events tell them: the domain is `exit-code` or `oom-kill`, or
  /// `success` for a good end; `unhealthy` is no end.
  var rules: [ImportedRule] {
    func rule(
      _ id: String, _ domains: [String], _ verdict: ImportedVerdict, _ place: SourceRange,
      and others: [(key: String, value: ImportedValue)] = []
    ) -> ImportedRule {
      let domain = ImportedValue.oneOf(domains.map { .text($0) })
      let conditions = [("domain", ["equals": domain])] + others
      return ImportedRule(
        .text(id), when: .placed(.mapping(conditions), place), then: verdict.at(place), at: place)
    }
    let place = restart?.source.place ?? self.place
    let failures = ["exit-code", "oom-kill"]
    var rules = [rule("unhealthy", ["unhealthy"], .proceed, place)]
    guard let restart, restart.policy != .no else {
      return rules + [rule("down", failures, .abort, place), rule("done", ["success"], .proceed, place)]
    }
    let isUnconditional = restart.policy.isUnconditional
    if let most = restart.most {
      let isOver: ImportedValue = ["restarts": ["atLeast": .integer(most.value).at(most.place)]]
      rules.append(rule("limit", failures, .abort, most.place, and: [("attributes", isOver)]))
    }
    var again = rule(
      "restart", failures + (isUnconditional ? ["success"] : []), .retry(retry(restart)), place)
    if restart.most?.value ?? .max >= Self.manyRestarts {
      again.suppressed = [("long-retry", "\(engine.name) restarts without end unless a number is given.")]
    }
    rules.append(again)
    if !isUnconditional { rules.append(rule("done", ["success"], .proceed, place)) }
    return rules
  }

  /// One less than the tries of a long retry.
  private static let manyRestarts: Int64 = 19

  private func retry(_ restart: ContainerRestart) -> ImportedRetry {
    let place = restart.most?.place ?? restart.source.place
    let tries = restart.most.map { $0.source.tries($0.value + 1) } ?? .integer(PolicyValue.mostTries)
    return ImportedRetry(maxAttempts: tries, backoff: engine.backoff.at(place), place: place)
  }
}
