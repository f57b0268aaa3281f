package import Source

package struct Mutation: Sendable {
  package let kind: String
  let target: Node
  let replacement: Node
  /// The place to report: ``target`` or a part of it.
  package let place: SourceRange
  /// The old and the new text on one line. The new one is empty if something is removed.
  package let before: String
  package let after: String

  static func replace(_ node: Node, with replacement: Node, _ kind: String) -> Mutation {
    Mutation(
      kind: kind, target: node, replacement: replacement, place: node.range,
      before: WrittenText.line(node.range), after: FlowText.text(of: replacement))
  }

  static func drop(_ key: String, of mapping: Node, _ kind: String) -> Mutation? {
    guard let member = mapping.members?.first(where: { $0.key == key }) else { return nil }
    let place = member.place
    return Mutation(
      kind: kind, target: mapping, replacement: mapping.without(key), place: place,
      before: WrittenText.line(place), after: "")
  }

  static func set(_ key: String, of mapping: Node, to value: Node, _ kind: String) -> Mutation {
    let text = FlowText.text(of: value)
    guard let member = mapping.members?.first(where: { $0.key == key }) else {
      // The member had its default; now the mapping has it.
      return Mutation(
        kind: kind, target: mapping, replacement: mapping.with(key, value), place: mapping.range,
        before: WrittenText.line(mapping.range), after: "\(key): \(text)")
    }
    return Mutation(
      kind: kind, target: mapping, replacement: mapping.with(key, value), place: member.place,
      before: WrittenText.line(member.place), after: "\(key): \(text)")
  }

  static func drop(_ index: Int, of list: Node, _ kind: String) -> Mutation? {
    guard var elements = list.elements, elements.indices.contains(index) else { return nil }
    let place = elements.remove(at: index).range
    return Mutation(
      kind: kind, target: list, replacement: list.with(elements), place: place,
      before: WrittenText.line(place), after: "")
  }

  static func swap(_ index: Int, of list: Node, _ kind: String, naming name: (Node) -> String) -> Mutation? {
    guard var elements = list.elements, index >= 0, index + 1 < elements.count else { return nil }
    let names = [name(elements[index]), name(elements[index + 1])]
    let place = elements[index].range
    elements.swapAt(index, index + 1)
    return Mutation(
      kind: kind, target: list, replacement: list.with(elements), place: place,
      before: "\(names[0]), then \(names[1])", after: "\(names[1]), then \(names[0])")
  }
}

extension Node.Member {
  var place: SourceRange {
    let start = keyRange.bytes.lowerBound
    // An alias repeats a value from another place.
    guard value.range.file === keyRange.file, value.range.bytes.upperBound >= start else { return keyRange }
    return SourceRange(file: keyRange.file, bytes: start..<value.range.bytes.upperBound)
  }
}
