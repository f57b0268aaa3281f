import ArgumentParser
internal import Engine
internal import RuleLanguage
internal import Source

/// Assumed results of custom matchers that no plugin provides.
struct StubOptions: ParsableArguments {
  @Option(
    name: .customLong("stub"),
    help: ArgumentHelp(
      "The result, true or false, of a custom matcher that no plugin provides. Default: false.",
      valueName: "name=bool"))
  var stubs: [String] = []

  var words: [String] { stubs.flatMap { ["--stub", $0] } }

  func registry() throws -> Registry {
    var registry = CommandRegistry.current
    for stub in stubs {
      let parts = stub.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count >= 2, !parts[0].isEmpty, let answer = Bool(String(parts[parts.count - 1])) else {
        throw CommandFailure(.usage, "--stub takes NAME=true or NAME=false, not “\(stub)”.")
      }
      let name = parts.dropLast().joined(separator: "=")
      if let other = registry.stubs[name], other != answer {
        throw CommandFailure(.usage, "--stub gives “\(name)” both results, true and false.")
      }
      registry.stubs[name] = answer
    }
    return registry
  }

  func check(_ registry: Registry, against chain: ResponderChain, rules: String) throws {
    try check(registry, against: [chain], rules: rules)
  }

  func check(_ registry: Registry, against chains: [ResponderChain], rules: String) throws {
    let used = chains.flatMap { $0.unknownCustoms }
    for name in registry.stubs.keys.sorted() where !used.contains(name) {
      let question = Suggestion.question(for: name, among: used)
      throw CommandFailure(.usage, "\(rules) has no custom matcher “\(name)”, which --stub names.\(question)")
    }
  }
}
