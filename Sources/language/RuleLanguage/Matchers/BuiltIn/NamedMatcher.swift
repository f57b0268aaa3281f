package import Source

/// `matcher`: a matcher by its name under the top-level `matchers`.
package struct NamedMatcher: MatcherPlugin {
  package let key = "matcher"
  package let summary = "A matcher declared under “matchers”, by name; or a list, one of which must hold."
  package let examples: [MatcherExample] = []

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    context.any(of: value) { node in
      guard let name = node.string else {
        context.report(.wrongType(node, expected: "the name of a matcher"))
        return nil
      }
      return context.vocabulary.namedMatcher(name, at: node, scope: context.scope)
    }
  }
}
