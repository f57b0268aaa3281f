internal import Source

/// ``Suppressions`` runs these after all other checks.
struct SuppressionCheck: Check {
  let page: CheckPage

  func run(on rules: CheckedRules, into findings: inout Findings) {}

  func finding(_ message: String, at place: SourceRange, _ settings: CheckSettings, fix: Patch? = nil)
    -> Diagnostic?
  {
    let level = settings.levels[page.code] ?? page.level
    return level.severity.map { Diagnostic(page.code, $0, message, at: place, fix: fix) }
  }

  static let unused = SuppressionCheck(
    page: CheckPage(
      "unused-suppression",
      .suppression,
      .warning,
      summary: "A suppression suppresses nothing.",
      meaning: """
        The suppressed finding no longer exists, or is in another place. If the suppression stays, it will silently \
        hide the next finding of that kind.
        """,
      advice: "Delete it.",
      fires: """
        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain -- any library's 4 is a missing file here
              - { id: no-file, when: { domain: NSCocoaErrorDomain, code: 4 }, then: cancel }

        """,
      silent: """
        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain -- any library's 4 is a missing file here
              - { id: no-file, when: { code: 4 }, then: cancel }

        """,
      autoFix: .init("removes it, with the whole line if nothing else is on it.")
    )
  )

  static let expired = SuppressionCheck(
    page: CheckPage(
      "expired-suppression",
      .suppression,
      .warning,
      summary: "A suppression has expired.",
      meaning: """
        The end date is in the past, so the findings are reported again. On the end date itself a suppression still \
        applies.
        """,
      advice: "Fix the finding, or write a later date.",
      fires: """
        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain -- until the library has a domain until 2020-01-31
              - { id: no-file, when: { code: 4 }, then: cancel }

        """,
      silent: """
        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain -- until the library has a domain until 2999-01-31
              - { id: no-file, when: { code: 4 }, then: cancel }

        """
    )
  )

  static let faulty = SuppressionCheck(
    page: CheckPage(
      "faulty-suppression",
      .suppression,
      .warning,
      summary: "A suppression is malformed, names no existing code, or has no reason.",
      meaning: """
        The suppression does not apply, so its findings are reported. A reason is required because later readers \
        have to judge whether the suppression is still needed.
        """,
      advice: "Write # errctl: ignore CODE -- reason, or # errctl: ignore CODE -- reason until 2026-12-31.",
      fires: """
        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain
              - { id: no-file, when: { code: 4 }, then: cancel }

        """,
      silent: """
        version: 1
        responders:
          - id: app
            rules:
              # errctl: ignore code-without-domain -- any library's 4 is a missing file here
              - { id: no-file, when: { code: 4 }, then: cancel }

        """,
      autoFix: .init("corrects the misspelt code.")
    )
  )
}
