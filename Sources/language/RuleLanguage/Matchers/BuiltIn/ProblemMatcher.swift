internal import Records
package import Source

/// `problem`: the members of an RFC 9457 problem document.
package struct ProblemMatcher: MatcherPlugin {
  package let key = "problem"
  package let summary =
    "The problem document (RFC 9457), by type, title, status, detail, instance, ext and strict."
  package let examples = [
    MatcherExample(
      when: #"{"problem": {"type": {"hasSuffix": "/out-of-credit"}, "ext": {"balance": {"lessThan": 50}}}}"#,
      matches: [#"{"problem": {"type": "https://example.com/out-of-credit", "balance": 30}}"#],
      doesNotMatch: [#"{"problem": {"type": "https://example.com/out-of-credit"}}"#, #"{"status": 403}"#]),
    MatcherExample(
      when: #"{"problem": {"type": "about:blank", "strict": true}}"#,
      matches: [#"{"problem": {"status": 404}}"#], doesNotMatch: [#"{"problem": {"status": "404"}}"#]),
  ]

  package static let keys = [
    Key("type", texts, "The problem type, a URI; “about:blank” if the document has none."),
    Key("title", texts, "A short summary of the problem type."),
    Key(
      "status", .defined("numberMatch", "number, range, class, list, or operators"),
      "The HTTP status, as the document repeats it."),
    Key("detail", texts, "An explanation of this occurrence."),
    Key("instance", texts, "A URI of this occurrence."),
    Key(
      "ext", .other("dotted names to values or operators"),
      "The document's extension members, by dotted name."),
    Key(
      "strict", .flag,
      "“true”: a document whose members have the wrong types (RFC 9457), or whose type is empty, does not match."
    ),
    Key("exists", .flag, "“true”: a problem document must be present; “false”: there must be none."),
  ]
  private static let texts = KeyType.defined("textMatch", "text, list, or operators")

  package func condition(for value: Node, in context: MatcherContext) -> Condition? {
    guard let members = value.members, !members.isEmpty else {
      context.report(.wrongType(value, expected: "a mapping of \(Self.keys.names.joined(separator: ", "))"))
      return nil
    }
    var conditions: [Condition] = []
    var complete = true
    for member in members {
      if let condition = condition(member, in: context) {
        conditions.append(condition)
      } else {
        complete = false
      }
    }
    return complete ? (conditions.count == 1 ? conditions[0] : .all(conditions)) : nil
  }

  private func condition(_ member: Node.Member, in context: MatcherContext) -> Condition? {
    switch member.key {
    case "exists":
      let node = Node(.mapping([member]), style: .flow, range: member.value.range)
      return Presence.condition(of: node, .field(.problem), in: context)
    case "strict":
      guard case .bool(let strict) = member.value.content else {
        context.report(.wrongFlag(member.value))
        return nil
      }
      guard strict else { return .always }
      return .compare(.field(.problem), .strictProblem, context.source(member.value))
    case "ext":
      guard let extensions = member.value.members, !extensions.isEmpty else {
        context.report(.wrongType(member.value, expected: "a mapping of extension members"))
        return nil
      }
      return DottedMembers(prefix: "problem.ext", subject: { .problemExtension($0) }, context: context)
        .condition(of: extensions)
    default:
      guard let part = Subject.ProblemMember.allCases.first(where: { $0.name == member.key }) else {
        let question = Suggestion.question(for: member.key, among: Self.keys.names)
        let advice = question.isEmpty ? " Write extension members below “ext”." : question
        context.report(
          Diagnostic(
            "unknown-key", "“\(member.key)” is not a member of a problem document.\(advice)",
            at: member.keyRange))
        return nil
      }
      return condition(part, member.value, in: context)
    }
  }

  private func condition(_ part: Subject.ProblemMember, _ value: Node, in context: MatcherContext)
    -> Condition?
  {
    let subject = Subject.problem(part)
    let isNumber = part == .status
    if value.members != nil {
      return Operators(subject: subject, kind: isNumber ? .number : .text, context: context)
        .condition(of: value)
    }
    return context.any(of: value) {
      isNumber ? Values(context).number($0, subject) : Values(context).text($0, subject)
    }
  }
}
