internal import RuleEngine

extension String {
  /// The text in an attribute or element of XML; what XML 1.0 has no character for is shown.
  var escapedForXML: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var escaped = ""
      for scalar in VisibleText.of(String(line)).unicodeScalars {
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
    }.joined(separator: "\n")
  }
}
