package import Source

/// A matcher as a clause of English: “status is 5xx and operation is pay”.
package enum MatcherWords {
  package static func text(of node: Node?) -> String {
    guard let node else { return "every error" }
    if let elements = node.elements { return list(elements.map { text(of: $0) }, "or") }
    let members = node.members ?? []
    guard !members.isEmpty else { return "every error" }
    return list(members.map { clause($0.key, $0.value) }, "and")
  }

  private static func clause(_ key: String, _ value: Node) -> String {
    switch key {
    case "all": return "(" + list((value.elements ?? []).map { text(of: $0) }, "and") + ")"
    case "any": return "(" + list((value.elements ?? []).map { text(of: $0) }, "or") + ")"
    case "not": return "not (\(text(of: value)))"
    case "underlying": return "a cause where \(text(of: value))"
    case "rootCause": return "a last cause where \(text(of: value))"
    case "inside": return "an error inside it where \(text(of: value))"
    case "matcher": return "the matcher \(names(value))"
    case "open": return "the breaker \(names(value)) is open"
    case "custom": return "the app says yes to \(names(value))"
    case "rate": return "at the rate \(JSONWriter.line(value))"
    case "attributes", "problem", "payload", "with":
      let parts = (value.members ?? []).map { compared("\(key).\($0.key)", $0.value) }
      return parts.isEmpty ? compared(key, value) : list(parts, "and")
    default: return compared(key, value)
    }
  }

  private static func names(_ node: Node) -> String {
    list((node.elements ?? [node]).map { "“\($0["name"]?.text ?? $0.text)”" }, "or")
  }

  private static func compared(_ subject: String, _ value: Node) -> String {
    guard let members = value.members else { return "\(subject) is \(values(value))" }
    let parts = members.compactMap { member -> String? in
      let operand = values(member.value)
      switch member.key {
      case "equals", "exactly": return "is \(member.key == "exactly" ? "exactly " : "")\(operand)"
      case "contains": return "contains \(operand)"
      case "hasPrefix": return "begins with \(operand)"
      case "hasSuffix": return "ends with \(operand)"
      case "glob", "matches": return "matches \(operand)"
      case "atLeast": return "is at least \(operand)"
      case "atMost": return "is at most \(operand)"
      case "lessThan": return "is less than \(operand)"
      case "greaterThan": return "is greater than \(operand)"
      case "exists":
        if case .bool(false) = member.value.content { return "is missing" }
        return "is there"
      case "not": return "is not \(operand)"
      case "ignoreCase": return nil
      default: return "\(member.key) \(operand)"
      }
    }
    return "\(subject) \(list(parts, "and"))"
  }

  private static func values(_ node: Node) -> String {
    if let elements = node.elements { return list(elements.map { values($0) }, "or") }
    if node.members != nil { return JSONWriter.line(node) }
    return node.string.map { $0.contains(" ") || $0.isEmpty ? "“\($0)”" : $0 } ?? node.text
  }

  private static func list(_ parts: [String], _ word: String) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "nothing" }
    return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
