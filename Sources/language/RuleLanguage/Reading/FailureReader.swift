internal import Records
package import Source

/// `failed` and `limit`, beside an action that the app or a plugin provides.
package struct FailureReader {
  let context: ActionContext

  package static let keys = [
    Key(
      "failed", .other("verdict that is a word"), .absent("a failure changes nothing"),
      "The verdict if it fails or its limit ends it."),
    Key(
      "limit", .defined("actionLimit", "duration, not 0, or “none”"),
      .absent("the program's (“actionLimit”)"),
      "How long it may take, or “none”, where a person is waited for."),
  ]
  package static let unlimited = "none"

  func verdict(_ member: Node.Member) -> Verdict? {
    guard !context.isAlways else {
      context.report(
        .decidingAction(
          "Under “always” the outcome is already known, so a failure can't decide.", at: member.keyRange))
      return nil
    }
    return context.verdicts.verdict(ofFailure: member.value, in: context)
  }

  func limit(_ node: Node) -> ActionLimit? {
    if node.string == Self.unlimited { return .unlimited }
    guard let text = node.string, let span = TimeSpan(text) else {
      context.report(
        node.scalar == nil
          ? .wrongType(node, expected: "a duration such as 5m, or none") : .wrongDuration(node))
      return nil
    }
    guard span.microseconds > 0 else {
      context.report(
        .wrongValue(
          node, "An action with no time can't succeed. Write a length such as 5m, or none for no limit."))
      return nil
    }
    return .after(span)
  }
}

extension Diagnostic {
  static func decidingAction(_ reason: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("deciding-action", "\(reason) Delete “failed”.", at: range)
  }
}
