/// `nothing`: says that nothing is done on purpose.
struct NothingAction: ActionPlugin {
  let key = "nothing"
  let summary = "Nothing, on purpose."
  let examples = [#""nothing""#, #"{"nothing": true}"#]

  func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    let value = members[0].value
    switch value.content {
    case .string(key), .bool(true): return Action([.init(key, .scalar(.bool(true)))], label: key)
    default:
      context.report(.wrongType(value, expected: "“nothing” alone, or { nothing: true }"))
      return nil
    }
  }
}
