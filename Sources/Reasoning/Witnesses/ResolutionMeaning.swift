import RuleEngine

/// What a resolution says that matters when rule sets are compared: what is done, not who does it.
enum ResolutionMeaning {
  /// Members that say who answered or what it is called; a delay is drawn by the rule's name.
  private static let names: Set<String> = [
    "path", "by", "category", "outOfContract", "unknownCategory", "responder", "rule", "otherwise", "always",
    "from", "delay",
  ]
  /// What is never compared, even where names count: draws, and promises.
  private static let never: Set<String> = ["outOfContract", "unknownCategory", "delay"]

  /// The resolution as text without what doesn't count; nil where it can't be read.
  static func text(of resolution: [UInt8], namesStations: Bool) -> String? {
    var diagnostics = Diagnostics()
    let file = SourceFile(name: "resolution.json", bytes: resolution)
    guard let node = JSONReader.read(file, limits: Limits(), into: &diagnostics) else { return nil }
    return text(of: node, besides: namesStations ? never : names)
  }

  private static func text(of node: Node, besides names: Set<String>) -> String {
    switch node.content {
    case .null, .bool, .integer, .decimal: return node.text
    case .string(let text): return text.json
    case .sequence(let elements):
      return "[\(elements.map { text(of: $0, besides: names) }.joined(separator: ","))]"
    case .mapping(let members):
      let kept = members.filter { !names.contains($0.key) }
      return "{\(kept.map { "\($0.key.json):\(text(of: $0.value, besides: names))" }.joined(separator: ","))}"
    }
  }
}
