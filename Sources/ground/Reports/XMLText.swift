internal import Bytes

extension String {
  /// The text for an XML attribute; characters that XML 1.0 lacks, or that a parser would normalize, are made visible.
  package var asXMLAttribute: String {
    var escaped = ""
    for scalar in EscapedText.of(self).unicodeScalars {
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

  package var asXMLText: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).asXMLAttribute }
      .joined(separator: "\n")
  }
}
