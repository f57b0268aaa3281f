internal import RuleLanguage
internal import Source

/// Rewrites accepted spellings as the canonical ones, with their comments. What has an anchor stays as written.
enum CanonicalSpelling {
  static func write(_ node: WrittenNode, _ shape: Shape?) {
    guard let shape else { return }
    if shape.spelling == .action { writeAction(node) }
    for entry in node.entries {
      let below = entry.key == nil ? shape.element : entry.keyText.flatMap { shape.member($0) }
      if below?.spelling == .matcher { writeMatcher(entry) }
      write(entry.value, below)
    }
  }

  /// Writes a list of matchers below `when` as the mapping whose `any` it is.
  private static func writeMatcher(_ entry: WrittenEntry) {
    let list = entry.value
    guard case .sequence = list.content, !list.entries.isEmpty, list.anchor == nil else { return }
    let any = WrittenScalar(content: .string("any"), text: "any", style: .plain, range: 0..<0)
    let mapping = WrittenNode(.mapping, isFlow: list.isFlow, range: list.range)
    mapping.entries = [WrittenEntry(key: WrittenNode(.scalar(any), range: 0..<0), value: list)]
    entry.value = mapping
  }

  /// Writes the long form of an action as its kind beside its companions.
  private static func writeAction(_ node: WrittenNode) {
    let keys = node.entries.compactMap { $0.keyText }
    node.entries = node.entries.flatMap { entry -> [WrittenEntry] in
      guard let form = entry.keyText.flatMap({ LongForm.of($0) }), case .mapping = entry.value.content,
        !KeyOrder.hasAnchor(entry.value)
      else { return [entry] }
      let inner = entry.value.entries
      let innerKeys = inner.compactMap { $0.keyText }
      guard innerKeys.count == inner.count, form.isWritten(with: innerKeys, beside: keys),
        let value = inner.first(where: { $0.keyText == form.value })
      else { return [entry] }
      let own = WrittenEntry(key: entry.key, value: value.value)
      own.leading = entry.leading + (entry.header + value.leading).map { $0.onItsOwnLine }
      own.header = value.header
      own.trailing = value.trailing
      own.hasBlankBefore = entry.hasBlankBefore
      let others = inner.filter { $0 !== value }
      let last = others.last ?? own
      last.trailing += entry.trailing + entry.value.end
      return [own] + others
    }
  }
}
