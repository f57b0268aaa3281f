import ArgumentParser
import Edits
internal import Bytes
internal import Source

struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    _superCommandName: "errctl",
    abstract: "Convert a YAML file to JSON, or a JSON file to YAML, with the same meaning.",
    discussion: """
      EXAMPLES
        errctl convert rules.yaml -o rules.json
        errctl convert rules.json

      Works on rule files and on any other file with one YAML or JSON document. JSON has no comments; errctl \
      reports how many were lost. Aliases are expanded. A file with syntax errors is not converted.
      """
  )

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case yaml, json
  }

  @Argument(help: ArgumentHelp("A .yaml, .yml or .json file, or “-” for standard input.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("The format to write. Default: the other one.", valueName: "kind"))
  var to: Kind?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"), completion: .file()
  )
  var output = "-"

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let bytes = try InputFile.read(file, limit: limits.ruleFileBytes)
    let name = self.name(bytes)
    try reject(Converter.Kind(ofFile: name))
    let result = Converter(limits: limits).convert(name: name, bytes: bytes)
    let findings = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
    for finding in result.diagnostics { try CheckedOutput.standardError.write(findings.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    guard let text = result.text else { throw CommandFailure(.unusableInput) }
    Interruption.endInOrder()
    let output = try OutputFile(self.output)
    try Array(text.utf8).withUnsafeBytes { try output.write($0) }
    try output.close()
    try reportLostComments(result.lostComments)
  }

  /// Its extension gives the format. Standard input is assumed to be the format that `--to` is not.
  private func name(_ bytes: [UInt8]) -> String {
    guard file == "-", let to else { return InputFile.name(of: file, bytes) }
    return "standard input.\(to == .yaml ? "json" : "yaml")"
  }

  /// The file already has the wanted format, or the output's extension names another one.
  private func reject(_ kind: Converter.Kind?) throws {
    if let kind, let to, to.rawValue == kind.rawValue {
      throw CommandFailure(
        .usage, "\(InputFile.shown(file)) is already \(kind.shown). Use errctl fmt to change its layout.")
    }
    guard output != "-" else { return }
    if let kind, let named = Converter.Kind(ofFile: output), named == kind {
      throw CommandFailure(
        .usage, "\(output) would contain \(kind.other.shown). Give it the extension .\(kind.other.rawValue).")
    }
    if file != "-", let input = try? FileKind(of: file) {
      try FileKind.reject(output, of: "--output", inPlaceOf: [input])
    }
  }

  private func reportLostComments(_ count: Int) throws {
    guard count > 0 else { return }
    let comments = count == 1 ? "1 comment was" : "\(count) comments were"
    try CheckedOutput.standardError.write(
      "\(EscapedText.of(InputFile.shown(file))): \(comments) lost: JSON has no comments.\n")
    try CheckedOutput.standardError.flush()
  }
}

extension Converter.Kind {
  fileprivate var shown: String { rawValue.uppercased() }
}
