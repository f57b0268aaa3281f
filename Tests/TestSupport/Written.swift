import Foundation
import RuleEngine

/// Writes a rule set as JSON and as YAML.
package enum Written {
  package static func json(_ value: Any) -> String {
    switch value {
    case is NSNull: "null"
    case let flag as Bool: "\(flag)"
    case let number as Int: "\(number)"
    case let number as Double: "\(number)"
    case let text as String: text.json
    case let list as [Any]: "[\(list.map(json).joined(separator: ","))]"
    case let object as [String: Any]:
      "{\(object.sorted { $0.key < $1.key }.map { "\($0.key.json):\(json($0.value))" }.joined(separator: ","))}"
    default: "?"
    }
  }

  /// Block style, with flow style for small values; plain words, all other text quoted.
  package static func yaml(_ value: Any, indent: Int = 0) -> String {
    let margin = String(repeating: " ", count: indent)
    switch value {
    case let list as [Any] where !list.isEmpty && indent < 12:
      return "\n" + list.map { "\(margin)-\(yaml($0, indent: indent + 2))" }.joined(separator: "\n")
    case let object as [String: Any] where !object.isEmpty && indent < 12:
      let members = object.sorted { $0.key < $1.key }
      return "\n"
        + members.map { "\(margin)\(word($0.key)):\(yaml($0.value, indent: indent + 2))" }.joined(
          separator: "\n"
        )
    default:
      return " " + flow(value)
    }
  }

  private static func flow(_ value: Any) -> String {
    switch value {
    case let text as String: word(text)
    case let list as [Any]: "[ \(list.map(flow).joined(separator: ", ")) ]"
    case let object as [String: Any]:
      "{ \(object.sorted { $0.key < $1.key }.map { "\(word($0.key)): \(flow($0.value))" }.joined(separator: ", ")) }"
    default: json(value)
    }
  }

  private static func word(_ text: String) -> String {
    let isPlain =
      text.first?.isLetter == true && !["true", "false", "null"].contains(text)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".*()".contains($0)) }
    return isPlain ? text : text.json
  }
}
