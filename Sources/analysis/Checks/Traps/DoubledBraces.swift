internal import RuleLanguage
internal import Records
internal import Source

struct DoubledBraces: Check {
  let page = CheckPage(
    "doubled-braces",
    .traps,
    .warning,
    summary: "A template in doubled braces is shown as plain text.",
    meaning: """
      {{ stands for a single brace, so {{ error.message }} shows { error.message } with its braces. Other template \
      systems would insert the value.
      """,
    advice:
      "Write {error.message}. To show braces around a name, write {{ and }} around text that is not a path.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: tell, do: [ { log: "failed: {{ error.message }}" } ], then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: tell, do: [ { log: "failed: {error.message}" } ], then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachText { text in
      guard let value = text.node.string, value.contains("{{") else { return }
      let bytes = Array(value.utf8)
      var index = 0
      while let start = (index..<max(index, bytes.count - 1)).first(where: {
        bytes[$0] == 0x7B && bytes[$0 + 1] == 0x7B
      }) {
        guard
          let end = (start + 2..<max(start + 2, bytes.count - 1)).first(where: {
            bytes[$0] == 0x7D && bytes[$0 + 1] == 0x7D
          })
        else { return }
        let inner = String(decoding: bytes[(start + 2)..<end], as: UTF8.self)
        index = end + 2
        let path = inner.split(separator: " ").first.map { String($0) } ?? ""
        guard Subject(templatePath: path) != nil else { continue }
        findings.report(
          "Doubled braces stand for braces, so this is shown as { \(path) }. Write {\(path)} to insert the value.",
          at: ScalarOffsets(of: text.node).range(of: start..<(end + 2)))
      }
    }
  }
}
