import Checks
import ErrctlCommands
import Foundation
import RuleEngine
import TestSupport
import Testing

/// `UPDATE_GOLDENS=1 swift test --filter ReferencePageTests` writes the page.
@Suite("The reference page of the checks")
struct ReferencePageTests {
  private static let page = Repository.root.appending(path: "docs/reference/checks.md")

  /// The generated page.
  private static var text: String {
    var text = """
      # Checks

      Besides language errors, `errctl validate` reports likely mistakes. This page has every check, with an example.
      `errctl codes CODE` shows one of them. To change levels and options, or to suppress findings, see
      [configuration](configuration.md).

      An `error` is certainly a mistake, a `warning` is probably one, and a `note` is worth knowing. If a check is not
      certain, its message says “may”. While a file has language errors, only the checks of its text run.


      """
    for family in CheckPage.Family.allCases {
      let pages = CodeList.pages.filter { $0.family == family }
      guard !pages.isEmpty else { continue }
      text += "- \(family.rawValue): \(pages.map { "[`\($0.code)`](#\($0.code))" }.joined(separator: ", "))\n"
    }
    for family in CheckPage.Family.allCases {
      let pages = CodeList.pages.filter { $0.family == family }
      guard !pages.isEmpty else { continue }
      text += "\n## \(family.rawValue.prefix(1).uppercased() + family.rawValue.dropFirst())\n"
      for page in pages { text += section(page) }
    }
    text +=
      "\n## Language errors\n\nThe reader and the compiler report these. The level of an error can't be changed.\n\n"
    text += "| code | level | meaning | advice |\n|---|---|---|---|\n"
    for entry in CodeList.errctl.all where entry.page == nil && !entry.isSurvivor {
      text += "| `\(entry.code)` | \(entry.level.rawValue) | \(entry.summary) | \(entry.advice) |\n"
    }
    text +=
      "\n## Codes of `errctl mutate`\n\nTo explain a survivor of an [operator](mutation.md#the-changes), use the operator's name.\n\n"
    text += "| code | meaning |\n|---|---|\n"
    for entry in CodeList.errctl.all where entry.isSurvivor {
      text += "| `\(entry.code)` | \(entry.summary) |\n"
    }
    return text
  }

  private static func section(_ page: CheckPage) -> String {
    var text =
      "\n### \(page.code)\n\n`\(page.level.rawValue)`. \(page.summary)\n\n\(wrapped(page.meaning))\n\(wrapped(page.advice))"
    if let autoFix = page.autoFix { text += "\n\(wrapped(autoFix.text.replacing("--fix", with: "`--fix`")))" }
    if !page.options.isEmpty {
      text += "\n| option | default | meaning |\n|---|---|---|\n"
      for option in page.options {
        text += "| `\(option.name)` | `\(option.value.text)` | \(option.meaning) |\n"
      }
    }
    if !page.configuration.isEmpty {
      text += "\nWith this `.errctl.yaml`:\n\n```yaml\n\(page.configuration)```\n"
    }
    if !page.stream.isEmpty { text += "\nWith these errors (`--stream`):\n\n```json\n\(page.stream)```\n" }
    if !page.fires.isEmpty {
      text +=
        "\nReported here:\n\n```yaml\n\(page.fires)```\n\nNot reported here:\n\n```yaml\n\(page.silent)```\n"
    }
    return text
  }

  private static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 120 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  @Test("matches the documentation of the checks")
  func isTrue() throws {
    let text = Self.text
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: Self.page)
      Issue.record("docs/reference/checks.md was rewritten. A run that rewrites it always fails.")
    }
    let written = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(written == text)
  }
}
