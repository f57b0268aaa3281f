package import Bytes
package import Source

/// Writes the rule file that is equivalent to a policy of another system, with a comment where each rule or category
/// comes from.
package struct PolicyConverter {
  private let original: Node

  /// - Parameter original: the policy's document.
  package init(original: Node) {
    self.original = original
  }

  /// The rule file in YAML, in the canonical layout; nil if the text would mean something else.
  ///
  /// - Parameter remarks: lines at the top, which become comments.
  package func yaml(of ruleFile: Node, remarks: [String], limits: Limits) -> String? {
    let file = NodeTreeBuilder.read(ruleFile.unplaced)
    note(ruleFile, file.root.value)
    file.root.leading = remarks.map { comment($0) }
    let lines = YAMLLayout.lines(of: file, in: [], .unknown, .canonical)
    let text = lines.joined(separator: "\n") + "\n"
    return Converter(limits: limits).laidOut(text, as: .yaml, like: ruleFile)
  }

  private func note(_ node: Node, _ written: WrittenNode) {
    for (member, entry) in zip(node.members ?? [], written.entries) {
      if member.key == "rules" || member.key == "categories" {
        for (rule, entry) in zip(member.value.elements ?? [], entry.value.entries) {
          entry.leading = [comment(place(of: rule.range))]
        }
      }
      note(member.value, entry.value)
    }
    for (element, entry) in zip(node.elements ?? [], written.entries) { note(element, entry.value) }
  }

  private func comment(_ text: String) -> Comment {
    Comment(text: "# \(EscapedText.of(text))", column: 0, hasBlankBefore: false)
  }

  /// `line 12: methodConfig[0].retryPolicy`.
  private func place(of range: SourceRange) -> String {
    let path = self.path(to: range, in: original).joined()
    let shown = path.hasPrefix(".") ? String(path.dropFirst()) : path
    return "line \(range.start.line)" + (shown.isEmpty ? "" : ": \(shown)")
  }

  private func path(to range: SourceRange, in node: Node) -> [String] {
    if node.range.bytes == range.bytes { return [] }
    for member in node.members ?? [] where member.value.range.contains(range) {
      return [".\(member.key)"] + path(to: range, in: member.value)
    }
    for (index, element) in (node.elements ?? []).enumerated() where element.range.contains(range) {
      return ["[\(index)]"] + path(to: range, in: element)
    }
    return []
  }
}

extension SourceRange {
  fileprivate func contains(_ other: SourceRange) -> Bool {
    bytes.lowerBound <= other.bytes.lowerBound && other.bytes.upperBound <= bytes.upperBound
  }
}
