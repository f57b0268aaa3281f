package import Source

/// `perform`: something the app does, by name.
package struct PerformAction: ActionPlugin {
  package let key = "perform"
  package let summary = "Something the app does, by name, with values."
  package let companions = ["with"]
  package let examples = [
    #"{"perform": "logout"}"#, #"{"perform": "open", "with": {"url": "{problem.ext.url}"}}"#,
  ]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let name = members[0].value.string else {
      context.report(.wrongType(members[0].value, expected: "the name of something the app does"))
      return nil
    }
    guard !name.isEmpty else {
      context.report(.wrongValue(members[0].value, "“perform” is empty. Name something the app does."))
      return nil
    }
    reportUnknown(name, at: members[0].value, in: context)
    var written = [Action.Member(key, .scalar(.string(name)))]
    for member in members.dropFirst() {
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
    let advice = question.isEmpty ? " Add one that does to the registry, or leave the action out." : question
    context.report(
      Diagnostic("unknown-perform", "No plugin performs “\(name)”.\(advice)", at: node.range)
    )
  }
}
