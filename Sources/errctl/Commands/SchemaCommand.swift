import ArgumentParser
import RuleEngine

/// `errctl schema`: what may stand in a file, for editors and other tools.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    _superCommandName: "errctl",
    abstract: "Write the JSON Schema of rule files, recorded errors or resolutions.",
    discussion: """
      EXAMPLE
        errctl schema rule-file > rule-file.schema.json

      Draft 2020-12. An editor completes and checks a rule file that begins with
        # yaml-language-server: $schema=rule-file.schema.json

      KINDS
      \(SchemaKind.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))

      References, cycles and what else takes more than one place to see are for validate.
      """
  )

  @Argument(help: ArgumentHelp("What the schema is of.", valueName: "kind"))
  var kind = Kind(kind: .ruleFile)

  /// A kind by its name.
  struct Kind: ExpressibleByArgument {
    let kind: SchemaKind

    init(kind: SchemaKind) {
      self.kind = kind
    }

    init?(argument: String) {
      guard let kind = SchemaKind(rawValue: argument) else { return nil }
      self.kind = kind
    }

    var defaultValueDescription: String { kind.rawValue }
    static var allValueStrings: [String] { SchemaKind.allCases.map { $0.rawValue } }
  }

  func run() throws {
    let output = CheckedOutput.standardOutput
    try output.write(kind.kind.text())
    try output.flush()
  }
}
