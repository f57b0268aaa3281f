import AgentServer
import ArgumentParser
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    _superCommandName: "errctl",
    abstract: "Serve agents that speak the Model Context Protocol, over standard input and output.",
    discussion: """
      EXAMPLES
        errctl mcp
        errctl mcp --root rules/ --write

      An agent's program starts it; errctl help agents says how. Its tools are the commands validate, explain, replay, \
      diff, test, inspect, suggest, import, codes, help and schema, and fix, which is validate --fix; its resources are \
      the rule files and test suites. They read files of one folder only, and write none unless --write is given. It \
      ends at the end of its input.
      """
  )

  @Option(
    help: ArgumentHelp(
      "The folder whose files the tools may read. Default: the working directory.", valueName: "folder"))
  var root = "."

  @Flag(help: "Let the tool fix write its changes. Otherwise it only shows them.")
  var write = false

  @Flag(help: ArgumentHelp("List the files that are resources; for the server itself.", visibility: .private))
  var listFiles = false

  @Option(help: ArgumentHelp("Print one of them; for the server itself.", visibility: .private))
  var printFile: String?

  func run() throws {
    if listFiles { return try ServedFiles.print() }
    if let printFile { return try ServedFiles.print(contentsOf: printFile) }
    let folder: String
    do throws(Errno) {
      folder = try FileImports.resolved(root)
      guard try FileKind(of: folder).isFolder else { throw Errno.notDirectory }
      guard chdir(folder) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      let reason =
        switch error {
        case .noSuchFileOrDirectory: "The folder does not exist."
        case .notDirectory: "It is not a folder."
        default: "\(error.description)."
        }
      throw CommandFailure(.usage, "--root \(root): \(reason)")
    }
    if Terminal.isTerminal(0) {
      try CheckedOutput.standardError.write(
        "An agent's program starts this command and talks to it: see errctl help agents.\n")
      try CheckedOutput.standardError.flush()
    }
    let server = AgentServer(folder: folder, writes: write, version: Errctl.configuration.version)
    let connection = AgentLoop.Connection(
      read: { StandardInput.next() },
      write: { bytes in
        try bytes.withUnsafeBytes { try CheckedOutput.standardOutput.write($0) }
        try CheckedOutput.standardOutput.flush()
      },
      run: { ToolProcess.run($0, folder: folder) }
    )
    guard try AgentLoop.run(server, connection) else {
      throw CommandFailure(.unusableInput, "The system gives no thread, so the server can't run.")
    }
  }
}
