internal import Bytes
internal import Source

/// The effects, not the names, count in a comparison of rule sets.
enum ResolutionMeaning {
  /// Responders and rules; the delay, which depends on the rule's name; which limit ended the retries, as it is not an outcome;
  /// whether an input was assumed, which a recorded input is not.
  private static let names: Set<String> = [
    "path", "by", "category", "outOfContract", "unknownCategory", "responder", "rule", "otherwise", "always",
    "from", "delay", "ended", "assumed",
  ]
  private static let never: Set<String> = ["outOfContract", "unknownCategory", "delay", "ended", "assumed"]

  /// The text without members that don't count. Nil if it can't be parsed.
  static func text(of resolution: [UInt8], namesClauses: Bool) -> String? {
    var diagnostics = Diagnostics()
    let file = SourceFile(name: "resolution.json", bytes: resolution)
    guard let node = JSONReader.read(file, limits: Limits(), into: &diagnostics) else { return nil }
    return text(of: node, besides: namesClauses ? never : names)
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
