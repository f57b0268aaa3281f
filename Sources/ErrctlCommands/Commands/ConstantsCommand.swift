import ArgumentParser
import Checks
import Constants
import RuleEngine

/// `errctl constants`: the names of a rule file for Swift code.
struct ConstantsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "constants",
    _superCommandName: "errctl",
    abstract: "Write the names of a rule file as Swift constants, so that a typo does not compile.",
    discussion: """
      EXAMPLES
        errctl constants rules/shop/rules.yaml
        errctl constants rules.yaml --access public -o Sources/App/ShopRules.swift

      Responders, rules, categories, actions and events, each an enumeration of \
      String. The build-tool plugin RuleConstants calls it for every rule file of a target.
      """
  )

  @Argument(help: ArgumentHelp("The rule file.", valueName: "rules"), completion: .file())
  var rules: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to write it; standard output, where it is not said.", valueName: "file"),
    completion: .file()
  )
  var output = "-"

  @Option(
    help: ArgumentHelp(
      "What encloses the constants: the rule set's name with Rules behind it, where it is not said.",
      valueName: "name"
    )
  )
  var `enum`: String?

  @Option(help: ArgumentHelp("Who may use them.", valueName: "level"))
  var access = SwiftConstants.Access.internal

  @OptionGroup var shared: SharedOptions

  func run() throws {
    if let name = self.enum, !SwiftConstants.isIdentifier(name) {
      throw CommandFailure(.usage, "--enum takes a Swift type's name, such as ShopRules, not “\(name)”.")
    }
    let compilation = try InputFile.compile(
      rules,
      registry: CommandRegistry.current,
      limits: shared.limits()
    )
    let text = DiagnosticText(paint: shared.color.paint(for: 2))
    for finding in compilation.diagnostics { try CheckedOutput.standardError.write(text.text(of: finding)) }
    try CheckedOutput.standardError.flush()
    guard !compilation.hasErrors else { throw CommandFailure(.unusableInput) }
    guard let program = compilation.program else {
      throw CommandFailure(.unusableInput, "\(rules): this is no rule file; it has no “version”")
    }
    let names = NamesInUse(program)
    let read = [rules] + compilation.imports.map { $0.identity }
    try FileKind.refuse(output, of: "--output", inPlaceOf: read.compactMap { try? FileKind(of: $0) })
    let source = try self.source(names, ruleSet: compilation.chain?.name)
    for (kind, name) in SwiftConstants.unnameable(names) {
      try CheckedOutput.standardError.write(
        "\(rules): note: the \(kind) “\(VisibleText.of(name))” is left out: Swift has no name without a letter or digit\n"
      )
    }
    try CheckedOutput.standardError.flush()
    Interruption.endInOrder()
    defer { OpenFiles.removeAll() }
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
        "\(rules): the \(error.kind) names \(names) would both be \(error.identifier) in Swift. Rename one of them."
      )
    }
  }
}

extension SwiftConstants.Access: ExpressibleByArgument {}
