package import Source

/// The errors under a rule's `examples`.
package struct RuleExamples: Sendable {
  /// Errors of which the rule is the one that matches and decides.
  package internal(set) var match: [Node] = []
  /// Errors of which it is not.
  package internal(set) var noMatch: [Node] = []

  package init() {}

  /// All of them.
  package var all: [Node] { match + noMatch }
}
