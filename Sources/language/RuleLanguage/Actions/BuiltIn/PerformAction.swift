package import Source

/// `perform`: something that the app provides, by name.
package struct PerformAction: ActionPlugin {
  package let key = "perform"
  package let summary = "Runs something that the app provides, by name, with values."
  package let companions = keys.names
  package let examples = [
    #"{"perform": "logout"}"#, #"{"perform": "open", "with": {"url": "{problem.ext.url}"}}"#,
  ]

  package static let keys = [Key("with", .other("mapping"), "Its values; texts may contain placeholders.")]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let name = members[0].value.string else {
      // Braces with a null are a template without its quotes.
      if let inner = members[0].value.members, !inner.contains(where: { $0.value.isNull }) {
        context.reportLongForm(members)
        return nil
      }
      context.report(.wrongType(members[0].value, expected: "the name of something that the app provides"))
      return nil
    }
    guard !name.isEmpty else {
      context.report(
        .wrongValue(
          members[0].value, "“perform” is empty. Write the name of something that the app provides."))
      return nil
    }
    reportUnknown(name, at: members[0].value, in: context)
    var written = [Action.Member(key, .scalar(.string(name)))]
    for member in members.dropFirst() where member.key == "with" {
      guard member.value.members != nil else {
        context.report(.wrongType(member.value, expected: "a mapping of values"))
        return nil
      }
      guard let values = context.templates(member.value) else { return nil }
      written.append(.init(member.key, values))
    }
    return Action(written, label: "perform \(name)")
  }

  private func reportUnknown(_ name: String, at node: Node, in context: ActionContext) {
    let registry = context.vocabulary.registry
    guard registry.requiresPlugins, !registry.performs.contains(name) else { return }
    let question = Suggestion.question(for: name, among: registry.performs.sorted())
    let advice =
      question.isEmpty ? " Add a plugin that does to the registry, or remove the action." : question
    context.report(Diagnostic("unknown-perform", "No plugin performs “\(name)”.\(advice)", at: node.range))
  }
}
