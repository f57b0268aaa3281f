/// Finds null where the language has none: anywhere but in payload and attribute values and recorded errors.
struct NullCheck {
  private static let open: Set<String> = ["payload", "attributes", "match", "noMatch", "ext"]

  static func report(in node: Node, to diagnostics: inout Diagnostics) {
    switch node.content {
    case .null:
      diagnostics.report(
        Diagnostic(
          "null-value",
          "Nothing stands here (null); write a value, or leave the key out.",
          at: node.range
        )
      )
    case .sequence(let elements):
      for element in elements { report(in: element, to: &diagnostics) }
    case .mapping(let members):
      for member in members where !open.contains(member.key) {
        if case .null = member.value.content, member.value.range.bytes.isEmpty {
          diagnostics.report(
            Diagnostic(
              "null-value",
              "“\(member.key)” has no value; write one, or leave the key out.",
              at: member.keyRange
            )
          )
        } else {
          report(in: member.value, to: &diagnostics)
        }
      }
    case .bool, .integer, .decimal, .string:
      break
    }
  }
}
