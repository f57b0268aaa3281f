internal import Records
package import Source

/// `{ exists: … }` on a field that has no other operator.
enum Presence {
  static func condition(of node: Node, _ subject: Subject, in context: MatcherContext) -> Condition? {
    if let members = node.members, let member = members.first(where: { $0.key != "exists" }) {
      let reason = "“\(member.key)” does not fit “\(subject.name)”."
      let question = Suggestion.question(for: member.key, among: ["exists"])
      let advice = question.isEmpty ? " Write { exists: true } or { exists: false }." : question
      context.report(Diagnostic("unknown-operator", reason + advice, at: member.keyRange))
      return nil
    }
    guard let member = node.members?.first else {
      context.report(
        .wrongType(node, expected: "a value for “\(subject.name)”, or { exists: true } or { exists: false }"))
      return nil
    }
    guard case .bool(let exists) = member.value.content else {
      context.report(.wrongFlag(member.value))
      return nil
    }
    return .compare(subject, .exists(exists), context.source(member.value))
  }
}

/// `options`, `answers`, `performed`, `is` and `with`: only their presence can be matched.
package struct PresenceMatcher: MatcherPlugin {
  let field: Field
  /// A value of the field.
  var sample = "x"
  package let summary: String

  package var key: String { field.name }

  package var examples: [MatcherExample] {
    [
      MatcherExample(
        when: #"{"\#(key)": {"exists": true}}"#, matches: [#"{"type": "E", "\#(key)": ["\#(sample)"]}"#],
        doesNotMatch: [#"{"type": "E"}"#])
    ]
  }

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    Presence.condition(of: value, .field(field), in: context)
  }

  static let options = PresenceMatcher(field: .options, summary: "Whether the error has recovery options.")
  static let answers = PresenceMatcher(field: .answers, summary: "Whether a person's answers were recorded.")
  static let performed = PresenceMatcher(
    field: .performed, sample: "ok", summary: "Whether the results of actions with “failed” were recorded.")
  static let ancestors = PresenceMatcher(
    field: .is, summary: "Whether ancestors or protocols were recorded; match one of them with “type”.")
}
