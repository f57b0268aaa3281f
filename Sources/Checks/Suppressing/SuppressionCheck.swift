internal import RuleEngine

/// What may be wrong with a suppression; found by ``Suppressions`` once all else is known.
struct SuppressionCheck: Check {
  let page: CheckPage

  func run(on rules: CheckedRules, into findings: inout Findings) {}

  /// A finding of this kind; nil where it is switched off.
  func finding(
    _ message: String,
    at place: SourceRange,
    _ settings: CheckSettings,
    fix: Patch? = nil
  ) -> Diagnostic? {
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
        What it was written for is gone, or stands elsewhere. Left there, it would hide the next finding of that kind \
        without anybody having looked at it.
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
      mending: .init("takes it out, with its whole line where it has one.")
    )
  )

  static let expired = SuppressionCheck(
    page: CheckPage(
      "expired-suppression",
      .suppression,
      .warning,
      summary: "A suppression was to end, and has.",
      meaning: """
        It said until when it holds, and that day is over: what it hid is said again. The day itself still counts.
        """,
      advice: "Put right what it speaks of, or give it another day.",
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
      summary: "A suppression that can't be read, names no code, or has no reason.",
      meaning: """
        It does not hold: what it was to hide is said. A reason is part of it, because whoever reads the rule next has \
        to know whether it still holds.
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
      mending: .init("writes the code that a slip hid.")
    )
  )
}
