internal import Records
package import Source

/// `wait`: a delay before the next action.
package struct WaitAction: ActionPlugin {
  package let key = "wait"
  package let summary = "Waits before the next action."
  package let mayFail = false
  package let examples = [#"{"wait": "1s"}"#]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let text = members[0].value.string, TimeSpan(text) != nil else {
      context.report(.wrongDuration(members[0].value))
      return nil
    }
    return Action([.init(key, .scalar(.string(text)))], label: "wait \(text)")
  }
}
