internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

/// Reports a shared quota whose key completed operations lack.
struct UnreturnedTokens: Check {
  let page = CheckPage(
    "unreturned-tokens",
    .retries,
    .warning,
    summary: "Completed operations can't give tokens back to a shared quota.",
    meaning: """
      A completed operation gives tokens back to the bucket that its own fields make. It has an origin, an operation, an \
      attempt and attributes, but nothing of an error: where per names such a field, an error's bucket never gets anything \
      back and stays empty once it is used up.
      """,
    advice: "Count by origin, operation or an attribute, or leave per out.",
    fires: """
      version: 1
      quotas:
        upstream: { tokens: 100, per: type }
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 3, quota: { of: upstream } } }

      """,
    silent: """
      version: 1
      quotas:
        upstream: { tokens: 100, per: origin }
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 3, quota: { of: upstream } } }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for quota in rules.program.quotas {
      guard let subject = quota.per.first(where: { !Self.isOfCompletions($0) }) else { continue }
      let written = rules.program.roots.lazy.compactMap { $0["quotas"]?[quota.name.text]?["per"] }.first
      findings.report(
        "Completed operations have no “\(subject.name)”, so they give nothing back to the bucket of an error that has one. "
          + "Count by origin, operation or an attribute.",
        at: written?.range ?? quota.name.range)
    }
  }

  private static func isOfCompletions(_ subject: Subject) -> Bool {
    switch subject {
    case .field(let field): [.origin, .operation, .attempt, .time, .id, .platform].contains(field)
    case .attribute: true
    case .problem, .problemExtension, .payload, .with, .outcome, .elapsed: false
    }
  }
}
