package import Source

/// Values as YAML on one line: `{ status: [ 404, 405 ], type: Gone }`.
package enum FlowText {
  package static func yaml(of node: Node) -> String {
    if let members = node.members {
      let texts = members.map { "\(key($0.key)): \(yaml(of: $0.value))" }
      return texts.isEmpty ? "{}" : "{ \(texts.joined(separator: ", ")) }"
    }
    if let elements = node.elements {
      return elements.isEmpty ? "[]" : "[ \(elements.map { yaml(of: $0) }.joined(separator: ", ")) ]"
    }
    return node.string.map { ScalarText(isInFlow: true).text(of: $0) } ?? node.text
  }

  /// A mapping as a line for each key, as in a block.
  package static func block(of node: Node, indentation: Int) -> String {
    (node.members ?? []).map { "\(key($0.key)): \(yaml(of: $0.value))" }
      .joined(separator: "\n" + String(repeating: " ", count: indentation))
  }

  private static func key(_ text: String) -> String { ScalarText(isInFlow: true, isKey: true).text(of: text) }
}
