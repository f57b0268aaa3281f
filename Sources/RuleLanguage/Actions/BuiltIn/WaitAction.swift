/// `wait`: the app waits before it goes on.
struct WaitAction: ActionPlugin {
  let key = "wait"
  let summary = "Waits, before the next action."
  let examples = [#"{"wait": "1s"}"#]

  func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let text = members[0].value.string, TimeSpan(text) != nil else {
      context.report(.wrongDuration(members[0].value))
      return nil
    }
    return Action([.init(key, .scalar(.string(text)))], label: "wait \(text)")
  }
}
