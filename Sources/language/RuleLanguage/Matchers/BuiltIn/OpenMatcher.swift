package import Source

/// `open`: a breaker, by its name under the top-level `breakers`.
package struct OpenMatcher: MatcherPlugin {
  package let key = "open"
  package let summary =
    "A breaker declared under “breakers”, by name, that is open for the error; or a list, one of which is."
  package let examples: [MatcherExample] = []

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let nodes = context.values(of: value) else { return nil }
    let names = nodes.compactMap { node -> String? in
      guard let name = node.string else {
        context.report(.wrongType(node, expected: "the name of a breaker"))
        return nil
      }
      return context.vocabulary.hasBreaker(name, at: node) ? name : nil
    }
    return names.count == nodes.count ? .open(names, context.source(value)) : nil
  }
}
