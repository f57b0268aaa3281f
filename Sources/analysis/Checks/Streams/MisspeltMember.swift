internal import Engine
internal import ErrorStreams
internal import Reasoning
internal import Records
internal import RuleLanguage
internal import Source

struct MisspeltMember: Check {
  let page = CheckPage(
    "misspelt-member",
    .stream,
    .warning,
    summary: "A member of the records is named almost like a field.",
    meaning: """
      Only members with a field's exact name are fields; any other is an attribute. The rules that compare the field \
      do not see its value. The names of other tools (statusCode, timestamp) are found, too.
      """,
    advice: "Give the member the field's name, or move it into attributes, where any name is allowed.",
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
          # errctl: ignore misspelt-member -- the old app goes on until the spring
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    stream: """
      {"type": "Shop.NetworkError", "origin": "com.shop.net", "statusCode": 503}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.report(.misspelt, into: &findings)
  }
}

extension CheckedRules {
  /// Each where a rule first compares the field, or else at the first responder.
  func report(_ kind: RecordLint.Fault.Kind, into findings: inout Findings) {
    for fault in stream?.lint.faults ?? [] where fault.kind == kind {
      var place = program.responders.first?.id.range
      var isFirst = true
      program.eachComparison { comparing in
        guard isFirst, comparing.subject == .field(fault.field) else { return }
        (place, isFirst) = (comparing.source.range, false)
      }
      if let place { findings.report(fault.message, at: place) }
    }
  }
}
