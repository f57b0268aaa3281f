internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct MarkedCancellation: Check {
  let page = CheckPage(
    "marked-cancellation",
    .reachability,
    .note,
    summary: "A rule is for cancellations that Swift programs record as such and ignore.",
    meaning: """
      A program with errctl's library records the cancellations of Apple's frameworks with cancelled: true, for \
      example a cancelled purchase. By default no rule is evaluated for them. The rule still gets those of a log that other \
      programs wrote.
      """,
    advice:
      "Write defaults: { ignore: none } if the rule's actions are wanted, and a rule for all other cancellations.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: bought
              when: { domain: SKErrorDomain, code: SKErrorPaymentCancelled }
              do: [ { log: "The purchase was cancelled." } ]
              then: cancel

      """,
    silent: """
      version: 1
      defaults: { ignore: none }
      responders:
        - id: app
          rules:
            - id: bought
              when: { domain: SKErrorDomain, code: SKErrorPaymentCancelled }
              do: [ { log: "The purchase was cancelled." } ]
              then: cancel
            - { id: quiet, when: { cancelled: true }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    guard program.ignored != nil else { return }
    for (_, clause) in program.allClauses where clause.kind == .rule && !endsAlike(clause) {
      guard let when = clause.when, let name = onlyCancellation(program.comparisons(of: clause.condition))
      else { continue }
      findings.report(
        "A Swift program records \(name) with “cancelled: true”, and ignores it before this rule. Write “ignore: none” under “defaults” if you need what the rule does.",
        at: when.range)
    }
  }

  /// Whether the rule ends as an ignored error does, without an action.
  private func endsAlike(_ clause: RuleProgram.Clause) -> Bool {
    guard clause.actions.isEmpty, case .evaluation(.cancel)? = clause.verdict else { return false }
    return true
  }

  /// The first code, if all that the rule compares are of cancellations.
  private func onlyCancellation(_ comparisons: [Comparing]) -> String? {
    var domains: [String] = []
    var numbers: [Int64] = []
    for comparing in comparisons {
      switch (comparing.subject, comparing.comparison) {
      case (.field(.cancelled), _): return nil
      case (.field(.domain), let comparison):
        guard let name = comparison.name else { return nil }
        domains.append(name)
      case (.field(.code), .code(let ranges)):
        for range in ranges {
          guard case .integer(let number)? = range.lower, range.upper == range.lower else { return nil }
          numbers.append(number)
        }
      default: continue
      }
      if comparing.isNegated || comparing.isNested { return nil }
    }
    guard let domain = domains.first, let number = numbers.first else { return nil }
    let isKnown = domains.allSatisfy { domain in
      numbers.allSatisfy { number in
        KnownCancellation.codes.contains {
          !$0.isIgnored && $0.domain == domain && $0.number == number
        }
      }
    }
    return isKnown ? "\(domain) \(number)" : nil
  }
}
