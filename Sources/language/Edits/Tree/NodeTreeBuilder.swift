package import Source

/// Builds a written tree from a node: of a JSON file, where places suffice, or of a value without a file.
package enum NodeTreeBuilder {
  package static func read(_ root: Node) -> WrittenFile {
    WrittenFile(prologue: nil, root: WrittenEntry(value: tree(root)), end: [])
  }

  private static func tree(_ node: Node) -> WrittenNode {
    let range = node.range.bytes
    switch node.content {
    case .sequence(let elements):
      let written = WrittenNode(.sequence, isFlow: true, range: range)
      written.isOnLines = beginsLine(after: node.range)
      written.entries = elements.map { element in
        let entry = WrittenEntry(value: tree(element))
        entry.hasBlankBefore = hasBlankLine(before: element.range)
        return entry
      }
      return written
    case .mapping(let members):
      let written = WrittenNode(.mapping, isFlow: true, range: range)
      written.isOnLines = beginsLine(after: node.range)
      written.entries = members.map { member in
        let key = WrittenScalar(
          content: .string(member.key), text: member.key, style: .doubleQuoted, range: member.keyRange.bytes)
        let keyNode = WrittenNode(.scalar(key), range: member.keyRange.bytes)
        let entry = WrittenEntry(key: keyNode, value: tree(member.value))
        entry.hasBlankBefore = hasBlankLine(before: member.keyRange)
        return entry
      }
      return written
    case .null, .bool, .integer, .decimal, .string:
      let scalar = WrittenScalar(content: node.content, text: node.text, style: node.style, range: range)
      return WrittenNode(.scalar(scalar), range: range)
    }
  }

  private static func beginsLine(after range: SourceRange) -> Bool {
    let rest = range.file.bytes[range.bytes.clamped(to: 0..<range.file.bytes.count)].dropFirst()
    return rest.first { $0 != 0x20 && $0 != 0x09 }.map { $0 == 0x0A || $0 == 0x0D } ?? false
  }

  private static func hasBlankLine(before range: SourceRange) -> Bool {
    let bytes = range.file.bytes
    var offset = range.bytes.lowerBound
    var breaks = 0
    while offset > 0, offset <= bytes.count {
      switch bytes[offset - 1] {
      case 0x0A: breaks += 1
      case 0x0D: if offset >= bytes.count || bytes[offset] != 0x0A { breaks += 1 }
      case 0x20, 0x09: break
      default: return breaks > 1
      }
      offset -= 1
    }
    return false
  }
}
