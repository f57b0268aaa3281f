internal import Source

/// Names that stand in lists: where a rule compares its code, category, type or event with `$name`, the elements of that list are such
/// names.
struct ListedNames {
  private struct Use: Hashable {
    let kind: NameUse.Kind
    let owner: String?
  }

  private static let kinds: [String: NameUse.Kind] = [
    "code": .code, "category": .category, "type": .type, "event": .event, "matcher": .matcher,
    "open": .breaker,
  ]

  private var uses: [String: Set<Use>] = [:]

  /// - Parameter roots: all files of a rule set.
  init(_ roots: [Node]) {
    for root in roots { look(root) }
  }

  private mutating func look(_ node: Node) {
    for element in node.elements ?? [] { look(element) }
    for member in node.members ?? [] {
      look(member.value)
      guard let kind = Self.kinds[member.key] else { continue }
      for value in member.value.elements ?? [member.value] {
        guard let text = value.string, text.hasPrefix("$") else { continue }
        let owner = kind == .code ? node["domain"]?.string : nil
        uses[String(text.dropFirst()), default: []].insert(Use(kind: kind, owner: owner))
      }
    }
  }

  /// The names in the lists of a file.
  func names(in root: Node) -> [NameUse] {
    var names = NameCollector()
    for list in root["lists"]?.members ?? [] {
      for use in uses[list.key] ?? [] { names.use(use.kind, list.value, owner: use.owner) }
    }
    return names.all
  }
}
