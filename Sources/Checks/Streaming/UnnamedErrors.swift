internal import Reasoning
internal import RuleEngine

/// `unnamed-errors`: errors of the stream that no rule names.
struct UnnamedErrors: Check {
  let page = CheckPage(
    "unnamed-errors",
    .stream,
    .note,
    summary: "Errors of the stream that no rule names.",
    meaning: """
      They were answered by an otherwise or a rule that asks for nothing, or by nobody. The finding names the most \
      frequent kinds: these are what a next rule could be for.
      """,
    advice: "Write a rule for the kinds that matter, or a category they belong to.",
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
    let placed = rules.placedStations
    for (place, kinds) in stream.unnamed.sorted(by: { $0.key < $1.key }) {
      let count = "\(kinds.total) error\(kinds.total == 1 ? "" : "s")"
      if place < 0 {
        let root = rules.program.responders[-1 - place]
        findings.report(
          "\(count) of the stream reached “\(root.id.text)” and nobody answered: \(kinds.text).",
          at: root.id.range
        )
      } else if let station = placed.first(where: { $0.index == place }) {
        findings.report(
          "\(count) of the stream came to this, because no rule names them: \(kinds.text).",
          at: station.station.title
        )
      }
    }
  }
}
