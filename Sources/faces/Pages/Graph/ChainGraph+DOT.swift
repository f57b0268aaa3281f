internal import Explanations
internal import Reports
internal import Bytes

extension ChainGraph {
  /// The chain in the DOT language (https://graphviz.org/doc/info/lang.html).
  var dot: String {
    var lines = ["digraph \(Self.quoted(name)) {"]
    if let note { lines.append("  // \(EscapedText.of(note))") }
    lines += [
      "  rankdir=LR;", "  node [shape=box, style=rounded, fontname=\"Helvetica\"];",
      "  edge [fontname=\"Helvetica\", fontsize=11];",
    ]
    for index in drawn {
      let responder = responders[index]
      let style = responder.isEnabled ? "" : ", style=\"rounded,dashed\""
      let label = ([DisplayText.cut(responder.name)] + self.lines(of: responder)).map { Self.escaped($0) }
        .joined(separator: "\\n")
      lines.append("  r\(index) [label=\"\(label)\"\(style)];")
    }
    for index in drawn {
      let responder = responders[index]
      guard let parent = responder.parent else { continue }
      let label = label(of: responder)
      lines.append("  r\(index) -> r\(parent)\(label.isEmpty ? "" : " [label=\(Self.quoted(label))]");")
      if !responder.raises.isEmpty {
        let raised = "raises \(Self.list(responder.raises))"
        lines.append("  r\(index) -> r\(parent) [style=dashed, label=\(Self.quoted(raised))];")
      }
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Escapes backslashes, which begin an escape sequence in labels.
  private static func escaped(_ text: String) -> String {
    EscapedText.of(text).map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      default: "\(character)"
      }
    }.joined()
  }
}
