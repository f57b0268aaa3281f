internal import Bytes

extension String {
  /// The text in an attribute of XML; what XML 1.0 has no character for, and what a reader would change, is shown.
  package var asXMLAttribute: String {
    var escaped = ""
    for scalar in VisibleText.of(self).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The text in an element of XML, which keeps its lines.
  package var asXMLText: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).asXMLAttribute }
      .joined(separator: "\n")
  }
}
