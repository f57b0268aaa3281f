import ArgumentParser
import Edits
import RuleEngine

/// `errctl convert`: YAML from JSON and JSON from YAML.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    _superCommandName: "errctl",
    abstract: "Write a YAML file as JSON, or a JSON file as YAML; it means the same.",
    discussion: """
      EXAMPLES
        errctl convert rules.yaml -o rules.json
        errctl convert rules.json

      Rule files, and any other file of one YAML or JSON document. JSON has no comments: how many are lost is said. \
      Aliases are written out. What can't be read is not converted.
      """
  )

  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case yaml, json
  }

  @Argument(help: ArgumentHelp("A .yaml, .yml or .json file; - is standard input.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("What to write: the other of the two, where it is not said.", valueName: "kind"))
  var to: Kind?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to write it; standard output, where it is not said.", valueName: "file"),
    completion: .file()
  )
  var output = "-"

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let bytes = try InputFile.read(file, limit: limits.ruleFileBytes)
    let name = self.name(bytes)
    try refuse(Converter.Kind(ofFile: name))
    let result = Converter(limits: limits).convert(name: name, bytes: bytes)
    let findings = DiagnosticText(paint: shared.color.paint(for: 2))
    for finding in result.diagnostics { try CheckedOutput.standardError.write(findings.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    guard let text = result.text else { throw CommandFailure(.unusableInput) }
    Interruption.endInOrder()
    defer { OpenFiles.removeAll() }
    let output = try OutputFile(self.output)
    try Array(text.utf8).withUnsafeBytes { try output.write($0) }
    try output.close()
    try sayLost(result.lostComments)
  }

  /// The file's name, which says its kind: of standard input the one that `--to` is not.
  private func name(_ bytes: [UInt8]) -> String {
    guard file == "-", let to else { return InputFile.name(of: file, bytes) }
    return "standard input.\(to == .yaml ? "json" : "yaml")"
  }

  /// Refuses what asks for no conversion, or for another one than the output's name does.
  private func refuse(_ kind: Converter.Kind?) throws {
    if let kind, let to, to.rawValue == kind.rawValue {
      throw CommandFailure(
        .usage,
        "\(InputFile.shown(file)) is \(kind.shown) already; errctl fmt changes its layout."
      )
    }
    guard output != "-" else { return }
    if let kind, let named = Converter.Kind(ofFile: output), named == kind {
      throw CommandFailure(
        .usage,
        "\(output) would be \(kind.other.shown) by another name. Let it end in .\(kind.other.rawValue)."
      )
    }
    if file != "-", let input = try? FileKind(of: file) {
      try FileKind.refuse(output, of: "--output", inPlaceOf: [input])
    }
  }

  private func sayLost(_ count: Int) throws {
    guard count > 0 else { return }
    let comments = count == 1 ? "1 comment is" : "\(count) comments are"
    try CheckedOutput.standardError.write(
      "\(VisibleText.of(InputFile.shown(file))): \(comments) lost, JSON has none\n"
    )
    try CheckedOutput.standardError.flush()
  }
}

extension Converter.Kind {
  /// The name for people.
  fileprivate var shown: String { rawValue.uppercased() }
}
