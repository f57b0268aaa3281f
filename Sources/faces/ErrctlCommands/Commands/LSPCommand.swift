import ArgumentParser
import LanguageServer
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    _superCommandName: "errctl",
    abstract: "Serve editors that speak the Language Server Protocol, over standard input and output.",
    discussion: """
      EXAMPLE
        errctl lsp

      An editor starts it; errctl help language-server says how. It checks rule files, suites, mappings and .errctl.yaml \
      while they are typed. It ends after “exit”, with 0 if “shutdown” came before and 1 otherwise.
      """
  )

  @Flag(help: "Ignored: some editors add it, and there is no other way to connect.")
  var stdio = false

  @Flag(
    help:
      "Omit schema findings where yaml-language-server reports them: in YAML files that name a schema in a comment."
  )
  var besideYamlLanguageServer = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    if Terminal.isTerminal(0) {
      try CheckedOutput.standardError.write(
        "An editor starts this command and talks to it: see errctl help language-server.\n")
      try CheckedOutput.standardError.flush()
    }
    let files = DiskFiles()
    defer { files.end() }
    let server = Server(
      files: files, registry: CommandRegistry.current, codes: .errctl, limits: try shared.limits(),
      today: Today.day,
      version: Errctl.configuration.version, isBesideYAMLServer: besideYamlLanguageServer)
    let output = CheckedOutput.standardOutput
    let connection = ServerLoop.Connection(
      read: { StandardInput.next() },
      write: { bytes in
        try bytes.withUnsafeBytes { try output.write($0) }
        try output.flush()
      },
      isAlive: { kill($0, 0) == 0 || errno != ESRCH }
    )
    guard let status = try ServerLoop.run(server, connection) else {
      throw CommandFailure(.unusableInput, "The system gives no thread, so the server can't run.")
    }
    if status != 0 { throw CommandFailure(.findings) }
  }
}
