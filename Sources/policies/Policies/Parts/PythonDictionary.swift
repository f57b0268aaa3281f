internal import Source

/// A dictionary that a Python program changes in place: where several keys lead to one, it changes for all of them.
final class PythonDictionary {
  private enum Value {
    case dictionary(PythonDictionary)
    case other(Node)
  }

  private let place: SourceRange
  private var members: [(key: String, keyRange: SourceRange, value: Value)]

  /// Nothing that botocore reads lies deeper. References may even lead around in a circle.
  private static let deepest = 16

  init(_ members: [Node.Member], at place: SourceRange) {
    self.place = place
    self.members = members.map { member in
      let inner = member.value.members.map { PythonDictionary($0, at: member.value.range) }
      return (member.key, member.keyRange, inner.map { .dictionary($0) } ?? .other(member.value))
    }
  }

  private subscript(key: String) -> Value? { members.first { $0.key == key }?.value }

  /// botocore's `resolve_references`: a dictionary that has only a `$ref` gives way to the definition, itself and not a copy.
  func resolveReferences(_ definitions: PythonDictionary, _ findings: PolicyFindings) {
    for index in members.indices {
      guard case .dictionary(let inner) = members[index].value else { continue }
      guard inner.members.count == 1, inner.members[0].key == "$ref" else {
        inner.resolveReferences(definitions, findings)
        continue
      }
      guard case .other(let reference) = inner.members[0].value, let name = reference.string,
        let definition = definitions[name]
      else {
        let name = if case .other(let node) = inner.members[0].value { node.text } else { "" }
        let question = Suggestion.question(for: name, among: definitions.members.map { $0.key })
        findings.report(
          .policyFault(
            "There is no definition “\(name)”: botocore can't make a client.\(question)", at: inner.place))
        continue
      }
      members[index].value = definition
    }
  }

  /// botocore's `merge_dicts`: dictionaries are merged key by key, and any other value takes the place of the old one.
  func merge(_ other: PythonDictionary, _ findings: PolicyFindings, depth: Int = 0) {
    guard other !== self, depth < Self.deepest else { return }
    for member in other.members {
      guard let index = members.firstIndex(where: { $0.key == member.key }) else {
        members.append(member)
        continue
      }
      switch (members[index].value, member.value) {
      case (.dictionary(let old), .dictionary(let new)):
        old.merge(new, findings, depth: depth + 1)
      case (.other(let old), .dictionary(let new)) where !new.members.isEmpty:
        findings.report(
          .policyFault(
            "“\(member.key)” is \(old.kindName) in the defaults: botocore can't make a client.",
            at: member.keyRange))
      case (.other, .dictionary): break
      case (_, .other): members[index] = member
      }
    }
  }

  /// The dictionary as it is now.
  func node(depth: Int = 0) -> Node {
    let members = depth > Self.deepest ? [] : self.members
    let now = members.map { member in
      let value: Node
      switch member.value {
      case .dictionary(let inner): value = inner.node(depth: depth + 1)
      case .other(let node): value = node
      }
      return Node.Member(key: member.key, keyRange: member.keyRange, value: value)
    }
    return Node(.mapping(now), style: .flow, range: place)
  }
}
