internal import Reasoning
internal import RuleEngine

/// `unraised-contract`: a type that a contract names and no record has.
struct UnraisedContract: Check {
  let page = CheckPage(
    "unraised-contract",
    .stream,
    .note,
    summary: "A type that a contract names and no record of the stream has.",
    meaning: "The contract promises what nobody raises any more, or its name is misspelt there.",
    advice: "Correct the name, or take it out of the contract.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetwrokError ] }
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError ] }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}

      """,
    mending: .init(
      "writes the name that a slip hid.",
      change: "Outcomes stay; the contract promises another type."
    )
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream, stream.records > 0 else { return }
    for responder in rules.program.responders {
      for name in responder.contract?.reports ?? [] where !name.text.contains("*") {
        guard !stream.types.contains(where: { $0 == name.text || $0.hasSuffix(".\(name.text)") }) else {
          continue
        }
        let short = stream.types.compactMap { $0.split(separator: ".").last.map { String($0) } }
        let near = Suggestion.closest(to: name.text, among: stream.types.sorted() + short.sorted())
        findings.report(
          "No record of the stream has the type “\(name.text)”.\(near.map { " Did you mean “\($0)”?" } ?? " Take it out, or correct it.")",
          at: name.range
        )
      }
    }
  }
}
