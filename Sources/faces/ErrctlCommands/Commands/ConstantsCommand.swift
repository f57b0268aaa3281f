internal import Engine
import ArgumentParser
import Checks
import Constants
internal import Bytes
internal import Source

struct ConstantsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "constants",
    _superCommandName: "errctl",
    abstract: "Generate Swift constants from the names in a rule file, so that a typo does not compile.",
    discussion: """
      EXAMPLES
        errctl constants rules/shop/rules.yaml
        errctl constants rules.yaml --access public -o Sources/App/ShopRules.swift

      Generates one String enumeration each for responders, rules, categories, actions and events. \
      The build-tool plugin RuleConstants runs this command for every rule file of a target.
      """
  )

  @Argument(help: ArgumentHelp("The rule file.", valueName: "rules"), completion: .file())
  var rules: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file to write. Default: standard output.", valueName: "file"), completion: .file()
  )
  var output = "-"

  @Option(
    help: ArgumentHelp(
      "The enumeration around the constants. Default: the rule set's name followed by Rules.",
      valueName: "name"))
  var `enum`: String?

  @Option(help: ArgumentHelp("The access level of the constants.", valueName: "level"))
  var access = SwiftConstants.Access.internal

  @OptionGroup var shared: SharedOptions

  func run() throws {
    if let name = self.enum, !SwiftConstants.isIdentifier(name) {
      throw CommandFailure(.usage, "--enum takes the name of a Swift type such as ShopRules, not “\(name)”.")
    }
    let compilation = try InputFile.compile(rules, registry: CommandRegistry.current, limits: shared.limits())
    let text = DiagnosticText(terminalStyle: shared.color.terminalStyle(for: 2))
    for finding in compilation.diagnostics { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    guard !compilation.hasErrors else { throw CommandFailure(.unusableInput) }
    guard let program = compilation.program else {
      throw CommandFailure(.unusableInput, "\(rules): This is not a rule file: it has no “version”.")
    }
    let names = NamesInUse(program)
    let read = [rules] + compilation.imports.map { $0.identity }
    try FileKind.reject(output, of: "--output", inPlaceOf: read.compactMap { try? FileKind(of: $0) })
    let source = try self.source(names, ruleSet: compilation.chain?.name)
    for (kind, name) in SwiftConstants.unnameable(names) {
      try CheckedOutput.standardError.write(
        "\(rules): note: The \(kind) “\(EscapedText.of(name))” is left out: a Swift name needs a letter or digit.\n"
      )
    }
    try CheckedOutput.standardError.flush()
    Interruption.endInOrder()
    let output = try OutputFile(self.output)
    try Array(source.utf8).withUnsafeBytes { try output.write($0) }
    try output.close()
  }

  private func source(_ names: NamesInUse, ruleSet: String?) throws -> String {
    let enumeration = self.enum ?? SwiftConstants.enumeration(ruleSet: ruleSet, file: rules)
    do {
      return try SwiftConstants(file: rules, enumeration: enumeration, access: access).source(names)
    } catch {
      let names = error.names.map { "“\($0)”" }.joined(separator: " and ")
      throw CommandFailure(
        .unusableInput,
        "\(rules): The \(error.kind) names \(names) would both become \(error.identifier) in Swift. Rename one of them."
      )
    }
  }
}

extension SwiftConstants.Access: ExpressibleByArgument {}
