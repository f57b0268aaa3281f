internal import RuleLanguage
internal import Source
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
      recorded errors. A field is reported once, at the first rule that compares it.
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
    // A field is reported once: each value of a list is a comparison of its own.
    var places: [Subject: [SourceRange]] = [:]
    var order: [Subject] = []
    rules.program.eachComparison { comparing in
      guard stream.unseen.contains(comparing.subject), !comparing.isNegated else { return }
      if case .exists = comparing.comparison { return }
      if places[comparing.subject] == nil { order.append(comparing.subject) }
      places[comparing.subject, default: []].append(comparing.source.range)
    }
    for subject in order {
      guard let ranges = places[subject], let first = ranges.first else { continue }
      let others = ranges.count - 1
      let more =
        others == 0
        ? "" : " It is compared at \(others == 1 ? "one other place" : "\(others) other places"), too."
      if let place = stream.wrapped.subjects[subject] {
        findings.report(
          "No error has “\(subject.name)” itself, but one inside has it, first in record \(place.record) (\(place.path)). Write the conditions below “inside”, or unwrap such errors under “defaults”.\(more)",
          at: first)
        continue
      }
      findings.report(
        "None of \(stream.records) record\(stream.records == 1 ? "" : "s") has “\(subject.name)”. Correct the name, or check whether the field is recorded.\(more)",
        at: first)
    }
  }
}
