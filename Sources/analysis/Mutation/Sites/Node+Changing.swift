internal import Source

extension Node {
  func without(_ key: String) -> Node {
    Node(.mapping((members ?? []).filter { $0.key != key }), style: style, range: range)
  }

  func with(_ key: String, _ value: Node) -> Node {
    var members = members ?? []
    let member = Member(key: key, keyRange: range, value: value)
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index] = member
    } else {
      members.append(member)
    }
    return Node(.mapping(members), style: style, range: range)
  }

  func with(_ elements: [Node]) -> Node { Node(.sequence(elements), style: style, range: range) }

  /// The value with `target` replaced, also where an alias repeats it.
  func replacing(_ target: Node, with replacement: Node) -> Node {
    if isWritten(as: target) { return replacement }
    switch content {
    case .null, .bool, .integer, .decimal, .string: return self
    case .sequence(let elements):
      return with(elements.map { $0.replacing(target, with: replacement) })
    case .mapping(let members):
      let changed = members.map { member in
        Member(
          key: member.key, keyRange: member.keyRange, value: member.value.replacing(target, with: replacement)
        )
      }
      return Node(.mapping(changed), style: style, range: range)
    }
  }

  private func isWritten(as other: Node) -> Bool {
    guard range.bytes == other.range.bytes, range.file === other.range.file else { return false }
    // A list with a single element may have the same range as the element.
    switch (content, other.content) {
    case (.mapping, .mapping), (.sequence, .sequence): return true
    case (.mapping, _), (.sequence, _), (_, .mapping), (_, .sequence): return false
    default: return true
    }
  }

  var asInteger: Int? { if case .integer(let integer) = content { Int(exactly: integer) } else { nil } }
}
