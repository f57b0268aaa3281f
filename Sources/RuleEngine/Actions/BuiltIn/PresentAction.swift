/// `present`: an alert, whose answer may be the verdict.
struct PresentAction: ActionPlugin {
  let key = "present"
  let summary = "Shows an alert: title, message, style, at, for, buttons."
  let examples = [
    #"{"present": {"title": "Offline", "message": "{error.message}", "buttons": ["OK"]}}"#,
    #"{"present": {"title": "Pay again?", "buttons": [{"title": "Again", "then": "retry"}, {"title": "Stop", "then": "cancel"}]}}"#,
  ]

  private static let keys = ["title", "message", "style", "at", "for", "buttons"]
  private static let laterKeys = ["coalesce", "recovery"]

  func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    let value = members[0].value
    if let name = value.string { return context.vocabulary.alerts.action(name, at: value, in: context) }
    guard let parts = value.members else {
      context.report(.wrongType(value, expected: "an alert's mapping, such as { title: Offline }"))
      return nil
    }
    guard
      let section = Section(
        value,
        "an alert",
        keys: Self.keys,
        later: Self.laterKeys,
        in: &context.vocabulary.diagnostics
      )
    else { return nil }
    if section.isWhole, section["title"] == nil, section["message"] == nil {
      context.report(.wrongValue(value, "This alert says nothing. Add “title” or “message”."))
      return nil
    }
    var written: [Action.Member] = []
    var complete = section.isWhole
    var buttons: [Alert.Button]?
    var label = ""
    for part in parts where Self.keys.contains(part.key) {
      if part.key == "buttons" {
        buttons = ButtonReader(context: context).buttons(of: part.value)
        if let buttons {
          written.append(.init(part.key, .list(buttons.map { .scalar(.string($0.title)) })))
        } else {
          complete = false
        }
      } else if let content = content(part, in: context) {
        written.append(.init(part.key, content))
        if part.key == "title" || label.isEmpty { label = part.value.text }
      } else {
        complete = false
      }
    }
    if !parts.contains(where: { $0.key == "buttons" }) {
      buttons = [Alert.Button(title: "OK")]
      written.append(.init("buttons", .list([.scalar(.string("OK"))])))
    }
    guard let buttons, complete else { return nil }
    let alert = Alert(buttons: buttons)
    if let time = parts.first(where: { $0.key == "for" }), alert.decides {
      context.report(
        Diagnostic(
          "wrong-value",
          "“for” is for alerts that decide nothing, and this one waits for its answer. Delete it.",
          at: time.keyRange
        )
      )
      return nil
    }
    return Action([.init(key, .mapping(written))], label: "present “\(label)”", alert: alert)
  }

  private func content(_ part: Node.Member, in context: ActionContext) -> Action.Content? {
    switch part.key {
    case "title", "message":
      guard part.value.scalar != nil else {
        context.report(.wrongType(part.value, expected: "a text"))
        return nil
      }
      return context.template(part.value)
    case "style":
      return word(part.value, part.key, of: ["alert", "sheet", "inline"], in: context)
    case "at":
      return word(part.value, part.key, of: ["origin", "responder"], in: context)
    case "for":
      guard let text = part.value.string, TimeSpan(text) != nil else {
        context.report(.wrongDuration(part.value))
        return nil
      }
      return .scalar(.string(text))
    default:
      return nil
    }
  }

  private func word(_ node: Node, _ key: String, of words: [String], in context: ActionContext) -> Action
    .Content?
  {
    guard let word = node.string, words.contains(word) else {
      context.report(.wrongWord(node, for: key, of: words))
      return nil
    }
    return .scalar(.string(word))
  }
}
