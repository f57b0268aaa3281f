package import Source

/// The errors under a rule's `examples`.
package struct RuleExamples: Sendable {
  /// Errors for which the rule must match and decide.
  package internal(set) var match: [Node] = []
  package internal(set) var noMatch: [Node] = []

  package init() {}

  package var all: [Node] { match + noMatch }
}
