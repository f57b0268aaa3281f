internal import Records
internal import Source

/// Null is allowed in payload and attribute values and recorded errors only.
package struct NullCheck {
  package static let open: Set<String> = ["payload", "attributes", "match", "noMatch", "ext"]

  /// Further findings at reported nulls are redundant.
  private(set) var places: Set<SourcePlace> = []
  private let explained: Set<SourcePlace>

  init(after diagnostics: Diagnostics) {
    explained = Set(diagnostics.all.map { SourcePlace($0.range) })
  }

  mutating func report(in node: Node, to diagnostics: inout Diagnostics) {
    switch node.content {
    case .null:
      places.insert(SourcePlace(node.range))
      if !explained.contains(SourcePlace(node.range)) { diagnostics.report(.nullValue(node)) }
    case .sequence(let elements):
      for element in elements { report(in: element, to: &diagnostics) }
    case .mapping(let members):
      if let template = Self.unquotedTemplate(members) {
        places.insert(SourcePlace(node.range))
        places.insert(SourcePlace(members[0].value.range))
        let quote = template.contains("\"") ? "'" : "\""
        diagnostics.report(
          Diagnostic(
            "wrong-value",
            "These braces are read as a mapping. For a template, put it in quotes: \(quote){\(template)}\(quote).",
            at: members[0].keyRange))
        return
      }
      for member in members {
        if case .null = member.value.content {
          places.insert(SourcePlace(member.value.range))
          if !explained.contains(SourcePlace(member.value.range)) {
            diagnostics.report(.nullValue(of: member))
          }
        } else if member.value.isContainer, !Self.open.contains(member.key) {
          report(in: member.value, to: &diagnostics)
        }
      }
    case .bool, .integer, .decimal, .string:
      break
    }
  }

  /// YAML reads an unquoted template as a mapping without a value; its path, perhaps with a default.
  private static func unquotedTemplate(_ members: [Node.Member]) -> String? {
    guard members.count == 1, let member = members.first, case .null = member.value.content,
      member.value.range.bytes.isEmpty, member.key.contains(".")
    else { return nil }
    let path = member.key.split(separator: " ").first.map { String($0) } ?? member.key
    guard path == member.key || member.key.hasPrefix("\(path) ??") else { return nil }
    return Subject(templatePath: path) == nil ? nil : member.key
  }
}

extension Node {
  fileprivate var isContainer: Bool {
    switch content {
    case .sequence, .mapping: true
    case .null, .bool, .integer, .decimal, .string: false
    }
  }
}

extension Diagnostic {
  static func nullValue(_ node: Node) -> Diagnostic {
    Diagnostic(
      "null-value", "This element has no value (null). Write a value, or delete the element.", at: node.range)
  }

  static func nullValue(of member: Node.Member) -> Diagnostic {
    let isUnwritten = member.value.range.bytes.isEmpty
    return Diagnostic(
      "null-value",
      "“\(member.key)” has no value\(isUnwritten ? "" : " (null)"). Write a value, or leave the key out.",
      at: isUnwritten ? member.keyRange : member.value.range)
  }
}
