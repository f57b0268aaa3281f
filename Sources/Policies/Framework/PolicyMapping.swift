internal import Source

/// A mapping of a policy while it is read. What nobody asks for is lost, and ``close(in:)`` says so.
struct PolicyMapping {
  let node: Node
  /// In messages: `a retry policy`.
  private let what: String
  private var unread: [Node.Member]

  /// Nil, and reported, if the value is no mapping.
  init?(_ node: Node, _ what: String, in diagnostics: inout Diagnostics) {
    guard let members = node.members else {
      diagnostics.report(
        .policyFault("This must be \(what), a mapping. It is \(node.kindName).", at: node.range)
      )
      return nil
    }
    self.node = node
    self.what = what
    unread = members
  }

  /// The value of a key, which is read now.
  mutating func take(_ key: String) -> Node? {
    guard let index = unread.firstIndex(where: { $0.key == key }) else { return nil }
    return unread.remove(at: index).value
  }

  /// The elements of a list, which is read now; empty, and reported, if it is no list.
  mutating func takeList(_ key: String, in diagnostics: inout Diagnostics) -> [Node] {
    guard let value = take(key) else { return [] }
    if let elements = value.elements { return elements }
    diagnostics.report(.policyFault("“\(key)” must be a list. It is \(value.kindName).", at: value.range))
    return []
  }

  /// Keys that have nothing to do with errors.
  mutating func skip(_ keys: String...) { unread.removeAll { keys.contains($0.key) } }

  /// Reports the keys that nobody asked for.
  func close(in diagnostics: inout Diagnostics) {
    for member in unread {
      diagnostics.report(
        .policyLoss("“\(member.key)” of \(what) has no counterpart in a rule file.", at: member.keyRange)
      )
    }
  }
}
