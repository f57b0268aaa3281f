internal import Records
import ArgumentParser
import Replay
import Reports
internal import Bytes
internal import Engine

struct PartitionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "partition",
    _superCommandName: "errctl",
    abstract: "Show which records must stay together when a stream is split.",
    discussion: """
      EXAMPLES
        errctl partition rules/shop/rules.yaml
        errctl partition rules/shop/rules.yaml --format json

      Rules that count errors need all errors of a key, in the order of the stream (errctl help shards).
      """
  )

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "The rule file.")
  var rules: String

  @Option(help: ArgumentHelp("text for people, json for programs.", valueName: "format"))
  var format = Format.text

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let style = shared.color.terminalStyle(for: 2)
    let compilation = try InputFile.compile(rules, registry: CommandRegistry.current, limits: limits)
    try InputFile.report(compilation, terminalStyle: style)
    guard compilation.chain != nil, let program = compilation.program else {
      throw CommandFailure(.unusableInput, InputFile.whyNoChain(rules, compilation))
    }
    let needs = StateNeeds(program)
    try CheckedOutput.standardOutput.write(format == .json ? json(needs) : text(needs))
    try CheckedOutput.standardOutput.flush()
  }

  private func text(_ needs: StateNeeds) -> String {
    let sentence =
      switch needs.meeting {
      case .nothing: "Every record stands alone."
      case .by(let fields):
        "Records with the same \(fields.map { $0.name }.joined(separator: ", ")) must be evaluated together, in stream order."
      case .together(let reason):
        "Records that depend on others must be evaluated in one place, in stream order. \(reason)"
      }
    let uses = needs.uses.map { use in
      "  \(use.name.dropFirst(4)): \(use.per.isEmpty ? "no key" : "by \(use.fields)")"
    }
    return EscapedText.of(sentence) + "\n" + uses.map { EscapedText.of($0) + "\n" }.joined()
  }

  private func json(_ needs: StateNeeds) -> String {
    var members: [String]
    switch needs.meeting {
    case .nothing: members = ["\"records\": \"alone\""]
    case .by(let fields):
      members = ["\"records\": \"by-key\"", "\"key\": \(list(fields))", "\"order\": \"stream\""]
    case .together(let reason):
      members = ["\"records\": \"together\"", "\"reason\": \(reason.json)", "\"order\": \"stream\""]
    }
    let uses = needs.uses.map { use in
      "    {\"state\": \(use.kind.rawValue.json), \"at\": \(use.place.json), \"key\": \(list(use.per))}"
    }
    members.append(uses.isEmpty ? "\"state\": []" : "\"state\": [\n\(uses.joined(separator: ",\n"))\n  ]")
    return "{\n\(members.map { "  \($0)" }.joined(separator: ",\n"))\n}\n"
  }

  private func list(_ fields: [Subject]) -> String {
    "[\(fields.map { $0.name.json }.joined(separator: ", "))]"
  }
}
