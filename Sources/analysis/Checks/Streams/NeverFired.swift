internal import Engine
internal import Reasoning

struct NeverFired: Check {
  let page = CheckPage(
    "never-fired",
    .stream,
    .note,
    summary: "A rule never ran on the stream.",
    meaning: """
      No record reached the rule and met its conditions. If the stream is long, the rule may compare a value that errors \
      don't have, or may be for something that never happens.
      """,
    advice: "Try it with errctl explain --rule on an error that it should match.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: missing, when: { status: 404 }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0 else { return }
    let fired = Set(
      rules.placedClauses.filter { stream.fired[$0.index] > 0 }.map { WrittenAt($0.clause.range) })
    for group in rules.writtenClauses {
      let placed = group[0]
      guard placed.clause.kind == .rule || placed.clause.kind == .eventRule,
        group.contains(where: { $0.clause.isEnabled && $0.responder.isEnabled }),
        !fired.contains(WrittenAt(placed.clause.range))
      else { continue }
      findings.report(
        "This rule matched none of \(stream.records) record\(stream.records == 1 ? "" : "s"). Try it with errctl explain --rule \(placed.name).",
        at: placed.clause.title)
    }
  }
}
