/// `perform`: something the app does, by name.
struct PerformAction: ActionPlugin {
  let key = "perform"
  let summary = "Something the app does, by name, with values."
  let companions = ["with"]
  let examples = [#"{"perform": "logout"}"#, #"{"perform": "open", "with": {"url": "{problem.ext.url}"}}"#]

  func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let name = members[0].value.string else {
      context.report(.wrongType(members[0].value, expected: "the name of something the app does"))
      return nil
    }
    guard !name.isEmpty else {
      context.report(.wrongValue(members[0].value, "“perform” is empty. Name something the app does."))
      return nil
    }
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
}
