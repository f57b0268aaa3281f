internal import Edits
internal import RuleEngine

/// `other-yaml`: a bare scalar that YAML 1.1 readers take for something else.
struct OtherYAML: Check {
  let page = CheckPage(
    "other-yaml",
    .traps,
    .note,
    summary: "A bare value that readers of YAML 1.1 take for something else.",
    meaning: """
      Rule files are YAML 1.2: No, on and off are texts, and 010 is ten. Readers of YAML 1.1 (PyYAML, Ruby, many \
      editors and formatters) read booleans, eight, and from 1:30 ninety; what they write back is another rule file. \
      Button titles and codes are where it happens.
      """,
    advice: "Write texts in quotes, and numbers without zeros in front.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do: [ { present: { title: Again?, buttons: [ { title: No, then: cancel }, { title: Sure, then: retry } ] } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do: [ { present: { title: Again?, buttons: [ { title: "No", then: cancel }, { title: Sure, then: retry } ] } } ]

      """,
    mending: .init("puts texts in quotes, and writes numbers as every reader has them.")
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    for root in rules.program.roots where !root.range.file.name.hasSuffix(".json") { look(root, &findings) }
  }

  private func look(_ node: Node, _ findings: inout Findings) {
    switch node.content {
    case .sequence(let elements): for element in elements { look(element, &findings) }
    case .mapping(let members):
      for member in members {
        if let reading = OldYAML.reading(ofKey: member.key) {
          report(member.key, member.keyRange, reading, &findings)
        }
        // The day a suppression ends is nobody else's to read.
        if member.key != "suppress" { look(member.value, &findings) }
      }
    case .string(let text):
      guard node.style == .plain, let reading = OldYAML.reading(of: text, as: node.content) else { return }
      report(text, node.range, reading, &findings)
    case .integer, .decimal:
      let written = node.text
      guard node.range.text == written, let reading = OldYAML.reading(of: written, as: node.content) else {
        return
      }
      let number = NumberText.text(of: written, node.content)
      // Zeros before a digit below eight change nothing.
      if number == written || reading == .number(Int64(number)) { return }
      findings.report(
        "\(written) is \(number) here, and \(Self.words(for: reading)) to a reader of YAML 1.1. Write \(number).",
        at: node.range,
        fix: Patch(node.range, number)
      )
    case .null, .bool: return
    }
  }

  private func report(
    _ text: String,
    _ range: SourceRange,
    _ reading: OldYAML.Reading,
    _ findings: inout Findings
  ) {
    // An alias repeats what is looked at where it stands, and quotes are no plain text.
    guard range.text == text else { return }
    findings.report(
      "“\(text)” is a text here, and \(Self.words(for: reading)) to a reader of YAML 1.1. Write it in quotes.",
      at: range,
      fix: Patch(range, ScalarText.quoted(text))
    )
  }

  private static func words(for reading: OldYAML.Reading) -> String {
    switch reading {
    case .boolean: "a boolean"
    case .null: "nothing"
    case .date: "a date"
    case .text: "a text"
    case .mark: "a mark of its own"
    case .number(let number?): "the number \(number)"
    case .number(nil): "a number"
    }
  }
}
