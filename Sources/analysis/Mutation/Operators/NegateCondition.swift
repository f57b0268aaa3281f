internal import Source

struct NegateCondition: MutationOperator {
  let name = "negate-condition"
  let change = "A condition is negated"

  func mutations(of file: RuleFileSites) -> [Mutation] {
    file.matchers.filter { $0.kind == .matcher }.flatMap { matcher in
      (matcher.node.members ?? []).filter { $0.key != "rate" }.map { negated($0, of: matcher.node) }
    }
  }

  private func negated(_ member: Node.Member, of mapping: Node) -> Mutation {
    let (rest, text) =
      member.key == "not"
      ? (mapping.without("not").joined(member.value), FlowText.text(of: member.value))
      : without(member, mapping)
    return Mutation(
      kind: name, target: mapping, replacement: rest, place: member.place,
      before: WrittenText.line(member.place), after: text)
  }

  private func without(_ member: Node.Member, _ mapping: Node) -> (Node, String) {
    var members: [(key: String, value: Node)] = [(member.key, member.value)]
    // A symbol has a meaning only beside its domain.
    if member.key == "code", let domain = mapping["domain"] { members.insert(("domain", domain), at: 0) }
    let negation = Node.made([(key: "not", value: Node.made(members))])
    let text = FlowText.text(of: Node.made([(key: member.key, value: member.value)]))
    return (mapping.without(member.key).joined(negation), "not: \(text)")
  }
}

extension Node {
  fileprivate func joined(_ other: Node) -> Node {
    let (own, added) = (members ?? [], other.members ?? [])
    if Set(own.map { $0.key }).isDisjoint(with: added.map { $0.key }) {
      return Node(.mapping(own + added), style: style, range: range)
    }
    // A rate is allowed outside of all only.
    let rate = own.filter { $0.key == "rate" }
    let all = Node.made([without("rate"), other])
    return Node(.mapping(rate), style: style, range: range).with("all", all)
  }
}
