import ArgumentParser
import RuleEngine

/// `errctl explain`: the whole climb of one error.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show one error's whole climb as a resolution with its steps, in JSON.",
    discussion: """
      EXAMPLE
        errctl explain rules/shop/rules.yaml --error '{"status": 503, "origin": "com.shop.cart"}' | jq .steps
      """
  )

  @Argument(help: "The rule file.")
  var rules: String

  @Option(help: ArgumentHelp("A recorded error, as JSON.", valueName: "json"))
  var error: String

  @Option(help: ArgumentHelp("The seed of random delays.", valueName: "n"))
  var seed: UInt64 = 0

  @OptionGroup var stubs: StubOptions

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let limits = try shared.limits()
    let registry = try stubs.registry()
    let paint = shared.color.paint(for: 2)
    let chain = try InputFile.rules(rules, registry: registry, limits: limits, paint: paint).chain
    try stubs.check(registry, against: chain, rules: rules)
    var responding = Responding(chain, seed: seed, limits: limits)
    let resolution: String
    do throws(RecordRefusal) {
      resolution = try responding.resolution(of: error, explained: true)
    } catch {
      throw CommandFailure(.unusableInput, "--error: \(error.description)")
    }
    try CheckedOutput.standardOutput.write(resolution + "\n")
    try CheckedOutput.standardOutput.flush()
  }
}
