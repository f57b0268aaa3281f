internal import Engine
internal import Edits
internal import Source

struct OtherYAML: Check {
  let page = CheckPage(
    "other-yaml",
    .traps,
    .note,
    summary: "Readers of YAML 1.1 read a plain value differently.",
    meaning: """
      Rule files are YAML 1.2: No, on and off are strings, and 010 is ten. Readers of YAML 1.1 (PyYAML, Ruby, many \
      editors and formatters) read them as booleans and as eight, and 1:30 as ninety. If they save the file, these \
      values change. Button titles and codes are often affected.
      """,
    advice: "Quote strings, and write numbers without leading zeros.",
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
    autoFix: .init("quotes strings, and writes numbers that every reader reads the same way.")
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
        // The end date of a suppression is read by errctl only.
        if member.key != "suppress" { look(member.value, &findings) }
      }
    case .string(let text):
      // What a policy is translated to is written nowhere.
      guard node.style == .plain, !node.isTranslated,
        let reading = OldYAML.reading(of: text, as: node.content)
      else { return }
      report(text, node.range, reading, &findings)
    case .integer, .decimal:
      let written = node.text
      guard node.range.text == written, let reading = OldYAML.reading(of: written, as: node.content) else {
        return
      }
      let number = NumberText.text(of: written, node.content)
      // Leading zeros before a digit below eight change nothing.
      if number == written || reading == .number(Int64(number)) { return }
      findings.report(
        "\(written) is \(number) here, but YAML 1.1 reads \(Self.words(for: reading)). Write \(number).",
        at: node.range, fix: Patch(node.range, number))
    case .null, .bool: return
    }
  }

  private func report(
    _ text: String, _ range: SourceRange, _ reading: OldYAML.Reading, _ findings: inout Findings
  ) {
    // Aliases are checked at their anchor, and quoted scalars are never ambiguous.
    guard range.text == text else { return }
    findings.report(
      "“\(text)” is a string here, but YAML 1.1 reads \(Self.words(for: reading)). Write it in quotes.",
      at: range, fix: Patch(range, ScalarText.quoted(text)))
  }

  private static func words(for reading: OldYAML.Reading) -> String {
    switch reading {
    case .boolean: "a boolean"
    case .null: "nothing"
    case .date: "a date"
    case .text: "a string"
    case .mark: "a special token"
    case .number(let number?): "the number \(number)"
    case .number(nil): "a number"
    }
  }
}
