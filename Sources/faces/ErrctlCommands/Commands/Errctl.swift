import ArgumentParser
internal import RuleLanguage
internal import Source

struct Errctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "errctl",
    abstract:
      "Error handling as data: check rule files, and preview what they would do with recorded errors.",
    discussion: """
      EXAMPLES
        errctl validate rules/
        errctl replay rules/shop/rules.yaml rules/shop/stream.ndjson
        errctl replay rules.yaml errors.ndjson --resolutions - | jq .evaluation

      HELP TOPICS
        errctl help topics lists the pages of the reference, such as rule-file,
        matchers, verdicts, records, formats and checks. errctl help TOPIC prints
        one, and errctl help TOPIC HEADING one of its sections.

      EXIT STATUS
        0 nothing to report, 1 findings, 2 unusable input, 64 wrong usage,
        74 the result could not be written, 129 hung up, 130 interrupted,
        131 quit, 143 terminated.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Check",
        subcommands: [ValidateCommand.self, CodesCommand.self, GraphCommand.self, SchemaCommand.self]),
      CommandGroup(
        name: "Preview",
        subcommands: [
          ReplayCommand.self, ExplainCommand.self, DiffCommand.self, InspectCommand.self, FormatsCommand.self,
          MergeCommand.self, PartitionCommand.self, MinimiseCommand.self,
        ]),
      CommandGroup(name: "Test", subcommands: [TestCommand.self, MutateCommand.self]),
      CommandGroup(
        name: "Edit",
        subcommands: [InitCommand.self, SuggestCommand.self, FmtCommand.self, ConvertCommand.self]),
      CommandGroup(
        name: "Exchange", subcommands: [ImportCommand.self, ExportCommand.self, ConstantsCommand.self]),
      CommandGroup(name: "Serve", subcommands: [LSPCommand.self, MCPCommand.self, ServeCommand.self]),
    ]
  )

  /// Runs a command, on the main thread for as long as it does not suspend.
  ///
  /// - Parameter arguments: without the program's name.
  @MainActor
  static func run(_ arguments: [String]) async throws {
    var arguments = arguments
    if arguments.starts(with: ["help", "--"]) { arguments.remove(at: 1) }
    if arguments.isEmpty, Terminal.isTerminal(1) { return try FirstCommands(FolderSurvey(of: ".")).print() }
    if try HelpTopic.printRequested(by: arguments, commands: names) { return }
    if arguments.contains("--watch"), let command = try parsed(arguments) as? any WatchableCommand,
      command.watch
    {
      if command.readsStandardInput {
        throw CommandFailure(
          .usage, "--watch reads its inputs again and again. Give them as files, not as “-”.")
      }
      try await WatchLoop.run(arguments)
    }
    try await execute(arguments)
  }

  @MainActor
  static func execute(_ arguments: [String]) async throws {
    defer { OpenFiles.removeAll() }
    if arguments.contains(where: { $0.hasPrefix("--system") }),
      let words = (try parsed(arguments) as? any VersionedCommand)?.system,
      let formats = try SystemVersions.formats(words)
    {
      var registry = CommandRegistry.current
      registry.policyFormats = formats
      return try await CommandRegistry.$current.withValue(registry) { try await executeParsed(arguments) }
    }
    try await executeParsed(arguments)
  }

  @MainActor
  private static func executeParsed(_ arguments: [String]) async throws {
    let command = try parsed(arguments)
    // By their own types, they stay on this thread: there may be no other.
    switch command {
    case let replay as ReplayCommand: try await replay.run()
    case let merge as MergeCommand: try await merge.run()
    case let diff as DiffCommand: try await diff.run()
    case let graph as GraphCommand: try await graph.run()
    case let mutate as MutateCommand: try await mutate.run()
    case let serve as ServeCommand: try await serve.run()
    default:
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        var command = command
        try command.run()
      }
    }
  }

  /// Parses a plainly named command directly, because the full parser takes longer than a small replay.
  /// Mistakes and help are left to the root command.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try rejectUnknownCommand(arguments.first)
    let named = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// The parser would take it for a wrong argument.
  private static func rejectUnknownCommand(_ name: String?) throws {
    guard let name, !name.hasPrefix("-") else { return }
    guard name != "help", !names.contains(name) else { return }
    let question = Suggestion.question(for: name, among: names)
    throw CommandFailure(.usage, "There is no command “\(name)”.\(question) See errctl --help.")
  }

  private static var names: [String] {
    configuration.subcommands.flatMap { command in
      [command.configuration.commandName ?? ""] + command.configuration.aliases
    }
  }
}
