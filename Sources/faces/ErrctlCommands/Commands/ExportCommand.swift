import ArgumentParser
import Differences
import Policies
import Reasoning
internal import Bytes
internal import Engine
internal import Source

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    _superCommandName: "errctl",
    abstract: "Convert a rule file to another system's equivalent retry policy.",
    discussion: """
      EXAMPLES
        errctl export grpc rules.yaml -o service-config.json
        errctl export grpc rules.yaml --strict

      FORMATS
      \(PolicyFormatList.text(BuiltInPolicies.exports.map { ($0.name, $0.summary) }))

      Findings list what the other system cannot express. The policy is then read again, as errctl import does, and \
      proved equivalent to the rules for every error that the other system knows, or an error that ends differently is \
      shown.
      """
  )

  @Argument(help: ArgumentHelp("The format to write.", valueName: "format"))
  var format: String

  @Argument(help: ArgumentHelp("A rule file, or “-” for standard input.", valueName: "rules"))
  var rules: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"), completion: .file()
  )
  var output = "-"

  @Flag(help: "End with status 1 unless the policy is proved equivalent.")
  var strict = false

  @OptionGroup var redaction: RedactionOptions
  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let exporter = try PolicyFormatList.named(format, among: BuiltInPolicies.exports, by: { $0.name })
    let exported = try compiledRules(limits)
    var diagnostics = Diagnostics()
    guard let document = exporter.document(of: exported, in: &diagnostics) else {
      try report(diagnostics.sorted, nil)
      throw CommandFailure(.unusableInput)
    }
    let text = Array(JSONWriter.text(of: document).utf8)
    let proof = try proof(exported, exporter, text, limits)
    let losses = diagnostics.all
    for difference in proof.differences where !losses.contains(where: { exported.explains($0, difference) }) {
      diagnostics.report(exported.finding(difference, format: exporter.name))
    }
    let findings = diagnostics.sorted
    if output != "-", rules != "-", let input = try? FileKind(of: rules) {
      try FileKind.reject(output, of: "--output", inPlaceOf: [input])
    }
    try report(findings, proof.verdict)
    Interruption.endInOrder()
    let output = try OutputFile(self.output)
    try text.withUnsafeBytes { try output.write($0) }
    try output.close()
    if strict, !findings.isEmpty || proof.verdict != .same { throw CommandFailure(.findings) }
  }

  private func compiledRules(_ limits: Limits) throws -> ExportedRules {
    let compilation = try InputFile.compile(rules, registry: CommandRegistry.current, limits: limits)
    guard let chain = compilation.chain, let program = compilation.program else {
      try InputFile.report(compilation, terminalStyle: shared.color.terminalStyle(for: 2))
      throw CommandFailure(.unusableInput, InputFile.whyNoChain(InputFile.shown(rules), compilation))
    }
    return ExportedRules(chain, program)
  }

  private func proof(
    _ exported: ExportedRules, _ exporter: any PolicyExport, _ text: [UInt8], _ limits: Limits
  ) throws -> DifferenceProof {
    let name = "\(format).json"
    let compilation = RuleSet.compile(
      name: name, bytes: text, registry: CommandRegistry.current, limits: limits)
    guard let chain = compilation.chain, let program = compilation.program else {
      try InputFile.report(compilation, terminalStyle: shared.color.terminalStyle(for: 2))
      throw CommandFailure(
        .unusableInput, "\(InputFile.shown(rules)): errctl can't read the policy that it made of the rules.")
    }
    return DifferenceProof(
      old: (exported.chain, exported.program), new: (chain, program), upTo: 20,
      scope: ComparisonScope(exporter.knownErrors(to: exported), texts: exporter.textAttributes),
      hidingBy: redaction.redactor)
  }

  private func report(_ findings: [Diagnostic], _ verdict: DifferenceProof.Result?) throws {
    let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
    for finding in findings { try CheckedOutput.standardError.write(text.text(of: finding)) }
    if findings.isEmpty, let verdict {
      let sentence =
        switch verdict {
        case .same: "proved: the policy says the same as the rules of every error that \(format) knows"
        case .depends:
          "proved for single errors; the policy may count tries apart that a rule counts together"
        case .different, .notDecided:
          "not proved: no counterexample was found, and equivalence could not be shown"
        }
      try CheckedOutput.standardError.write("\(InputFile.shown(rules)): \(sentence)\n")
    }
    try CheckedOutput.standardError.flush()
  }
}

extension ExportedRules {
  /// Whether a loss is the reason of a difference: it stands at a rule that decides.
  fileprivate func explains(_ loss: Diagnostic, _ difference: DifferenceProof.Difference) -> Bool {
    let places = difference.oldClauses.map { program.clauses[$0].range }
    return (places.isEmpty ? [program.roots[0].range] : places).contains { place in
      loss.range.file.name == place.file.name && place.bytes.overlaps(loss.range.bytes)
    }
  }

  fileprivate func finding(_ difference: DifferenceProof.Difference, format: String) -> Diagnostic {
    let place = difference.oldClauses.first.map { program.clauses[$0].title } ?? program.roots[0].range
    return Diagnostic(
      Diagnostic.exportLossCode, .note,
      "An error ends otherwise: “\(difference.oldWords)” here, “\(difference.newWords)” in \(format): \(difference.error)",
      at: place)
  }
}
