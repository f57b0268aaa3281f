import ArgumentParser
import RuleEngine

/// What is assumed of matchers that no plugin provides.
struct StubOptions: ParsableArguments {
  @Option(
    name: .customLong("stub"),
    help: ArgumentHelp(
      "The answer (true or false) of a custom matcher that no plugin provides; else it is false.",
      valueName: "name=bool"
    )
  )
  var stubs: [String] = []

  /// The options again, for another command that shall evaluate alike.
  var words: [String] { stubs.flatMap { ["--stub", $0] } }

  /// What rule files may use, with the stubs.
  func registry() throws -> Registry {
    var registry = CommandRegistry.current
    for stub in stubs {
      let parts = stub.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count >= 2, !parts[0].isEmpty, let answer = Bool(String(parts[parts.count - 1])) else {
        throw CommandFailure(.usage, "--stub takes NAME=true or NAME=false, not “\(stub)”.")
      }
      let name = parts.dropLast().joined(separator: "=")
      if let other = registry.stubs[name], other != answer {
        throw CommandFailure(.usage, "--stub says both true and false of “\(name)”.")
      }
      registry.stubs[name] = answer
    }
    return registry
  }

  /// Refuses a stub for what no rule of the chain asks.
  func check(_ registry: Registry, against chain: ResponderChain, rules: String) throws {
    try check(registry, against: [chain], rules: rules)
  }

  /// Refuses a stub for what no rule of several chains asks.
  func check(_ registry: Registry, against chains: [ResponderChain], rules: String) throws {
    let asked = chains.flatMap { $0.unknownCustoms }
    for name in registry.stubs.keys.sorted() where !asked.contains(name) {
      let question = Suggestion.question(for: name, among: asked)
      throw CommandFailure(.usage, "--stub names no custom matcher that \(rules) asks: “\(name)”.\(question)")
    }
  }
}
