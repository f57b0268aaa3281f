internal import Reasoning
internal import RuleEngine

/// `never-fired`: a rule that no record of the stream reached and satisfied.
struct NeverFired: Check {
  let page = CheckPage(
    "never-fired",
    .stream,
    .note,
    summary: "A rule that never ran on the stream.",
    meaning: """
      Nothing that was recorded reached it and was what it asks for. Where the stream is long, the rule may ask for \
      something that errors don't have, or may be written for what never happens.
      """,
    advice: "Try it with errctl explain --rule on an error that it is meant for.",
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
      rules.placedStations.filter { stream.fired[$0.index] > 0 }.map { WrittenAt($0.station.range) }
    )
    for group in rules.writtenStations {
      let placed = group[0]
      guard placed.station.kind == .rule || placed.station.kind == .eventRule,
        group.contains(where: { $0.station.isEnabled && $0.responder.isEnabled }),
        !fired.contains(WrittenAt(placed.station.range))
      else { continue }
      findings.report(
        "None of \(stream.records) record\(stream.records == 1 ? "" : "s") reached this rule and is what it asks for. Try it with errctl explain --rule \(placed.name).",
        at: placed.station.title
      )
    }
  }
}
