internal import Bytes
internal import RuleLanguage

extension TableBuilder {
  mutating func compile(_ list: [Action]) -> IndexRange<CompiledAction> {
    // Nested lists are compiled first so that each list is one contiguous range.
    let alerts = list.map { action in action.alert.map { compile($0) } ?? .nowhere }
    let first = tables.responses.actions.endIndex
    for (action, alert) in zip(list, alerts) {
      let start = tables.responses.pieces.endIndex
      append(text: "{")
      append(members: action.members)
      let throttle = compile(action.throttle)
      tables.responses.actions.append(
        CompiledAction(
          pieces: start..<tables.responses.pieces.endIndex, alert: alert, throttle: throttle,
          failed: verdict(action.failed), limit: action.limit))
      actionLabels.append(action.label)
      providedActions.append(action.provided)
    }
    return first..<tables.responses.actions.endIndex
  }

  mutating func compile(object members: [Action.Member]) -> IndexRange<TemplatePiece> {
    let start = tables.responses.pieces.endIndex
    append(.mapping(members))
    return start..<tables.responses.pieces.endIndex
  }

  private mutating func compile(_ alert: Alert) -> Index<CompiledAlert> {
    let compiled = alert.buttons.map { button in
      CompiledButton(
        title: place(button.title), titleJSON: json(button.title), verdict: verdict(button.verdict),
        actions: compile(button.actions))
    }
    let buttons = tables.responses.buttons.append(contentsOf: compiled)
    if alert.coalesce != nil { tables.remembersAlerts = true }
    return tables.responses.alerts.append(
      CompiledAlert(
        buttons: buttons, decides: alert.decides,
        selectsActions: alert.buttons.count > 1 && alert.buttons.contains { !$0.actions.isEmpty },
        isRecovery: alert.isRecovery, coalesces: alert.coalesce != nil, coalesce: key(alert.coalesce ?? [])))
  }

  private mutating func append(members: [Action.Member]) {
    for (index, member) in members.enumerated() {
      append(text: (index > 0 ? "," : "") + member.key.json + ":")
      append(member.value)
    }
  }

  private mutating func append(_ content: Action.Content) {
    switch content {
    case .scalar(let scalar): append(text: scalar.json)
    case .list(let elements):
      append(text: "[")
      for (index, element) in elements.enumerated() {
        if index > 0 { append(text: ",") }
        append(element)
      }
      append(text: "]")
    case .mapping(let members):
      append(text: "{")
      append(members: members)
      append(text: "}")
    case .template(let template): append(template)
    case .optionTitles:
      tables.responses.pieces.append(
        TemplatePiece(kind: .optionTitles, text: place(""), hasDefault: false, subject: .nowhere))
    }
  }

  private mutating func append(_ template: Template) {
    if template.isOneValue, case .value(let subject, let fallback) = template.parts[0] {
      tables.responses.pieces.append(
        TemplatePiece(
          kind: .whole, text: place((fallback ?? "").json), hasDefault: true, subject: self.subject(subject)))
      return
    }
    append(text: "\"")
    for part in template.parts {
      switch part {
      case .text(let text): append(text: String(text.json.dropFirst().dropLast()))
      case .value(let subject, let fallback):
        let text = String((fallback ?? "").json.dropFirst().dropLast())
        tables.responses.pieces.append(
          TemplatePiece(kind: .inString, text: place(text), hasDefault: true, subject: self.subject(subject)))
      }
    }
    append(text: "\"")
  }

  private mutating func append(text: String) {
    tables.responses.pieces.append(
      TemplatePiece(kind: .text, text: place(text), hasDefault: false, subject: .nowhere))
  }
}
