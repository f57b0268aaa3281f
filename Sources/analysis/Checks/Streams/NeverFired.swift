internal import Engine
internal import Reasoning

struct NeverFired: Check {
  let page = CheckPage(
    "never-fired",
    .stream,
    .note,
    summary: "A rule matched no record of the stream.",
    meaning: """
      No record reached the rule and met its conditions; one whose budget was exhausted has matched. If the stream is \
      long, the rule may compare a value that errors don't have, or may be for something that never happens.
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
    let matched = Set(
      rules.placedClauses.filter { stream.matched[$0.index] > 0 }.map { WrittenAt($0.clause.range) })
    for group in rules.writtenClauses {
      let placed = group[0]
      guard placed.clause.kind == .rule || placed.clause.kind == .eventRule,
        group.contains(where: { $0.clause.isEnabled && $0.responder.isEnabled }),
        !matched.contains(WrittenAt(placed.clause.range))
      else { continue }
      if let place = group.lazy.compactMap({ stream.wrapped.clauses[$0.index] }).first {
        findings.report(
          "This rule matched no error itself, but would match one inside, first in record \(place.record) (\(place.path)). Write its conditions below “inside”, or unwrap such errors under “defaults”.",
          at: placed.clause.title)
        continue
      }
      findings.report(
        "This rule matched none of \(stream.records) record\(stream.records == 1 ? "" : "s"). Try it with errctl explain --rule \(placed.name).",
        at: placed.clause.title)
    }
  }
}
