import Checks
import RuleEngine
internal import Schemas

/// A file of the project that `errctl init` writes.
struct StarterFile {
  /// Its path in the project's folder.
  let name: String
  /// What it is, for the list that is printed.
  let summary: String
  let text: String

  /// The whole project.
  static let all: [StarterFile] = [
    StarterFile(name: "rules.yaml", summary: "the rules", text: starterRules),
    StarterFile(name: "rules.test.yaml", summary: "their tests", text: starterSuite),
    StarterFile(name: "stream.ndjson", summary: "recorded errors to try them on", text: starterStream),
    StarterFile(
      name: ".errctl.yaml",
      summary: "how much each check matters here",
      text: starterConfiguration
    ),
    StarterFile(name: "check.sh", summary: "what to run in CI", text: starterCheck),
    StarterFile(name: "README.md", summary: "what to do with these", text: starterReadme),
    StarterFile(
      name: "schemas/rule-file.json",
      summary: "what editors complete and check rule files by",
      text: SchemaKind.ruleFile.text()
    ),
    StarterFile(
      name: "schemas/test-suite.json",
      summary: "the same for suites",
      text: SchemaKind.testSuite.text()
    ),
    StarterFile(
      name: "schemas/configuration.json",
      summary: "the same for .errctl.yaml",
      text: ConfigurationSchema.text()
    ),
  ]
}
