extension Diagnostic {
  /// A value in place of a list, with the list that was probably meant.
  static func noList(_ value: Node, of what: String) -> Diagnostic {
    let texts: Set = ["origins", "types", "events", "paths", "responder ids", "cases"]
    if texts.contains(what), let text = value.string {
      let names = text.split(separator: ",").map { $0.filter { $0 != " " } }
      let list = names.count > 1 ? names.joined(separator: ", ") : value.oneLine
      return .wrongType(value, expected: "a list of \(what), such as [ \(list) ]")
    }
    let identity = [
      "responders": "id", "rules": "id", "event rules": "id", "categories": "name", "entries": "path",
    ]
    let expected = "a list of \(what)"
    guard let key = identity[what], let first = value.members?.first,
      MissingSpace.advice(value, expected: expected).isEmpty
    else {
      return .wrongType(value, expected: "a list of \(what)")
    }
    // One element without its dash, or elements by name.
    let isElement = [key, "when", "then", "do", "rules", "parent", "otherwise"].contains(first.key)
    let advice = isElement ? "Put “- ” before “\(first.key)”." : "Write “- \(key): \(first.key)”."
    return .wrongType(value, expected: expected, advice: advice)
  }

  /// A value in place of a mapping, with the mapping that was probably meant.
  static func noMapping(_ value: Node, of what: String) -> Diagnostic {
    let name = (value.elements?.first?.members ?? []).first { $0.key == "name" || $0.key == "id" }
    guard let name = name?.value.string else { return .wrongType(value, expected: "a mapping of \(what)") }
    return .wrongType(
      value, expected: "a mapping of \(what)", advice: "Write the name as the key: “\(name): …”.")
  }
}
