internal import RuleEngine

/// `doubled-braces`: `{{ error.message }}`, which is a text and no template.
struct DoubledBraces: Check {
  let page = CheckPage(
    "doubled-braces",
    .traps,
    .warning,
    summary: "A template in doubled braces, which is shown as it is.",
    meaning: """
      {{ stands for one brace. {{ error.message }} therefore shows { error.message }, braces and all, where other \
      systems would fill it in.
      """,
    advice:
      "Write {error.message}. For braces around a name write {{ and }} around something that is no path.",
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
          "Doubled braces are braces in the text, so this is shown as { \(path) }. Write {\(path)} to fill it in.",
          at: ScalarOffsets(of: text.node).range(of: start..<(end + 2))
        )
      }
    }
  }
}
