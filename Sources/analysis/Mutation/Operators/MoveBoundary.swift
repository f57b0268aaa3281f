internal import Records
internal import Source

struct MoveBoundary: MutationOperator {
  let name = "move-boundary"
  let change = "One end of a range is moved by one"

  private static let severities = [
    "trace", "debug", "info", "notice", "warning", "error", "critical", "fatal",
  ]
  private static let bounds = ["atLeast", "atMost", "lessThan", "greaterThan"]
  /// Fields of text, in which a range is plain text.
  private static let texts: Set<String> = [
    "message", "reason", "suggestion", "title", "detail", "instance", "type", "case", "domain", "origin",
    "operation", "category", "event", "lists",
  ]

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.values.flatMap { value in
      if Self.bounds.contains(value.key) { return bound(value) }
      guard !Self.texts.contains(value.field), !RuleFileSites.operators.contains(value.key) else { return [] }
      return ranges(value.node)
    } + file.matchers.filter { $0.kind == .operators }.flatMap { edges($0.node) }
  }

  private func bound(_ value: RuleFileSites.Value) -> [Mutation] {
    if let number = value.node.asInteger {
      return [number + 1, number - 1].map { .replace(value.node, with: .made($0), name) }
    }
    guard value.field == "severity", let text = value.node.string,
      let index = Self.severities.firstIndex(of: text)
    else { return [] }
    return [index + 1, index - 1].filter { Self.severities.indices.contains($0) }
      .map { .replace(value.node, with: .made(Self.severities[$0]), name) }
  }

  /// Changes between inclusive and exclusive bounds, for bounds that are not integers.
  private func edges(_ node: Node) -> [Mutation] {
    let others = [
      "atLeast": "greaterThan", "greaterThan": "atLeast", "atMost": "lessThan", "lessThan": "atMost",
    ]
    return (node.members ?? []).compactMap { member in
      guard let other = others[member.key], node[other] == nil, member.value.asInteger == nil,
        !Self.severities.contains(member.value.string ?? "")
      else { return nil }
      return Mutation(
        kind: name, target: node, replacement: node.without(member.key).with(other, member.value),
        place: member.place, before: WrittenText.line(member.place),
        after: "\(other): \(FlowText.text(of: member.value))")
    }
  }

  private func ranges(_ node: Node) -> [Mutation] {
    guard let text = node.string, let (low, mark, high) = Self.range(text) else { return [] }
    return [(low + 1, high), (low - 1, high), (low, high + 1), (low, high - 1)]
      .map { .replace(node, with: .made("\($0.0)\(mark)\($0.1)"), name) }
  }

  private static func range(_ text: String) -> (Int, String, Int)? {
    if text.hasSuffix("xx"), text.count == 3, let hundreds = Int(text.prefix(1)), hundreds > 0 {
      return (hundreds * 100, "..<", hundreds * 100 + 100)
    }
    for mark in ["..<", "..."] {
      let parts = text.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let low = Int(parts[0]), let high = Int(parts[1]) else { continue }
      guard abs(low) < 1 << 52, abs(high) < 1 << 52 else { return nil }
      return (low, mark, high)
    }
    return nil
  }
}
