internal import Bytes
internal import Records
package import Source

/// `type`: a name by its dotted components from the right, also matching ancestors and protocols in `is`.
package struct TypeMatcher: MatcherPlugin {
  package let key = "type"
  package let summary =
    "The error's type, one of its ancestors or one of its protocols; { exactly: X } for the type alone."
  package let examples = [
    MatcherExample(
      when: #"{"type": "NetworkError"}"#,
      matches: [
        #"{"type": "Shop.NetworkError"}"#, #"{"type": "Shop.Timeout", "is": ["Shop.NetworkError"]}"#,
      ],
      doesNotMatch: [#"{"type": "Shop.MyNetworkError"}"#, #"{"message": "no type"}"#]
    ),
    MatcherExample(
      when: #"{"type": {"exactly": "NetworkError"}}"#, matches: [#"{"type": "Shop.NetworkError"}"#],
      doesNotMatch: [#"{"type": "Shop.Timeout", "is": ["Shop.NetworkError"]}"#]),
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let members = value.members else {
      return context.any(of: value) { name($0, exactly: false, in: context) }
    }
    guard let exactly = members.first(where: { $0.key == "exactly" }) else {
      return Operators(subject: .field(.type), kind: .text, context: context, furtherKeys: ["exactly"])
        .condition(of: value)
    }
    let exact = context.any(of: exactly.value) { name($0, exactly: true, in: context) }
    let others = members.filter { $0.key != "exactly" }
    guard !others.isEmpty else { return exact }
    let rest = Operators(subject: .field(.type), kind: .text, context: context)
      .condition(of: Node(.mapping(others), style: .flow, range: value.range))
    guard let exact, let rest else { return nil }
    return .all([exact, rest])
  }

  private func name(_ node: Node, exactly: Bool, in context: MatcherContext) -> Condition? {
    guard let name = node.string else {
      context.report(.wrongType(node, expected: "a type's name"))
      return nil
    }
    guard !name.isEmpty else {
      context.report(
        .wrongValue(node, "A type's name can't be empty. Write a name, or { exists: true } for any type."))
      return nil
    }
    if !exactly, let type = context.bridgedStruct { return context.isDomain(of: type, node) }
    return .compare(.field(.type), .type(named: name, exactly: exactly), context.source(node))
  }
}

extension Comparison {
  /// The comparison with a name; one with a star is a glob.
  static func type(named name: String, exactly: Bool) -> Comparison {
    name.contains(ascii: "*") ? .typeGlob(name, exactly: exactly) : .typeName(name, exactly: exactly)
  }
}
