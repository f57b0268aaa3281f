import ArgumentParser
internal import Bytes
import ErrorStreams
internal import Source

struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats",
    _superCommandName: "errctl",
    abstract: "List the formats of logs that errctl reads, each with an example and the record it becomes.",
    discussion: """
      EXAMPLES
        errctl formats
        errctl formats nginx-error

      errctl inspect shows the format of a log. A mapping file describes a format of your own (errctl help mappings).
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: ArgumentHelp("A format. Without one, all formats are listed.", valueName: "name"))
  var name: String?

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @Option(help: ArgumentHelp("Colour: auto, always or never.", valueName: "when"))
  var color = ColorChoice.auto

  /// The values of `--input` beside the formats of other programs.
  private static let inputs = [
    "errctl": "errctl's own format, a recorded error a line (errctl help records)",
    "mixed": "lines of any formats, each read by itself (errctl help formats)",
  ]

  func run() throws {
    let output = CheckedOutput.standardOutput
    if let name, let summary = Self.inputs[name] {
      try output.write(
        format == .json
          ? "[\n  {\"name\": \(name.json), \"summary\": \(summary.json)}\n]\n" : "\(name)  \(summary)\n")
      return try output.flush()
    }
    var formats = BuiltInFormats.all
    if let name {
      formats = formats.filter { $0.name == name }
      if formats.isEmpty {
        let question = Suggestion.question(for: name, among: BuiltInFormats.all.map { $0.name })
        throw CommandFailure(.usage, "There is no format “\(name)”.\(question) errctl formats lists them.")
      }
    }
    switch format {
    case .json: try output.write(FormatList.json(of: formats))
    case .text:
      let text = FormatList(terminalStyle: color.terminalStyle(for: 1))
      try output.write(name == nil ? text.list(of: formats) : formats.map { text.page(of: $0) }.joined())
    }
    try output.flush()
  }
}
