internal import Reasoning
internal import Engine
internal import Source

struct BrokenContract: Check {
  let page = CheckPage(
    "broken-contract",
    .stream,
    .warning,
    summary: "Errors or events of the stream are out of contract.",
    meaning:
      "The contract lists the errors and events that this part of the chain may raise, but others were raised there.",
    advice: "Add the type or event to the contract, or handle it below.",
    fires: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError ] }
          otherwise: { then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          contract: { reports: [ NetworkError, ImageError ] }
          otherwise: { then: cancel }

      """,
    stream: """
      {"type": "Shop.NetworkError", "status": 503}
      {"type": "Shop.ImageError", "case": "broken"}

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let stream = rules.stream else { return }
    for (index, kinds) in stream.outOfContract.sorted(by: { $0.key < $1.key }) {
      let responder = rules.program.responders[index]
      let names = (responder.contract?.reports ?? []) + (responder.contract?.triggers ?? [])
      findings.report(
        "\(kinds.total) of the stream's errors and events reached this responder out of contract: \(kinds.text).",
        at: place(of: responder, rules.program) ?? names.first?.range ?? responder.id.range)
    }
  }
}

extension BrokenContract {
  private func place(of responder: RuleProgram.Responder, _ program: RuleProgram) -> SourceRange? {
    for root in program.roots {
      for node in root["responders"]?.elements ?? [] where node["id"]?.text == responder.id.text {
        if let contract = node.members?.first(where: { $0.key == "contract" }) { return contract.keyRange }
      }
    }
    return nil
  }
}
