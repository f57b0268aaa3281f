import ArgumentParser
import Edits
import Policies
internal import Bytes
internal import Engine
internal import RuleLanguage
internal import Source

struct ImportCommand: ParsableCommand, VersionedCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    _superCommandName: "errctl",
    abstract: "Convert another system's retry policy to an equivalent rule file.",
    discussion: """
      EXAMPLES
        errctl import grpc service-config.json -o rules.yaml
        errctl import grpc service-config.json --strict

      FORMATS
      \(PolicyFormatList.text(BuiltInPolicies.all.map { ($0.name, $0.summary) }))

      Comments say where each rule comes from. Findings list what a rule file cannot express. The other commands \
      read such a file as it is: errctl validate service-config.json, errctl replay service-config.json errors.ndjson.
      """
  )

  @Argument(help: ArgumentHelp("The format of the file.", valueName: "format"))
  var format: String

  @Argument(help: ArgumentHelp("A policy, or “-” for standard input.", valueName: "file"))
  var file: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, .yaml or .json. Default: YAML on standard output.", valueName: "file"),
    completion: .file())
  var output = "-"

  @Option(name: .customLong("system"), help: SystemVersions.help)
  var system: [String] = []

  @Flag(help: "End with status 1 if anything is lost.")
  var strict = false

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let formats = CommandRegistry.current.policyFormats
    let reader = try PolicyFormatList.named(format, among: formats, by: { $0.name })
    let bytes = try InputFile.read(file, limit: limits.ruleFileBytes)
    let name = InputFile.name(of: file, bytes)
    var diagnostics = Diagnostics()
    let document = PolicyDocument(
      name: name, bytes: bytes, formats: [reader], limits: limits, into: &diagnostics)
    guard let original = document.node else { return try fail(diagnostics.sorted) }
    guard document.format != nil else {
      throw CommandFailure(
        .unusableInput,
        "\(InputFile.shown(file)): This is not a policy of the format \(reader.name). \(reader.lack(of: original))"
      )
    }
    guard !diagnostics.hasErrors, let rules = document.ruleFile(in: &diagnostics) else {
      return try fail(diagnostics.sorted)
    }
    // The written file has to be a rule file that compiles.
    var registry = Registry()
    registry.policyFormats = [reader]
    let compilation = RuleSet.compile(name: name, bytes: bytes, registry: registry, limits: limits)
    let findings = compilation.diagnostics
    if compilation.hasErrors { return try fail(findings) }
    let text = try self.text(of: rules, original, findings, reader, limits)
    if output != "-", file != "-", let input = try? FileKind(of: file) {
      try FileKind.reject(output, of: "--output", inPlaceOf: [input])
    }
    try report(findings)
    Interruption.endInOrder()
    let output = try OutputFile(self.output)
    try Array(text.utf8).withUnsafeBytes { try output.write($0) }
    try output.close()
    if strict, findings.contains(where: { $0.code == Diagnostic.lossCode }) {
      throw CommandFailure(.findings)
    }
  }

  private func text(
    of rules: Node, _ document: Node, _ findings: [Diagnostic], _ reader: any PolicyFormat, _ limits: Limits
  ) throws -> String {
    if Converter.Kind(ofFile: output) == .json { return JSONWriter.text(of: rules) + "\n" }
    let losses = findings.filter { $0.code == Diagnostic.lossCode }
    let source = "Imported from \(InputFile.shown(file)) (\(reader.name))."
    let remarks =
      losses.isEmpty
      ? ["\(source) Nothing is lost."]
      : ["\(source) What is lost:"] + losses.map { "- line \($0.range.start.line): \($0.message)" }
    let text = PolicyConverter(original: document).yaml(of: rules, remarks: remarks, limits: limits)
    guard let text else {
      throw CommandFailure(
        .unusableInput, "\(InputFile.shown(file)): The rules can't be written. This is a bug in errctl.")
    }
    return text
  }

  private func fail(_ findings: [Diagnostic]) throws {
    try report(findings)
    throw CommandFailure(.unusableInput)
  }

  private func report(_ findings: [Diagnostic]) throws {
    let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
    for finding in findings { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
  }
}
