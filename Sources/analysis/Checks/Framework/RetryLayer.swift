package import Engine

/// A layer of retries below the rules, of which each of their tries is a whole operation.
package struct RetryLayer: Sendable {
  /// The name in messages: `sdk.yaml`.
  package let name: String
  package let rules: RuleSet.Compilation

  package init(_ name: String, _ rules: RuleSet.Compilation) { (self.name, self.rules) = (name, rules) }

  /// A client that tries whatever fails.
  ///
  /// - Parameter count: the tries, the first included: from 1 to 1,000.
  package init(tries count: Int) {
    let text = """
      version: 1
      responders: [ { id: client, otherwise: { then: { retry: { maxAttempts: \(count), exhausted: abort } } } } ]

      """
    self.init("a client", RuleSet.compile(name: "client.yaml", bytes: Array(text.utf8)))
  }

  /// Returns the layers that a list names by paths and numbers of tries.
  ///
  /// - Parameters:
  ///   - names: the innermost one first. What stands behind the rule file itself is above it, and left out.
  ///   - isRuleFile: whether a path is the rule file's own.
  ///   - compile: compiles the file at a path.
  package static func below(
    _ names: [String], isRuleFile: (String) -> Bool, compile: (String) throws -> RuleSet.Compilation
  ) rethrows -> [RetryLayer] {
    var layers: [RetryLayer] = []
    for name in names {
      if let tries = Int(name), (1...StackedTries.most).contains(tries) {
        layers.append(RetryLayer(tries: tries))
        continue
      }
      if isRuleFile(name) { break }
      layers.append(RetryLayer(name, try compile(name)))
    }
    return layers
  }
}
