internal import Records
package import Source

/// `case`: `server`, `NetworkError.server`, or with values, `NetworkError.server(500)`.
package struct CaseMatcher: MatcherPlugin {
  package let key = "case"
  package let summary = "The enum case: server, or NetworkError.server, or server(500) with its first values."
  package let examples = [
    MatcherExample(
      when: #"{"case": "NetworkError.server"}"#,
      matches: [#"{"type": "Shop.NetworkError", "case": "server"}"#],
      doesNotMatch: [
        #"{"type": "Shop.OtherError", "case": "server"}"#,
        #"{"type": "Shop.NetworkError", "case": "servers"}"#,
      ]
    ),
    MatcherExample(
      when: #"{"case": "server(500)"}"#,
      matches: [#"{"type": "E", "case": "server", "payload": [500]}"#],
      doesNotMatch: [
        #"{"type": "E", "case": "server", "payload": ["500"]}"#, #"{"type": "E", "case": "server"}"#,
      ]
    ),
  ]

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    if value.members != nil {
      return Operators(subject: .field(.case), kind: .text, context: context).condition(of: value)
    }
    return context.any(of: value) { node in
      guard let text = node.string else {
        context.report(.wrongType(node, expected: "a case's name (quote it)"))
        return nil
      }
      switch CasePattern.parse(text) {
      case .success(let pattern):
        if pattern.values == nil, let (type, member) = BridgedStruct.member(pattern.name),
          !context.vocabulary.types.declaresCases(of: type.name),
          let code = context.isCode(member, of: type, node)
        {
          return .all([context.isDomain(of: type, node), code])
        }
        pattern.checkCases(at: node, in: context)
        return pattern.condition(source: context.source(node))
      case .failure(let fault):
        context.report(.wrongValue(node, fault.message))
        return nil
      }
    }
  }
}
