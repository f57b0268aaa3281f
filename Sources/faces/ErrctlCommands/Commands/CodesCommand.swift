import ArgumentParser
import Checks
internal import Source

struct CodesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "codes",
    _superCommandName: "errctl",
    abstract: "Explain the codes of findings, each with an example that causes it and one that does not.",
    discussion: """
      EXAMPLES
        errctl codes
        errctl codes code-without-domain
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "A code. Without one, all codes are listed.")
  var code: String?

  @Flag(help: "In JSON too, only each code's level and sentence.")
  var brief = false

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  func run() throws {
    var entries = CodeList.errctl.all
    if let code {
      entries = entries.filter { $0.code == code }
      if entries.isEmpty {
        let question = CodeList.errctl.question(for: code)
        throw CommandFailure(.usage, "There is no code “\(code)”.\(question) errctl codes lists them.")
      }
    }
    let output = CheckedOutput.standardOutput
    switch format {
    case .json: try output.write(CodeList.json(of: entries, isBrief: brief))
    case .text:
      let text = CodeText(terminalStyle: color.terminalStyle(for: 1))
      try output.write(
        code == nil || brief ? text.list(of: entries) : entries.map { text.page(of: $0) }.joined())
    }
    try output.flush()
  }
}
