package import Source

/// The examples under a rule's `examples`.
package struct RuleExamples: Sendable {
  /// The rule must match and decide.
  package internal(set) var match: [Node] = []
  package internal(set) var noMatch: [Node] = []

  package init() {}

  package var all: [Node] { match + noMatch }
}
