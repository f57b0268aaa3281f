internal import RuleLanguage
internal import Engine
internal import Reasoning
internal import Source

struct UntimedRecords: Check {
  let page = CheckPage(
    "untimed-records",
    .stream,
    .warning,
    summary: "Records of the stream have no time, and a rule counts over time.",
    meaning: """
      A record without a time counts as raised at the time of the record before it. If no record has a time, all \
      count as raised at the same moment. A rate is then reached and a breaker open too early, and a throttle skips too many actions.
      """,
    advice:
      "Record the time of each error. For another log, map its time; errctl inspect shows which field is read.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503, rate: { atLeast: 2, within: 1m } }, then: abort }
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: down, when: { status: 503 }, then: abort }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}
      {"type": "Shop.NetworkError", "status": 503}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.untimed > 0 else { return }
    if stream.untimedUses.contains(.breakers) {
      for breaker in rules.program.breakers {
        report("This breaker means", stream, at: breaker.name.range, &findings)
      }
    }
    for group in rules.writtenClauses {
      let placed = group[0]
      if placed.clause.rate != nil, stream.untimedUses.contains(.rates) {
        let key = placed.clause.when?.members?.first { $0.key == "rate" }?.keyRange
        report("This rate means", stream, at: key ?? placed.clause.title, &findings)
      }
      if placed.clause.actions.contains(where: { $0.throttle != nil }),
        stream.untimedUses.contains(.throttles)
      {
        report("The throttle of this rule means", stream, at: placed.clause.title, &findings)
      }
    }
  }

  private func report(
    _ what: String, _ stream: StreamObservations, at place: SourceRange, _ findings: inout Findings
  ) {
    let isAll = stream.untimed == stream.records
    let who =
      isAll
      ? "because no record of the stream has a time"
      : "because \(stream.untimed) of \(stream.records) records of the stream have no time"
    findings.report(
      "\(what) \(isAll ? "nothing" : "little") here, \(who). Record the time of each error.", at: place)
  }
}
