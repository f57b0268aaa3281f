internal import Reasoning
internal import RuleEngine

/// `long-retry`: the worst case of a path in tries and time.
struct LongRetry: Check {
  let page = CheckPage(
    "long-retry",
    .retries,
    .warning,
    summary: "A path on which an error may be tried very often, or for very long.",
    meaning: """
      What one rule has no try left for, the rules after it and above it may try again. The worst case of a path is \
      what they come to together on one error, raised again after each delay, with the longest delays and without what \
      the other side asks for (retryAfter): tries that count themselves (attempt) up to the largest budget, tries that \
      are counted by a key one budget after the other, also by operation where the error does not say its try. Where a \
      rule that counts so forgets its tries (within) before they are used up, it never ends. An error that has neither \
      an attempt nor the key is not counted at all, and not looked at here. An error is taken to be of at most two of the \
      types that these rules name, its own and one that it is based on.
      """,
    advice: """
      Give the last rule exhausted: cancel, lower a budget or its delays; or raise the limit in .errctl.yaml where \
      nobody waits.
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
      CheckPage.Option("tries", .number(20), "the tries from which on it is said, the first included"),
      CheckPage.Option(
        "time",
        .duration(.seconds(900)),
        "the delays, all together, from which on it is said"
      ),
    ]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let places = RetryPlaces(rules.program)
    var said: Set<String> = []
    for responder in places.byResponder {
      for place in responder {
        let rule = place.rule
        let after = places.after(place)
        guard let (worst, group, saysItsTry) = worst(from: place, and: after, places, rules) else { continue }
        // What an earlier place was told to come to with these is not said again.
        let names = group.rules.map { $0.name }
        guard !said.isSuperset(of: names) else { continue }
        said.formUnion(names)
        let together = names.count > 1 ? " together with \(Self.list(names.dropFirst()))" : ""
        findings.report(
          message(worst, together, saysItsTry: saysItsTry),
          at: rule.then.value.range,
          related: group.rules.dropFirst().prefix(5).map {
            .init("tried again by \($0.name), \($0.policy.maxAttempts) times", at: $0.then.value.range)
          },
          witness: group.witness
        )
      }
    }
  }

  /// The worst case from a place on, and what it comes from, where that is to be said: of errors that say their try, or of
  /// those that don't where these are tried longer.
  private func worst(
    from place: RetryPlaces.Place,
    and after: [RetryPlaces.Place],
    _ places: RetryPlaces,
    _ rules: CheckedRules
  ) -> (worst: WorstCase, group: RetryGroup, saysItsTry: Bool)? {
    let isLong = { (worst: WorstCase) in
      if case .never = worst.end { return true }
      return worst.tries >= rules.options.number("tries") || worst.time >= rules.options.duration("time")
    }
    let group = RetryGroup(from: place, and: after, places, rules)
    let said = WorstCase(of: group.rules, saysItsTry: true, limits: limits(of: group, rules))
    if let reasoner = rules.reasoner, group.rules.contains(where: { $0.isPerOperation }) {
      let unsaid = WorstCase(of: group.rules, saysItsTry: false)
      if isLong(unsaid), unsaid.isWorse(than: said) {
        let silent = Condition.all([Self.saysNoTry(group.rules), .not(places.lost(before: place))])
        if let witness = reasoner.satisfiable(.all([group.condition, silent])).witness {
          return (unsaid, group.shown(by: witness), false)
        }
        // Some of these ask for the try: the others remain.
        if let witness = reasoner.satisfiable(.all([place.rule.station.condition, silent])).witness {
          let others = RetryGroup(from: place, and: after, places, rules, also: silent)
          let unsaid = WorstCase(of: others.rules, saysItsTry: false)
          if isLong(unsaid), unsaid.isWorse(than: said) {
            return (unsaid, others.witness == nil ? others.shown(by: witness) : others, false)
          }
        }
      }
    }
    return isLong(said) ? (said, group, true) : nil
  }

  /// An error without an `attempt` that has what these rules count by.
  private static func saysNoTry(_ rules: [RetryRule]) -> Condition {
    let compare = { (subject: Subject, comparison: Comparison) in
      Condition.compare(subject, comparison, Condition.Source(rules[0].then.value.range, expected: ""))
    }
    let keys = Set(rules.flatMap { $0.policy.per }).filter {
      switch $0 {
      case .field, .attribute: true
      case .problem, .problemExtension, .payload, .with, .outcome: false
      }
    }
    return .all(
      [compare(.field(.attempt), .exists(false))]
        + keys.sorted { $0.name < $1.name }.map { compare($0, .exists(true)) }
    )
  }

  /// Which tries rules ask for that ask for the `attempt`.
  private func limits(of group: RetryGroup, _ rules: CheckedRules) -> [Int: AttemptLimit] {
    guard let reasoner = rules.reasoner else { return [:] }
    var limits: [Int: AttemptLimit] = [:]
    for (place, rule) in group.rules.enumerated() {
      let condition = rule.station.condition
      let isLimited = rules.program.comparisons(of: condition).contains {
        $0.subject == .field(.attempt) && !$0.isNested
      }
      guard isLimited else { continue }
      limits[place] = AttemptLimit { attempt in
        let isTry = Condition.compare(
          .field(.attempt),
          .number([NumberRange(.integer(Int64(attempt)))]),
          Condition.Source(rule.then.value.range, expected: "")
        )
        return !reasoner.satisfiable(.all([condition, isTry])).isNever
      }
    }
    return limits
  }

  private func message(_ worst: WorstCase, _ together: String, saysItsTry: Bool) -> String {
    let error = saysItsTry ? "an error" : "an error that does not say its try (attempt)"
    let start = "In the worst case \(error) is tried here\(together)"
    switch worst.end {
    case .used:
      return
        "\(start) up to \(worst.tries) times in \(worst.time.shownText). "
        + "Lower a budget or its delays, or end it with { exhausted: cancel }."
    case .never(let rule):
      return
        "\(start) without end: “\(rule.name)” forgets its tries after \(rule.policy.within.shownText), "
        + "before they are used up. Lengthen “within”, or shorten the delays."
    case .far:
      return
        "\(start) more than \(worst.tries) times in \(worst.time.shownText). "
        + "Lower a budget or its delays, or end it with { exhausted: cancel }."
    }
  }

  private static func list(_ names: ArraySlice<String>) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
