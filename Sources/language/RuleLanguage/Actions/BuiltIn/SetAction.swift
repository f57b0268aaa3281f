internal import Bytes
package import Source

/// `set`: values of the app's state, by path.
package struct SetAction: ActionPlugin {
  package let key = "set"
  package let summary = "Sets values in the app's state, by dotted path."
  package let mayFail = false
  package let examples = [#"{"set": {"login.label": "Check your password."}}"#]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let values = members[0].value.members, !values.isEmpty else {
      context.report(
        .wrongType(members[0].value, expected: "a mapping of state paths, such as { login.label: text }"))
      return nil
    }
    guard let content = context.templates(members[0].value) else { return nil }
    let paths = values.map { $0.key }.joined(separator: ", ")
    return Action([.init(key, content)], label: "set \(paths)")
  }
}
