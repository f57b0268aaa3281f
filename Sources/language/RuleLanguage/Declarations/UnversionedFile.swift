package import Source

package enum UnversionedFile {
  private static let ofResponders = [
    "rules", "otherwise", "origins", "extends", "parent", "events", "always", "contract",
  ]

  /// The finding for a file that is skipped when only rule files are collected; nil if it may well be something else.
  package static func finding(_ root: Node) -> Diagnostic? {
    guard root["version"] == nil, let members = root.members else { return nil }
    guard let (member, isSure) = sign(root) else { return nil }
    let slip = members.first { Suggestion.closest(to: $0.key, among: ["version"]) != nil }
    let advice = slip.map { "Write “version” for “\($0.key)”." } ?? "Add “version: 1”."
    return Diagnostic(
      "unversioned-file", isSure || slip != nil ? .warning : .note,
      "This file has “\(member.key)” but no “version”, so it is not a rule file and is skipped. \(advice)",
      at: slip?.keyRange ?? member.keyRange)
  }

  /// Only rule files have it at the top level; sure if hardly any other format has it.
  private static func sign(_ root: Node) -> (member: Node.Member, isSure: Bool)? {
    // Responders first, because they are the strongest sign.
    let members = root.members ?? []
    for member in members.filter({ $0.key == "responders" }) + members {
      let elements = member.value.elements ?? []
      switch member.key {
      case "responders":
        if elements.contains(where: isResponder) { return (member, true) }
      case "categories":
        if elements.contains(where: { $0["name"] != nil && $0["when"]?.members != nil }) {
          return (member, false)
        }
      case "imports":
        if elements.contains(where: isRuleFile) { return (member, false) }
      default: continue
      }
    }
    return nil
  }

  private static func isResponder(_ element: Node) -> Bool {
    ofResponders.contains { element[$0] != nil }
  }

  private static func isRuleFile(_ element: Node) -> Bool {
    guard let path = element.string else { return false }
    return [".yaml", ".yml", ".json"].contains { path.hasSuffix($0) }
  }
}
