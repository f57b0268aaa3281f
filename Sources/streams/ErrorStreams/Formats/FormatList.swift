internal import Bytes
package import Source

/// The built-in formats as text and JSON, from the declarations by which they are detected.
package struct FormatList {
  private let terminalStyle: TerminalStyle

  package init(terminalStyle: TerminalStyle) {
    self.terminalStyle = terminalStyle
  }

  /// One line per format.
  package func list(of formats: [StreamFormat]) -> String {
    let width = formats.map { $0.name.count }.max() ?? 0
    let lines = formats.map { format in
      let gap = String(repeating: " ", count: width - format.name.count)
      return "\(terminalStyle(format.name, .bold))\(gap)  \(format.mapping.summary)\n"
    }
    return FittedText.of(lines.joined(), width: terminalStyle.width)
  }

  package func page(of format: StreamFormat) -> String {
    let inside = format.inside.map { "Layout: \($0)\n" } ?? ""
    let origin =
      switch format.origin {
      case .made(let command): "Made by: \(command)\n"
      case .proven(let producers, let source): "Made by: \(producers)\nSource of the example: \(source)\n"
      case .documented(let source): "Source of the example: \(source)\n"
      }
    return """
      \(terminalStyle(format.name, .bold))  \(format.mapping.summary)

      Recognised by: \(format.recognition)
      \(inside)\(origin)
      Example:

      \(Self.indented(format.example))
      It becomes:

      \(Self.indented(format.becomes))
      """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "\n" : "    \($0)\n" }
      .joined()
  }

  /// A JSON array, one format per line.
  package static func json(of formats: [StreamFormat]) -> String {
    let lines = formats.map { format in
      let inside = format.inside.map { "\"layout\": \($0.json), " } ?? ""
      let origin =
        switch format.origin {
        case .made(let command): "\"madeBy\": \(command.json)"
        case .proven(let producers, let source): "\"madeBy\": \(producers.json), \"source\": \(source.json)"
        case .documented(let source): "\"source\": \(source.json)"
        }
      return """
        {"name": \(format.name.json), "summary": \(format.mapping.summary.json), \
        "recognisedBy": \(format.recognition.json), \(inside)"text": \(format.isText), \
        "example": \(format.example.json), "becomes": \(format.becomes), \(origin)}
        """
    }
    return "[\n  \(lines.joined(separator: ",\n  "))\n]\n"
  }
}

extension StreamFormat {
  /// The structure of lines or documents, in Markdown; nil if that is no different from any JSON.
  package var inside: String? { container?.summary ?? lines?.summary ?? shape }

  /// The members or lines by which the format is recognised, in Markdown.
  package var recognition: String {
    let markers = container?.markers ?? mapping.markers
    let all = markers.all.map { marker in
      marker.values.isEmpty
        ? "`\(marker.path)`" : "`\(marker.path)` of \(marker.values.joined(separator: ", "))"
    }
    let any = markers.any.map { list in
      let names = list.map { "`\($0)`" }
      return names.count > 4
        ? "\(names.prefix(3).joined(separator: ", ")) or another" : names.joined(separator: " or ")
    }
    let marks = all + any
    return marks.isEmpty ? "its lines" : marks.joined(separator: "; ")
  }
}
