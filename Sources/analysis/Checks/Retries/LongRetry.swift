internal import Engine
internal import Source
internal import Records
internal import Reasoning
internal import RuleLanguage

struct LongRetry: Check {
  let page = CheckPage(
    "long-retry",
    .retries,
    .warning,
    summary: "A path may try an error very often, or for very long.",
    meaning: """
      After the budget of one rule is exhausted, later rules and responders above may grant more retries. The worst \
      case of a path is their total for one error that is raised again after each delay, with maximum delays and \
      without delays requested by a service (retryAfter). If the error has an attempt, tries count up to the largest \
      budget; tries counted by a key use up one budget after the other, and so do tries counted by operation if the \
      error has no attempt. If such a rule forgets its tries (within) before its budget is exhausted, the retries \
      never end. An error with neither an attempt nor the key is not counted and not checked here. An error is \
      assumed to have at most two of the types that these rules name: its own and one ancestor.
      """,
    advice: """
      Write exhausted: cancel in the last rule, or lower a budget or its delays. If nobody waits for the result, raise \
      the limit in .errctl.yaml.
      """,
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: upload
              when: { operation: upload, status: 503 }
              then: { retry: { maxAttempts: 27, backoff: { initial: 1s, max: 60s } } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: upload
              when: { operation: upload, status: 503 }
              then: { retry: { maxAttempts: 5, backoff: { initial: 1s, max: 60s } } }

      """,
    options: [
      CheckPage.Option(
        "tries", .number(20), "a path with this many tries or more is reported; the first counts"),
      CheckPage.Option("time", .duration(.seconds(900)), "a path with this total delay or more is reported"),
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let places = RetryPlaces(rules.program)
    var reported: Set<String> = []
    for responder in places.byResponder {
      for place in responder {
        let rule = place.rule
        let after = places.after(place, upTo: RetryGroup.most)
        guard let (worst, group, saysItsTry) = worst(from: place, and: after, places, rules) else { continue }
        // A group reported at an earlier place is not reported again.
        let names = group.rules.map { $0.name }
        guard !reported.isSuperset(of: names) else { continue }
        reported.formUnion(names)
        let together = names.count > 1 ? " together with \(Self.list(names.dropFirst()))" : ""
        findings.report(
          message(worst, together, saysItsTry: saysItsTry, isPolicy: rule.then.value.isTranslated),
          at: rule.then.value.range,
          related: group.rules.dropFirst().prefix(5).map {
            .init("\($0.name) retries it, up to \($0.policy.maxAttempts) tries", at: $0.then.value.range)
          },
          witness: group.witness
        )
      }
    }
  }

  /// The worst case from a place on, if it is to be reported. Errors with an attempt come first, then those
  /// without if they are tried longer.
  private func worst(
    from place: RetryPlaces.Place, and after: [RetryPlaces.Place], _ places: RetryPlaces,
    _ rules: CheckedRules
  ) -> (worst: WorstCase, group: RetryGroup, saysItsTry: Bool)? {
    let isLong = { (worst: WorstCase) in
      if case .never = worst.end { return true }
      return worst.tries >= rules.options.number("tries") || worst.time >= rules.options.duration("time")
    }
    let group = RetryGroup(from: place, and: after, places, rules)
    let reported = WorstCase(of: group.rules, saysItsTry: true, limits: limits(of: group, rules))
    if let reasoner = rules.reasoner, group.rules.contains(where: { $0.isPerOperation }) {
      let unsaid = WorstCase(of: group.rules, saysItsTry: false)
      if isLong(unsaid), unsaid.isWorse(than: reported) {
        let silent = Condition.all([Self.saysNoTry(group.rules), .not(places.lost(before: place))])
        if let witness = reasoner.satisfiable(.all([group.condition, silent])).witness {
          return (unsaid, group.shown(by: witness), false)
        }
        // Rules that compare the attempt drop out; the others remain.
        if let witness = reasoner.satisfiable(.all([place.rule.clause.condition, silent])).witness {
          let others = RetryGroup(from: place, and: after, places, rules, also: silent)
          let unsaid = WorstCase(of: others.rules, saysItsTry: false)
          if isLong(unsaid), unsaid.isWorse(than: reported) {
            return (unsaid, others.witness == nil ? others.shown(by: witness) : others, false)
          }
        }
      }
    }
    return isLong(reported) ? (reported, group, true) : nil
  }

  /// An error without an `attempt` that has the keys these rules count by.
  private static func saysNoTry(_ rules: [RetryRule]) -> Condition {
    let compare = { (subject: Subject, comparison: Comparison) in
      Condition.compare(subject, comparison, Condition.Source(rules[0].then.value.range, expected: ""))
    }
    let keys = Set(rules.flatMap { $0.policy.per }).filter {
      switch $0 {
      case .field, .attribute: true
      case .problem, .problemExtension, .payload, .with, .outcome, .elapsed: false
      }
    }
    return .all(
      [compare(.field(.attempt), .exists(false))]
        + keys.sorted { $0.name < $1.name }.map { compare($0, .exists(true)) })
  }

  /// The tries at which rules that compare the `attempt` match.
  private func limits(of group: RetryGroup, _ rules: CheckedRules) -> [Int: AttemptLimit] {
    guard let reasoner = rules.reasoner else { return [:] }
    var limits: [Int: AttemptLimit] = [:]
    for (index, rule) in group.rules.enumerated() {
      let condition = rule.clause.condition
      let isLimited = rules.program.comparisons(of: condition).contains {
        $0.subject == .field(.attempt) && !$0.isNested
      }
      guard isLimited else { continue }
      limits[index] = AttemptLimit { attempt in
        let isTry = Condition.compare(
          .field(.attempt), .number([NumberRange(.integer(Int64(attempt)))]),
          Condition.Source(rule.then.value.range, expected: ""))
        return !reasoner.satisfiable(.all([condition, isTry])).isNever
      }
    }
    return limits
  }

  private func message(_ worst: WorstCase, _ together: String, saysItsTry: Bool, isPolicy: Bool) -> String {
    let error = saysItsTry ? "an error" : "an error without an attempt"
    // The policy of another system has no verdict to write.
    let advice = "Lower a budget or its delays" + (isPolicy ? "." : ", or end it with { exhausted: cancel }.")
    let start = "In the worst case \(error) is tried here\(together)"
    switch worst.end {
    case .used:
      return
        "\(start) up to \(worst.tries) times in \(worst.time.shownText). \(advice)"
    case .never(let rule):
      return
        "\(start) without end: “\(rule.name)” forgets its tries after \(rule.policy.within.shownText), "
        + "before its budget is exhausted. Lengthen “within”, or shorten the delays."
    case .far:
      return
        "\(start) more than \(worst.tries) times in \(worst.time.shownText). \(advice)"
    }
  }

  private static func list(_ names: ArraySlice<String>) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
