package import Source

extension Node {
  /// A rule file in which accepted spellings are replaced by the canonical ones: `when` as a list by `any`, and an
  /// action in its long form by its kind and its companions.
  package var inCanonicalSpelling: Node {
    changing("categories") { $0.withAnyOfLists }
      .changing("breakers") { $0.changingMembers { _, breaker in breaker.changing("when") { $0.asAny } } }
      .changing("defaults") { $0.changing("unwrap") { $0.withAnyOfLists } }
      .changing("alerts") { $0.changingMembers { _, alert in alert.withCanonicalButtons } }
      .changing("responders") { $0.changingElements { $0.canonicalResponder } }
  }

  /// Each element with its `when`.
  private var withAnyOfLists: Node { changingElements { $0.changing("when") { $0.asAny } } }

  private var canonicalResponder: Node {
    changing("rules") {
      $0.changingElements { rule in
        rule.changing("when") { $0.asAny }.changing("do") { $0.canonicalActions }
      }
    }
    .changing("events") { $0.changingElements { $0.changing("do") { $0.canonicalActions } } }
    .changing("otherwise") { $0.changing("do") { $0.canonicalActions } }
    .changing("always") { $0.canonicalActions }
  }

  /// A list of matchers as a mapping whose `any` it is.
  private var asAny: Node {
    guard let elements, !elements.isEmpty else { return self }
    return Node(.mapping([Member(key: "any", keyRange: range, value: self)]), style: style, range: range)
  }

  private var canonicalActions: Node {
    changingElements { action in
      guard let members = action.members else { return action }
      let changed = members.flatMap { member -> [Member] in
        if let written = LongForm.of(member.key)?.members(of: member, in: members) { return written }
        guard member.key == "present" else { return [member] }
        return [member.with(member.value.withCanonicalButtons)]
      }
      return Node(.mapping(changed), style: action.style, range: action.range, text: action.text)
    }
  }

  private var withCanonicalButtons: Node {
    changing("buttons") { $0.changingElements { $0.changing("do") { $0.canonicalActions } } }
  }

  // MARK: - Parts

  private func changing(_ key: String, _ change: (Node) -> Node) -> Node {
    guard let members, members.contains(where: { $0.key == key }) else { return self }
    return changingMembers { $0 == key ? change($1) : $1 }
  }

  private func changingMembers(_ change: (String, Node) -> Node) -> Node {
    guard let members else { return self }
    let changed = members.map { $0.with(change($0.key, $0.value)) }
    return Node(.mapping(changed), style: style, range: range, text: text)
  }

  private func changingElements(_ change: (Node) -> Node) -> Node {
    guard let elements else { return self }
    return Node(.sequence(elements.map(change)), style: style, range: range, text: text)
  }
}

extension Node.Member {
  fileprivate func with(_ value: Node) -> Node.Member {
    Node.Member(key: key, keyRange: keyRange, value: value)
  }
}
