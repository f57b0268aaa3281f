internal import Reasoning
internal import RuleEngine

/// `unseen-field`: what a rule asks for and no record has.
struct UnseenField: Check {
  let page = CheckPage(
    "unseen-field",
    .stream,
    .warning,
    summary: "A field that a rule asks for and no record of the stream has.",
    meaning: """
      The rule never matches on this stream, whatever the value it asks for: most often the field is called something \
      else where errors are recorded.
      """,
    advice: "Look at the records with errctl explain, and correct the field's name.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: pay, when: { attributes: { http.rout: /pay } }, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: pay, when: { attributes: { http.route: /pay } }, then: cancel } ]

      """,
    stream: """
      {"type": "Shop.NetworkError", "attributes": {"http.route": "/pay"}}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0 else { return }
    rules.program.eachComparison { comparing in
      guard stream.unseen.contains(comparing.subject), !comparing.isNegated else { return }
      if case .exists = comparing.comparison { return }
      findings.report(
        "None of \(stream.records) record\(stream.records == 1 ? "" : "s") has “\(comparing.subject.name)”. Correct its name, or look whether it is recorded.",
        at: comparing.source.range
      )
    }
  }
}
