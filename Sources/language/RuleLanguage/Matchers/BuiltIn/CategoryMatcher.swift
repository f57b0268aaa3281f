internal import Records
package import Source

/// `category`: the error's resolved category.
package struct CategoryMatcher: MatcherPlugin {
  package let key = "category"
  package let summary = "The error's category, from the rule file's categories or from the record."
  package let examples: [MatcherExample] = []

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard value.members == nil else { return operators(value, in: context) }
    return context.any(of: value) { node in
      guard let name = node.string else {
        context.report(.wrongType(node, expected: "the name of a category"))
        return nil
      }
      return context.vocabulary.category(name, at: node, in: context)
    }
  }

  /// `{ exists: … }`, and the text operators over the declared names.
  private func operators(_ value: Node, in context: MatcherContext) -> Condition? {
    if case .category = context.scope {
      context.report(.wrongType(value, expected: "the name of an earlier category, or a list of names"))
      return nil
    }
    return Operators(subject: .field(.category), kind: .text, context: context).condition(of: value)
  }
}
