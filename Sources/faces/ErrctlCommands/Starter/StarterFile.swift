import Checks
internal import Schemas

struct StarterFile {
  let name: String
  /// The summary in the printed list.
  let summary: String
  let text: String

  static let configurationName = ".errctl.yaml"

  static let all: [StarterFile] = [
    StarterFile(name: "rules.yaml", summary: "the rules", text: starterRules),
    StarterFile(name: "rules.test.yaml", summary: "their tests", text: starterSuite),
    StarterFile(name: "stream.ndjson", summary: "recorded errors to replay", text: starterStream),
    StarterFile(name: configurationName, summary: "the levels of checks", text: starterConfiguration),
    StarterFile(name: "check.sh", summary: "the script for CI", text: starterCheck),
    StarterFile(name: "README.md", summary: "the next steps", text: starterReadme),
    StarterFile(
      name: "schemas/rule-file.json", summary: "completion and checks of rule files in editors",
      text: SchemaKind.ruleFile.text()),
    StarterFile(
      name: "schemas/test-suite.json", summary: "the same for suites", text: SchemaKind.testSuite.text()),
    StarterFile(
      name: "schemas/configuration.json", summary: "the same for .errctl.yaml",
      text: ConfigurationSchema(.errctl).text()),
  ]
}
