import ArgumentParser
import Checks
import ErrorStreams
internal import Schemas

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    _superCommandName: "errctl",
    abstract: "Write the JSON Schema of a file that errctl reads or writes.",
    discussion: """
      EXAMPLE
        errctl schema rule-file > schemas/rule-file.json

      The schemas follow draft 2020-12. An editor completes and checks a rule file that begins with
        # yaml-language-server: $schema=schemas/rule-file.json

      KINDS
      \(Kind.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

      Only errctl validate finds unknown references, cycles and other mistakes that span several places.
      """
  )

  @Argument(help: ArgumentHelp("The kind of file.", valueName: "kind"))
  var kind = Kind(.ruleFile)

  struct Kind: ExpressibleByArgument {
    let name: String
    let summary: String
    let text: @Sendable () -> String

    static let all =
      SchemaKind.allCases.map { Kind($0) }
      + [
        Kind("configuration", ConfigurationSchema.summary) { ConfigurationSchema(.errctl).text() },
        Kind("mapping", MappingSchema.summary, MappingSchema.text),
      ]

    init(_ kind: SchemaKind) {
      self.init(kind.rawValue, kind.summary) { kind.text(registry: CommandRegistry.current) }
    }

    private init(_ name: String, _ summary: String, _ text: @escaping @Sendable () -> String) {
      self.name = name
      self.summary = summary
      self.text = text
    }

    init?(argument: String) {
      guard let kind = Self.all.first(where: { $0.name == argument }) else { return nil }
      self = kind
    }

    var defaultValueDescription: String { name }
    static var allValueStrings: [String] { all.map { $0.name } }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }

  func run() throws {
    let output = CheckedOutput.standardOutput
    try output.write(kind.text())
    try output.flush()
  }
}
