import Checks
import ErrctlCommands
import JSONSchema
import Foundation
import RuleEngine
import TestSupport
import Testing

@Suite("The schema of configurations")
struct ConfigurationSchemaTests {
  private static let file = Repository.root.appending(path: "schemas/configuration.json")

  private static let root = ConfigurationSchema(.errctl).build().schema.node

  @Test("has exactly the keys that the reader reads")
  func everyKey() { #expect(ConfigurationSchema(.errctl).build().gaps == []) }

  @Test("has every check with its level and every option with its value")
  func everyCheck() throws {
    let levels = try #require(Self.root["properties"]?["levels"]?["properties"])
    let options = try #require(Self.root["properties"]?["options"]?["properties"])
    for page in CodeList.pages {
      #expect(levels[page.code]?["default"]?.string == page.level.rawValue, "\(page.code)")
      for option in page.options {
        let schema = options[page.code]?["properties"]?[option.name]
        #expect(schema?["description"]?.string == option.meaning, "\(page.code).\(option.name)")
        #expect(schema?["default"] != nil)
      }
    }
    // What makes a file unusable has no level.
    #expect(levels["syntax-error"] == nil && levels["unused-suppression"] != nil)
  }

  @Test("has valid defaults and examples", .enabled(if: YAMLEvents.isSupported))
  func examples() throws {
    var texts: [String] = []
    for page in CodeList.pages where !page.options.isEmpty {
      let options = try #require(
        Self.root["properties"]?["options"]?["properties"]?[page.code]?["properties"]
      )
      for option in options.members ?? [] {
        let value = JSONWriter.text(of: try #require(option.value["default"]))
        texts.append("version: 1\noptions: { \(page.code): { \(option.key): \(value) } }\n")
      }
    }
    for key in ["levels", "options", "exclude", "stream", "suites"] {
      let examples = try #require(Self.root["properties"]?[key]?["examples"]?.elements)
      for example in examples { texts.append("version: 1\n\(key): \(JSONWriter.text(of: example))\n") }
    }
    #expect(texts.count > 6)
    for text in texts {
      let findings = Configuration.read(name: ".errctl.yaml", bytes: Array(text.utf8)).diagnostics
      #expect(findings.isEmpty, "\(text)\(findings)")
    }
  }

  @Test("matches the file in the repository")
  func golden() throws {
    let text = ConfigurationSchema(.errctl).text()
    guard (try? String(contentsOf: Self.file, encoding: .utf8)) != text else { return }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: Self.file)
      Issue.record("schemas/configuration.json was rewritten; a run never blesses what it wrote.")
    } else {
      Issue.record(
        "schemas/configuration.json is not what errctl schema writes; UPDATE_GOLDENS=1 rewrites it."
      )
    }
  }
}
