package import Source

/// `nothing`: no action, on purpose.
package struct NothingAction: ActionPlugin {
  package let key = "nothing"
  package let summary = "Does nothing, on purpose."
  package let mayFail = false
  package let examples = [#""nothing""#, #"{"nothing": true}"#]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    let value = members[0].value
    switch value.content {
    case .string(key), .bool(true): return Action([.init(key, .scalar(.bool(true)))], label: key)
    default:
      context.report(.wrongType(value, expected: "“nothing” alone, or { nothing: true }"))
      return nil
    }
  }
}
