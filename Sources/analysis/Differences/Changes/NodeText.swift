internal import Source

/// A value of a rule file on one line, as YAML in flow style would have it. Two values with the same text
/// mean the same: the keys of a mapping are sorted, since their order means nothing.
enum NodeText {
  /// The most characters in a change list.
  private static let longest = 60

  static func short(_ node: Node) -> String {
    let text = text(node, sorted: false)
    return text.count <= longest ? text : text.prefix(longest - 1) + "…"
  }

  static func whole(_ node: Node) -> String { text(node, sorted: true) }

  private static func text(_ node: Node, sorted: Bool) -> String {
    switch node.content {
    case .null: return "null"
    case .bool, .integer, .decimal: return node.text
    case .string(let string): return quoted(string, isPlain: node.style == .plain && !sorted)
    case .sequence(let elements):
      return elements.isEmpty
        ? "[]" : "[ \(elements.map { text($0, sorted: sorted) }.joined(separator: ", ")) ]"
    case .mapping(let members):
      let members = sorted ? members.sorted { $0.key < $1.key } : members
      let parts = members.map { "\($0.key): \(text($0.value, sorted: sorted))" }
      return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
    }
  }

  private static func quoted(_ string: String, isPlain: Bool) -> String {
    if isPlain { return string }
    let escaped = string.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
