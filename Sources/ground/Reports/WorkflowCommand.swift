internal import Bytes
package import Source

/// An annotation that GitHub Actions shows at its lines
/// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
package struct WorkflowCommand {
  package enum Level: String {
    case error, warning, notice
  }

  let level: Level
  let place: SourceRange
  let title: String
  let message: String

  package init(_ level: Level, at place: SourceRange, title: String, _ message: String) {
    self.level = level
    self.place = place
    self.title = title
    self.message = message
  }

  package var text: String {
    let (start, end) = (place.start, place.end)
    var properties = [
      "file=\(Self.escaped(property: place.file.name))", "line=\(start.line)", "endLine=\(end.line)",
    ]
    // Columns apply to ranges within one line only.
    if start.line == end.line { properties += ["col=\(start.column)", "endColumn=\(end.column)"] }
    properties.append("title=\(Self.escaped(property: title))")
    return "::\(level.rawValue) \(properties.joined(separator: ","))::\(Self.escaped(message))\n"
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      default: escaped += EscapedText.of(String(scalar))
      }
    }
    return escaped
  }

  private static func escaped(property text: String) -> String {
    var result = ""
    for character in escaped(text) {
      switch character {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.append(character)
      }
    }
    return result
  }
}
