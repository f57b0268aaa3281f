internal import ErrorStreams

struct MistypedMember: Check {
  let page = CheckPage(
    "mistyped-member",
    .stream,
    .warning,
    summary: "A member of the records does not have the type of its field.",
    meaning: """
      The member is read as an attribute, as if the record did not have the field: a status in quotes equals no number, \
      and a negative retryAfter delays no retry.
      """,
    advice: "Record the value in the type that the finding names.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          # errctl: ignore mistyped-member -- the old app goes on until the spring
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": "503"}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.report(.mistyped, into: &findings)
  }
}
