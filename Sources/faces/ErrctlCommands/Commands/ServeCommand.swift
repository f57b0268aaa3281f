import ArgumentParser
import Workbench

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    _superCommandName: "errctl",
    abstract: "Edit a rule file in a browser, beside recorded errors.",
    discussion: """
      EXAMPLE
        errctl serve rules/shop/rules.yaml rules/shop/stream.ndjson

      The page shows what becomes of the errors while you type; errctl help workbench says how. Only your browser on \
      this machine can open it, with the address that is printed. It ends with Ctrl-C, or with its terminal.
      """
  )

  @Argument(help: "The rule file.")
  var rules: String

  @Argument(help: "Streams of recorded errors, read in order: files, folders, or quoted patterns.")
  var streams: [String]

  @Option(
    help: ArgumentHelp(
      "The format of the streams: a format, a mapping file, or mixed. Default: detected.", valueName: "format"
    ))
  var input: String?

  @Option(
    help: ArgumentHelp("The port on 127.0.0.1. Default: one that the system chooses.", valueName: "port"))
  var port: UInt16 = 0

  @Flag(help: "Show times in UTC. Default: local time.")
  var utc = false

  @Flag(help: "Open the page in the browser.")
  var open = false

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if ([rules] + streams).contains("-") {
      throw ValidationError("The files are read again and again. Give them as files, not as “-”.")
    }
  }

  nonisolated(nonsending) func run() async throws {
    let workbench = try ServedWorkbench(
      rules: rules, streams: streams, input: input, isUTC: utc, port: port, opens: open,
      limits: try shared.limits(), version: Errctl.configuration.version)
    try await workbench.run()
  }
}
