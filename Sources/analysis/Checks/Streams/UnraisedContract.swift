internal import Engine
internal import Reasoning
internal import Source

struct UnraisedContract: Check {
  let page = CheckPage(
    "unraised-contract",
    .stream,
    .note,
    summary: "No record of the stream has a type that a contract names.",
    meaning: "Such errors are no longer raised, or the name is misspelt in the contract.",
    advice: "Correct the name, or remove it from the contract.",
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
    autoFix: .init(
      "corrects the misspelt name.", change: "Outcomes stay the same; the contract names another type.")
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
          "No record of the stream has the type “\(name.text)”.\(near.map { " Did you mean “\($0)”?" } ?? " Correct or remove it.")",
          at: name.range)
      }
    }
  }
}
