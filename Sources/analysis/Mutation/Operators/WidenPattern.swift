internal import Source

struct WidenPattern: MutationOperator {
  let name = "widen-pattern"
  let change = "A pattern matches more"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    let names = file.values.compactMap { value -> Mutation? in
      guard let text = value.node.string else { return nil }
      if ["type", "case"].contains(value.key), let short = Self.unqualified(text) {
        return .replace(value.node, with: .made(short), name)
      }
      guard ["origin", "operation", "domain", "event", "type", "case", "glob"].contains(value.key) else {
        return nil
      }
      return Self.widened(text).map { .replace(value.node, with: .made($0), name) }
    }
    let origins = file.responders.flatMap { $0["origins"]?.elements ?? [] }.compactMap { node in
      node.string.flatMap { Self.widened($0) }.map { Mutation.replace(node, with: .made($0), name) }
    }
    return names + file.matchers.filter { $0.kind == .operators }.flatMap { operators($0.node) } + origins
  }

  /// A name without its first components: `server` for `Shop.NetworkError.server`.
  private static func unqualified(_ text: String) -> String? {
    let head = text.prefix { $0 != "(" }
    guard let dot = head.lastIndex(of: "."), !head.contains("*") else { return nil }
    let short = text[text.index(after: dot)...]
    return short.isEmpty ? nil : String(short)
  }

  private static func widened(_ text: String) -> String? {
    guard text.hasSuffix("*"), text.count > 1 else { return nil }
    let stem = text.dropLast().hasSuffix(".") ? text.dropLast(2) : text.dropLast()
    guard let dot = stem.lastIndex(of: ".") else { return nil }
    return stem[...dot] + "*"
  }

  private func operators(_ node: Node) -> [Mutation] {
    (node.members ?? []).compactMap { member in
      guard let text = member.value.string else { return nil }
      switch member.key {
      case "exactly": return .replace(node, with: .made(text), name)
      case "hasPrefix", "hasSuffix", "equals":
        guard node["contains"] == nil, !text.isEmpty else { return nil }
        let other = node.without(member.key).with("contains", member.value)
        return Mutation(
          kind: name, target: node, replacement: other, place: member.place,
          before: WrittenText.line(member.place), after: "contains: \(FlowText.text(of: member.value))")
      case "matches":
        var inner = text[...]
        if inner.hasPrefix("^") { inner.removeFirst() }
        if inner.hasSuffix("$"), !inner.hasSuffix("\\$") { inner.removeLast() }
        return inner == text ? nil : .set("matches", of: node, to: .made(String(inner)), name)
      default: return nil
      }
    }
  }
}
