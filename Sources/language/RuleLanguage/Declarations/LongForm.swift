internal import Source

/// An action that is written as one mapping below its kind, `log: { message: text, level: warning }`, in place of
/// `log: text, level: warning`.
package struct LongForm: Sendable {
  /// The key of the action.
  package let kind: String
  /// The key, inside the mapping, of the action's own value.
  package let value: String
  package let companions: [String]

  package static let all = [
    LongForm(kind: "log", value: "message", companions: ["level"]),
    LongForm(kind: "perform", value: "name", companions: ["with", "failed", "limit"]),
  ]

  package static func of(_ kind: String) -> LongForm? { all.first { $0.kind == kind } }

  package var keys: [String] { [value] + companions }

  /// Whether a mapping with these keys is the long form, beside these other keys of the action.
  package func isWritten(with inner: [String], beside others: [String]) -> Bool {
    inner.contains(value) && inner.allSatisfy { keys.contains($0) && !others.contains($0) }
  }

  /// The canonical members for a member of an action, or nil if it is not a long form.
  func members(of member: Node.Member, in action: [Node.Member]) -> [Node.Member]? {
    guard let inner = member.value.members,
      isWritten(with: inner.map { $0.key }, beside: action.map { $0.key })
    else { return nil }
    let own = inner.filter { $0.key == value }
      .map { Node.Member(key: kind, keyRange: member.keyRange, value: $0.value) }
    return own + inner.filter { $0.key != value }
  }
}
