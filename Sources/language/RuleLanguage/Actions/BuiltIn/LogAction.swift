internal import Records
package import Source

/// `log`: a line for the app's own log.
package struct LogAction: ActionPlugin {
  package let key = "log"
  package let summary = "Writes a text to the app's log at a level; the default is info."
  package let companions = keys.names
  package let mayFail = false
  package let examples = [#"{"log": "payment failed: {error.message}", "level": "warning"}"#]

  package static let keys = [
    Key("level", .words(Severity.allCases.map { $0.name }), .default("info"), "The log level.")
  ]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    guard let text = members[0].value.string.map({ _ in members[0].value }) else {
      // Braces with a null are a template without its quotes.
      if let inner = members[0].value.members, !inner.contains(where: { $0.value.isNull }) {
        context.reportLongForm(members)
        return nil
      }
      context.report(.wrongType(members[0].value, expected: "a text to log"))
      return nil
    }
    var written: [Action.Member] = []
    var complete = true
    if let template = context.template(text) {
      written.append(.init(key, template))
    } else {
      complete = false
    }
    var level = "info"
    for member in members.dropFirst() {
      guard let name = member.value.string, Severity(name: name) != nil else {
        let known = Severity.allCases.map { $0.name }
        context.report(.wrongWord(member.value, for: member.key, of: known))
        complete = false
        continue
      }
      level = name
      written.append(.init(member.key, .scalar(.string(name))))
    }
    return complete ? Action(written, label: "log (\(level))") : nil
  }
}
