package import Source

package struct TypeDeclaration {
  package let name: Named
  package let ancestors: [Named]
  package let cases: [Named]?

  package static let keys = [
    Key("is", .other("list of type names"), "Its ancestors and protocols."),
    Key("cases", .other("list of names"), .absent("open"), "All its cases; with “[]”, it has none."),
  ]

  init?(_ member: Node.Member, in diagnostics: inout Diagnostics) {
    let name = Named(member.key, member.keyRange)
    guard let section = Section(member.value, "a type", keys: Self.keys, in: &diagnostics) else { return nil }
    if !Self.isTypeName(member.key) {
      diagnostics.report(.noTypeName(member.key, at: member.keyRange))
      return nil
    }
    self.name = name
    ancestors = Self.names(section, "is", "types", in: &diagnostics) { node, diagnostics in
      guard let name = node.string else {
        diagnostics.report(.wrongType(node, expected: "a type's name"))
        return nil
      }
      if Self.isTypeName(name) { return name }
      diagnostics.report(.noTypeName(name, at: node.range))
      return nil
    }
    let cases = Self.names(section, "cases", "cases", in: &diagnostics) { node, diagnostics in
      guard let name = node.string else {
        diagnostics.report(.wrongType(node, expected: "a case's name (quote it)"))
        return nil
      }
      if Self.isCaseName(name) { return name }
      diagnostics.report(
        .wrongValue(node, "“\(name)” is not a case's name. Write the name alone, such as server."))
      return nil
    }
    // If one case can't be read, the list is incomplete.
    self.cases = section["cases"].flatMap { $0.elements?.count == cases.count ? cases : nil }
  }

  private static func names(
    _ section: Section, _ key: String, _ what: String, in diagnostics: inout Diagnostics,
    _ read: (Node, inout Diagnostics) -> String?
  ) -> [Named] {
    var names: [Named] = []
    var seen: [String: SourceRange] = [:]
    for node in section.list(key, of: what, in: &diagnostics) {
      guard let name = read(node, &diagnostics) else { continue }
      if let first = seen[name] {
        diagnostics.report(
          Diagnostic(
            "duplicate-name", "“\(name)” occurs twice in “\(key)”. Delete one of them.", at: node.range,
            related: [.init("the first one", at: first)]))
        continue
      }
      seen[name] = node.range
      names.append(Named(name, node.range))
    }
    return names
  }

  private static func isTypeName(_ name: String) -> Bool {
    let components = name.split(separator: ".", omittingEmptySubsequences: false)
    return components.allSatisfy { !$0.isEmpty && !$0.contains { $0.isWhitespace || "*(),\"".contains($0) } }
  }

  private static func isCaseName(_ name: String) -> Bool {
    guard let first = name.first, !"0123456789+-".contains(first) else { return false }
    return !name.contains { $0.isWhitespace || ".*(),\"".contains($0) }
  }
}

extension Diagnostic {
  fileprivate static func noTypeName(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "wrong-value",
      "“\(name)” is not a type's name. Write a name such as NetworkError or Shop.NetworkError.", at: range)
  }
}
