import ArgumentParser
import RuleEngine

/// The command line: options in, one call, one report.
struct Errctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "errctl",
    abstract:
      "Error-handling rules as data: check them, and preview what they would do with recorded errors.",
    discussion: """
      EXAMPLES
        errctl validate rules/
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson
        errctl replay rules.yaml errors.ndjson --resolutions - | jq .evaluation

      HELP TOPICS
        errctl help topics lists the pages of the reference, such as rule-file,
        matchers, verdicts, records, formats and checks; errctl help TOPIC prints one.

      EXIT STATUS
        0 nothing to report, 1 findings, 2 input that cannot be used, 64 wrong usage,
        74 the result could not be written, 130/143 interrupted or terminated.
      """,
    version: "0.1.0",
    subcommands: [
      ValidateCommand.self, CodesCommand.self, FmtCommand.self, ReplayCommand.self, ExplainCommand.self,
      DiffCommand.self, TestCommand.self, MutateCommand.self, GraphCommand.self, InspectCommand.self,
      ConvertCommand.self, SchemaCommand.self, ConstantsCommand.self, InitCommand.self,
    ]
  )

  /// Runs the command that the process was called with: on the main thread, which is there already, as long as it has
  /// nothing to wait for.
  @MainActor
  static func run() async throws {
    if try HelpTopic.printRequested(by: Array(CommandLine.arguments.dropFirst()), commands: names) { return }
    var command = try parsed()
    if let replay = command as? ReplayCommand {
      try await replay.run()
    } else if var asynchronous = command as? any AsyncParsableCommand {
      try await asynchronous.run()
    } else {
      try command.run()
    }
  }

  /// A command that is named plainly is parsed alone: the parser looks for other things first, which takes longer than
  /// a small replay. Whatever is wrong with it, and help, is said by the root.
  private static func parsed() throws -> any ParsableCommand {
    try refuseUnknownCommand()
    let arguments = CommandLine.arguments.dropFirst()
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    return try parseAsRoot()
  }

  /// The parser knows what options are like; a command that does not exist it takes for a wrong argument.
  private static func refuseUnknownCommand() throws {
    guard let name = CommandLine.arguments.dropFirst().first, !name.hasPrefix("-") else { return }
    guard name != "help", !names.contains(name) else { return }
    let question = Suggestion.question(for: name, among: names)
    throw CommandFailure(.usage, "There is no command “\(name)”.\(question) See errctl --help.")
  }

  /// Names and aliases of the commands.
  private static var names: [String] {
    configuration.subcommands.flatMap { command in
      [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
  }
}
