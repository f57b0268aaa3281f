package import RuleEngine

/// One change of a rule file: a value that another one takes the place of.
package struct Mutation: Sendable {
  /// The name of the operator that makes it.
  package let kind: String
  /// The value that is replaced, and what takes its place.
  let target: Node
  let replacement: Node
  /// What is changed, for people: a part of ``target``, or all of it.
  package let place: SourceRange
  /// What stands there, on one line, and what stands there then; empty where it is left out.
  package let before: String
  package let after: String

  /// A value that another one takes the place of.
  static func replace(_ node: Node, with replacement: Node, _ kind: String) -> Mutation {
    Mutation(
      kind: kind,
      target: node,
      replacement: replacement,
      place: node.range,
      before: WrittenText.line(node.range),
      after: FlowText.text(of: replacement)
    )
  }

  /// A member of a mapping that is left out.
  static func drop(_ key: String, of mapping: Node, _ kind: String) -> Mutation? {
    guard let member = mapping.members?.first(where: { $0.key == key }) else { return nil }
    let place = member.place
    return Mutation(
      kind: kind,
      target: mapping,
      replacement: mapping.without(key),
      place: place,
      before: WrittenText.line(place),
      after: ""
    )
  }

  /// A member of a mapping that has another value.
  static func set(_ key: String, of mapping: Node, to value: Node, _ kind: String) -> Mutation {
    let text = FlowText.text(of: value)
    guard let member = mapping.members?.first(where: { $0.key == key }) else {
      // It was left to its default; the mapping has it then.
      return Mutation(
        kind: kind,
        target: mapping,
        replacement: mapping.with(key, value),
        place: mapping.range,
        before: WrittenText.line(mapping.range),
        after: "\(key): \(text)"
      )
    }
    return Mutation(
      kind: kind,
      target: mapping,
      replacement: mapping.with(key, value),
      place: member.place,
      before: WrittenText.line(member.place),
      after: "\(key): \(text)"
    )
  }

  /// An element of a list that is left out.
  static func drop(_ index: Int, of list: Node, _ kind: String) -> Mutation? {
    guard var elements = list.elements, elements.indices.contains(index) else { return nil }
    let place = elements.remove(at: index).range
    return Mutation(
      kind: kind,
      target: list,
      replacement: list.with(elements),
      place: place,
      before: WrittenText.line(place),
      after: ""
    )
  }

  /// Two neighbours of a list that change places.
  static func swap(_ index: Int, of list: Node, _ kind: String, naming name: (Node) -> String) -> Mutation? {
    guard var elements = list.elements, index >= 0, index + 1 < elements.count else { return nil }
    let names = [name(elements[index]), name(elements[index + 1])]
    let place = elements[index].range
    elements.swapAt(index, index + 1)
    return Mutation(
      kind: kind,
      target: list,
      replacement: list.with(elements),
      place: place,
      before: "\(names[0]), then \(names[1])",
      after: "\(names[1]), then \(names[0])"
    )
  }
}

extension Node.Member {
  /// The key with its value.
  var place: SourceRange {
    let start = keyRange.bytes.lowerBound
    // What an alias repeats is written elsewhere.
    guard value.range.file === keyRange.file, value.range.bytes.upperBound >= start else { return keyRange }
    return SourceRange(file: keyRange.file, bytes: start..<value.range.bytes.upperBound)
  }
}
