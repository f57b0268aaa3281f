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
      are counted by another key one budget after the other. Where such a rule forgets its tries (within) before they \
      are used up, it never ends.
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
        let group = RetryGroup(from: place, and: places.after(place), places, rules)
        let worst = WorstCase(of: group.rules)
        guard
          worst.tries >= rules.options.number("tries") || worst.time >= rules.options.duration("time")
        else { continue }
        // What an earlier place was told to come to with these is not said again.
        let names = group.rules.map { $0.name }
        guard !said.isSuperset(of: names) else { continue }
        said.formUnion(names)
        let together = names.count > 1 ? " together with \(Self.list(names.dropFirst()))" : ""
        findings.report(
          message(worst, together),
          at: rule.then.value.range,
          related: group.rules.dropFirst().prefix(5).map {
            .init("tried again by \($0.name), \($0.policy.maxAttempts) times", at: $0.then.value.range)
          },
          witness: group.witness
        )
      }
    }
  }

  private func message(_ worst: WorstCase, _ together: String) -> String {
    guard let rule = worst.forgetful.first else {
      return
        "In the worst case an error is tried here\(together) up to \(worst.tries) times in \(worst.time.shownText). "
        + "Lower a budget or its delays, or end it with { exhausted: cancel }."
    }
    return
      "In the worst case an error is tried here\(together) without end: “\(rule.name)” forgets its tries after "
      + "\(rule.policy.within.shownText), before they are used up. Lengthen “within”, or shorten the delays."
  }

  private static func list(_ names: ArraySlice<String>) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}
