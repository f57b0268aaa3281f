internal import RuleLanguage
internal import Records
internal import Reasoning

struct UnseenField: Check {
  let page = CheckPage(
    "unseen-field",
    .stream,
    .warning,
    summary: "No record of the stream has a field that a rule compares.",
    meaning: """
      The rule never matches on this stream, whatever value it compares. Usually the field has another name in the \
      recorded errors.
      """,
    advice: "Show a record with errctl explain, and correct the field's name.",
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
      if let place = stream.wrapped.subjects[comparing.subject] {
        findings.report(
          "No error has “\(comparing.subject.name)” itself, but one inside has it, first in record \(place.record) (\(place.path)). Write the conditions below “inside”, or unwrap such errors under “defaults”.",
          at: comparing.source.range)
        return
      }
      findings.report(
        "None of \(stream.records) record\(stream.records == 1 ? "" : "s") has “\(comparing.subject.name)”. Correct the name, or check whether the field is recorded.",
        at: comparing.source.range)
    }
  }
}
