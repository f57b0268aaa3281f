internal import Explanations
internal import Reports
internal import Bytes

extension ChainGraph {
  /// The chain as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html) for Markdown.
  var mermaid: String {
    var lines = ["flowchart LR"]
    if let note { lines.append("  %% \(EscapedText.of(note))") }
    for index in drawn {
      let responder = responders[index]
      let label = ([DisplayText.cut(responder.name)] + self.lines(of: responder)).map { Self.escaped($0) }
        .joined(separator: "<br/>")
      lines.append("  r\(index)[\"\(label)\"]")
    }
    for index in drawn {
      let responder = responders[index]
      guard let parent = responder.parent else { continue }
      let label = label(of: responder)
      lines.append("  r\(index) -->\(label.isEmpty ? "" : "|\"\(Self.escaped(label))\"|") r\(parent)")
      if !responder.raises.isEmpty {
        lines.append(
          "  r\(index) -.->|\"\(Self.escaped("raises \(Self.list(responder.raises))"))\"| r\(parent)")
      }
    }
    let disabled = drawn.filter { !responders[$0].isEnabled }.map { "r\($0)" }
    if !disabled.isEmpty {
      lines.append("  classDef disabled stroke-dasharray: 4 3")
      lines.append("  class \(disabled.joined(separator: ",")) disabled")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Writes characters with a meaning in Mermaid or HTML as numbers: `#35;` is `#`.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in EscapedText.of(text).unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", "-", "_", "/", ",", ":":
        escaped.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: escaped += "#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
