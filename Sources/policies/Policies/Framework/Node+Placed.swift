internal import Source

/// Values of a rule file, each with the place in the policy from which it comes.
extension Node {
  static func text(_ text: String, at place: SourceRange) -> Node {
    Node(.string(text), style: .plain, range: place, text: text).translated
  }

  static func integer(_ value: Int64, at place: SourceRange) -> Node {
    Node(.integer(value), style: .plain, range: place, text: "\(value)").translated
  }

  static func decimal(_ value: Double, at place: SourceRange) -> Node {
    Node(.decimal(value), style: .plain, range: place, text: "\(value)").translated
  }

  static func boolean(_ value: Bool, at place: SourceRange) -> Node {
    Node(.bool(value), style: .plain, range: place, text: "\(value)").translated
  }

  static func list(_ elements: [Node], at place: SourceRange) -> Node {
    Node(.sequence(elements), style: .flow, range: place).translated
  }

  static func mapping(_ members: [(key: String, value: Node)], at place: SourceRange) -> Node {
    let members = members.map { Member(key: $0.key, keyRange: $0.value.range, value: $0.value) }
    return Node(.mapping(members), style: .flow, range: place).translated
  }
}
