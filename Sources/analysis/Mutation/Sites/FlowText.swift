internal import Bytes
internal import RuleLanguage
package import Source

/// A value as YAML on one line, with as few quotes as needed.
package enum FlowText {
  package static func text(of node: Node) -> String {
    switch node.content {
    case .null: return "null"
    case .bool, .integer, .decimal: return node.text
    case .string(let string): return isPlain(string) ? string : string.json
    case .sequence(let elements):
      return elements.isEmpty ? "[]" : "[ \(elements.map { text(of: $0) }.joined(separator: ", ")) ]"
    case .mapping(let members):
      guard !members.isEmpty else { return "{}" }
      let written = members.map { "\(isPlain($0.key) ? $0.key : $0.key.json): \(text(of: $0.value))" }
      return "{ \(written.joined(separator: ", ")) }"
    }
  }

  /// Words that begin with a letter and are not another value need no quotes anywhere.
  private static func isPlain(_ string: String) -> Bool {
    guard let first = string.unicodeScalars.first, isLetter(first) || first == "$", string.last != " " else {
      return false
    }
    guard !["null", "true", "false"].contains(string.lowercased()) else { return false }
    var previous: Unicode.Scalar = "a"
    return string.unicodeScalars.allSatisfy { scalar in
      defer { previous = scalar }
      if scalar == " " { return previous != " " && previous != ":" }
      return isLetter(scalar) || ("0"..."9").contains(scalar) || "._-/*$'!?<".unicodeScalars.contains(scalar)
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }
}
