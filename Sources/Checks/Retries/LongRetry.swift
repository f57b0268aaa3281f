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
      what they come to together, with the longest delays and without what the other side asks for (retryAfter): tries \
      that count themselves (attempt) up to the largest budget, tries that are counted by another key one budget after \
      the other.
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

  /// A worst case, and the places that come to it together.
  struct Worst {
    var tries = 1
    var time = TimeSpan(microseconds: 0)
    let rules: [RetryRule]
  }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let budgets = program.responders.map { $0.isEnabled ? program.retryRules(of: $0) : [] }
    var said: Set<String> = []
    for index in program.responders.indices {
      let path = program.path(from: index)
      for (place, rule) in budgets[index].enumerated() {
        let later = budgets[index].dropFirst(place + 1) + path.dropFirst().flatMap { budgets[$0] }
        let group = [rule] + later.filter { mayMeet(rule, $0, rules.reasoner) }
        let worst = Self.worst(of: group)
        guard worst.tries >= rules.options.number("tries") || worst.time >= rules.options.duration("time")
        else {
          continue
        }
        // What an earlier place was told to come to with these is not said again.
        let names = group.map { $0.name }
        guard !said.isSuperset(of: names) else { continue }
        said.formUnion(names)
        let together = group.count > 1 ? " together with \(Self.list(names.dropFirst()))" : ""
        findings.report(
          "In the worst case an error is tried here\(together) up to \(worst.tries) times in \(worst.time.shownText). "
            + "Lower a budget or its delays, or end it with { exhausted: cancel }.",
          at: rule.then.value.range,
          related: group.dropFirst().prefix(5).map {
            .init("tried again by \($0.name), \($0.policy.maxAttempts) times", at: $0.then.value.range)
          }
        )
      }
    }
  }

  private static func list(_ names: ArraySlice<String>) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  /// Whether one error may be tried by the first and, once it has no try left, by the second.
  private func mayMeet(_ first: RetryRule, _ second: RetryRule, _ reasoner: Reasoner?) -> Bool {
    guard case .continue = first.policy.exhausted else {
      if case .escalate = first.policy.exhausted, first.responder.id.text != second.responder.id.text {
        return meet(first, second, reasoner)
      }
      return false
    }
    return meet(first, second, reasoner)
  }

  private func meet(_ first: RetryRule, _ second: RetryRule, _ reasoner: Reasoner?) -> Bool {
    guard let reasoner else { return true }
    return !reasoner.satisfiable(.all([first.station.condition, second.station.condition])).isNever
  }

  static func worst(of rules: [RetryRule]) -> Worst {
    var worst = Worst(rules: rules)
    let own = rules.filter { $0.isPerOperation }
    let most = own.map { $0.policy.maxAttempts }.max() ?? 1
    var time: Int64 = 0
    if most > 1 {
      for attempt in 2...most {
        let delays = own.filter { $0.policy.maxAttempts >= attempt }.map {
          $0.longestDelay(before: attempt).microseconds
        }
        time += delays.max() ?? 0
      }
    }
    worst.tries = most
    for rule in rules where !rule.isPerOperation && rule.policy.maxAttempts > 1 {
      worst.tries += rule.policy.maxAttempts - 1
      for attempt in 2...rule.policy.maxAttempts { time += rule.longestDelay(before: attempt).microseconds }
    }
    worst.time = TimeSpan(microseconds: time)
    return worst
  }
}
