internal import Engine
internal import Reasoning
internal import Records
internal import RuleLanguage
internal import Source

struct UnseenKey: Check {
  let page = CheckPage(
    "unseen-key",
    .stream,
    .warning,
    summary: "No record of the stream has a field by which errors are counted.",
    meaning: """
      A budget, a quota, a rate, a throttle or a breaker counts errors apart that differ in the fields of per. An error \
      without a value for them has no key: its retries are granted without a count, and a rate or a breaker does not \
      count it.
      """,
    advice: "Correct the name, or record the field.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 3, per: attributes.path } }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: again
              when: { status: 503 }
              then: { retry: { maxAttempts: 3, per: attributes.route } }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503, "attributes": {"route": "/pay"}}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0, !stream.unseenKeys.isEmpty else { return }
    for breaker in rules.program.breakers {
      for subject in breaker.per where stream.unseenKeys.contains(subject) {
        report(subject.name, stream, at: breaker.name.range, &findings)
      }
    }
    for quota in rules.program.quotas {
      for subject in quota.per where stream.unseenKeys.contains(subject) {
        report(subject.name, stream, at: quota.name.range, &findings)
      }
    }
    let names = Set(stream.unseenKeys.map { $0.name })
    for group in rules.writtenClauses {
      let clause = group[0].clause
      for node in [clause.when, clause.actionNodes, clause.then?.value].compactMap({ $0 }) {
        reportKeys(in: node, names, stream, &findings)
      }
    }
  }

  private func reportKeys(
    in node: Node, _ names: Set<String>, _ stream: StreamObservations, _ findings: inout Findings
  ) {
    for element in node.elements ?? [] { reportKeys(in: element, names, stream, &findings) }
    for member in node.members ?? [] {
      reportKeys(in: member.value, names, stream, &findings)
      guard member.key == "per" else { continue }
      for key in member.value.elements ?? [member.value] where names.contains(key.text) {
        report(key.text, stream, at: key.range, &findings)
      }
    }
  }

  private func report(
    _ name: String, _ stream: StreamObservations, at place: SourceRange, _ findings: inout Findings
  ) {
    findings.report(
      "None of \(stream.records) record\(stream.records == 1 ? "" : "s") has “\(name)”, so no error is counted by it. Correct the name, or record the field.",
      at: place)
  }
}
