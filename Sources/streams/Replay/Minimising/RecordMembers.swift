internal import Source

/// Records as JSON, whose members can be left out: those of the records, and those of their attributes.
package struct RecordMembers {
  private enum Line {
    case record([Node.Member])
    /// A line that is not an object.
    case other([UInt8])
  }

  private static let attributes = "attributes"

  private var lines: [Line] = []
  /// The members by their paths, in the order in which they come.
  package private(set) var paths: [[String]] = []

  package init(_ lines: [ArraySlice<UInt8>]) {
    var known: Set<[String]> = []
    for line in lines {
      guard let members = Node.made(json: String(decoding: line, as: UTF8.self))?.members else {
        self.lines.append(.other(Array(line)))
        continue
      }
      self.lines.append(.record(members))
      for path in members.flatMap({ Self.paths(of: $0) }) where known.insert(path).inserted {
        paths.append(path)
      }
    }
  }

  private static func paths(of member: Node.Member) -> [[String]] {
    guard member.key == attributes, let inner = member.value.members, !inner.isEmpty else {
      return [[member.key]]
    }
    return inner.map { [attributes, $0.key] }
  }

  /// The lines with these members alone, by their places in ``paths``.
  package func text(with places: [Int]) -> [UInt8] {
    let kept = Set(places.map { paths[$0] })
    var text: [UInt8] = []
    for line in lines {
      switch line {
      case .other(let bytes): text += bytes
      case .record(let members):
        text += JSONWriter.line(.made(members.compactMap { Self.member($0, kept) })).utf8
      }
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private static func member(_ member: Node.Member, _ kept: Set<[String]>) -> (key: String, value: Node)? {
    guard member.key == attributes, let inner = member.value.members, !inner.isEmpty else {
      return kept.contains([member.key]) ? (member.key, member.value) : nil
    }
    let left = inner.filter { kept.contains([attributes, $0.key]) }
    return left.isEmpty ? nil : (attributes, .made(left.map { ($0.key, $0.value) }))
  }
}
