package import Source

/// `custom`: a plugin's question, by name.
package struct CustomMatcher: MatcherPlugin {
  package let key = "custom"
  package let summary =
    "A plugin's matcher, by name and with an argument; or a list, one of which must hold."
  package let examples: [MatcherExample] = []

  package static let keys = [
    Key("name", .text, .required, "The question's exact name in the plugin."),
    Key("with", .defined("present", "depends on the plugin"), "The question's argument."),
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    context.any(of: value) { node in
      if let name = node.string { return condition(Named(name, node.range), with: nil, node, context) }
      guard node.members != nil else {
        context.report(.wrongType(node, expected: "a plugin's question: its name, or { name, with }"))
        return nil
      }
      guard let section = Section(node, "custom", keys: Self.keys, in: &context.vocabulary.diagnostics) else {
        return nil
      }
      if section["name"] == nil, section.isWhole {
        context.report(Diagnostic("missing-key", "This question has no name. Add “name”.", at: node.range))
      }
      guard let name = section.text("name", in: &context.vocabulary.diagnostics), section.isWhole else {
        return nil
      }
      return condition(name, with: section["with"], node, context)
    }
  }

  private func condition(_ name: Named, with: Node?, _ node: Node, _ context: MatcherContext) -> Condition? {
    let registry = context.vocabulary.registry
    guard !name.text.isEmpty else {
      context.report(.wrongValue(node, "“custom” is empty. Write the name of a plugin's question."))
      return nil
    }
    guard let question = registry.custom(name.text) else {
      reportUnknown(name, in: context)
      return .custom(name.text, .assumed(registry.stubs[name.text]), context.source(node))
    }
    let before = context.vocabulary.diagnostics.all.count
    guard let predicate = question.predicate(with, context) else {
      if context.vocabulary.diagnostics.all.count == before {
        context.report(.silentPlugin(Node.Member(key: name.text, keyRange: name.range, value: with ?? node)))
      }
      return nil
    }
    return .custom(name.text, .known(predicate), context.source(node))
  }

  private func reportUnknown(_ name: Named, in context: MatcherContext) {
    let registry = context.vocabulary.registry
    // A user who passes a stub knows that no plugin answers.
    guard registry.requiresPlugins || registry.stubs[name.text] == nil else { return }
    let question = Suggestion.question(for: name.text, among: registry.customs.map { $0.name })
    let consequence =
      registry.requiresPlugins
      ? " Add a plugin that does to the registry, or remove the question."
      : " It is assumed to be false, unless you pass a stub."
    context.report(
      Diagnostic(
        "unknown-custom", registry.requiresPlugins ? .error : .note,
        "No plugin answers “\(name.text)”.\(question.isEmpty ? consequence : question)", at: name.range))
  }
}
