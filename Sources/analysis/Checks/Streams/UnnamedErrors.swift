internal import Source
internal import Engine
internal import Reasoning

struct UnnamedErrors: Check {
  let page = CheckPage(
    "unnamed-errors",
    .stream,
    .note,
    summary: "No rule names some errors of the stream.",
    meaning: """
      An otherwise or a rule without conditions handled them, or they were not handled, and no rule with conditions matched \
      them. The finding lists the most frequent kinds, which are candidates for a rule.
      """,
    advice: "Write a rule for the important kinds, or a category for them.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: busy, when: { status: 503 }, then: cancel } ]
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: busy, when: { status: 503 }, then: cancel }
            - { id: image, when: { type: ImageError }, then: proceed }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}
      {"type": "Shop.ImageError", "case": "broken"}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream else { return }
    let placed = rules.placedClauses
    for (index, kinds) in stream.unnamed.sorted(by: { $0.key < $1.key }) {
      let count = "\(kinds.total) error\(kinds.total == 1 ? "" : "s")"
      if index < 0 {
        let root = rules.program.responders[-1 - index]
        findings.report(
          "\(count) of the stream reached “\(root.id.text)” unhandled: \(kinds.text).", at: root.id.range)
      } else if let clause = placed.first(where: { $0.index == index }) {
        findings.report(
          "\(count) of the stream ended here, because no rule names \(kinds.total == 1 ? "it" : "them"): \(kinds.text).",
          at: clause.clause.title)
      }
    }
  }
}
