internal import Records
package import Source

/// `present`: an alert, whose answer may be the verdict.
package struct PresentAction: ActionPlugin {
  package let key = "present"
  package let summary =
    "Shows an alert, with its title, message, style, place (“at”), time (“for”), buttons or recovery, and “coalesce”."
  package let mayFail = false
  package let examples = [
    #"{"present": {"title": "Offline", "message": "{error.message}", "buttons": ["OK"]}}"#,
    #"{"present": {"title": "Pay again?", "buttons": [{"title": "Again", "then": "retry"}, {"title": "Stop", "then": "cancel"}]}}"#,
    #"{"present": {"title": "{error.message}", "recovery": true, "coalesce": ["type"]}}"#,
  ]

  package static let keys = [
    Key("title", .other("text, template"), .absent("this or “message” is required"), "A short title."),
    Key(
      "message", .other("text, template"), .absent("this or “title” is required"),
      "What happened and what the person can do."),
    Key("style", .words(styles), .default("alert"), "The presentation style."),
    Key(
      "at", .words(places), .absent("the app's choice"),
      "What it is shown over: the place where the error was raised, or the responder."),
    Key(
      "for", .duration, .absent("until it is closed"),
      "How long it stays; only for alerts that decide nothing."),
    Key(
      "buttons", .other("list of titles and mappings"), .absent("one “OK”"),
      "The buttons; their titles are unique."),
    Key(
      "recovery", .other("true, false"), .absent("false"),
      "“true”: the error's own recovery options are the buttons; one that recovers is a retry."),
    Key(
      "coalesce", .fields, .absent("each is shown"),
      "An alert with the same values of these fields as the open one is not shown; it takes that one's answer."
    ),
  ]
  private static let styles = ["alert", "sheet", "inline"]
  private static let places = ["origin", "responder"]

  package func action(for members: [Node.Member], in context: ActionContext) -> Action? {
    let value = members[0].value
    if let name = value.string { return context.vocabulary.alerts.action(name, at: value, in: context) }
    guard let parts = value.members else {
      context.report(.wrongType(value, expected: "an alert's mapping, such as { title: Offline }"))
      return nil
    }
    guard let section = Section(value, "an alert", keys: Self.keys, in: &context.vocabulary.diagnostics)
    else { return nil }
    if section.isWhole, section["title"] == nil, section["message"] == nil {
      context.report(.wrongValue(value, "This alert has no text. Add “title” or “message”."))
      return nil
    }
    var written: [Action.Member] = []
    var complete = section.isWhole
    var buttons: [Alert.Button]?
    var coalesce: [Subject]?
    var label = ""
    guard let isRecovery = recovery(section, in: context) else { return nil }
    for part in parts where Self.keys.contains(part.key) {
      if part.key == "buttons" {
        buttons = ButtonReader(context: context).buttons(of: part.value)
        if let buttons {
          written.append(.init(part.key, .list(buttons.map { .scalar(.string($0.title)) })))
        } else {
          complete = false
        }
      } else if part.key == "recovery" {
        written.append(.init(part.key, context.plain(part.value)))
      } else if part.key == "coalesce" {
        coalesce = KeyPathReader(vocabulary: context.vocabulary)
          .subjects(part, advice: "Leave it out to show each alert by itself.")
        written.append(.init(part.key, context.plain(part.value)))
        if coalesce == nil { complete = false }
      } else if let content = content(part, in: context) {
        written.append(.init(part.key, content))
        if part.key == "title" || label.isEmpty { label = part.value.text }
      } else {
        complete = false
      }
    }
    if isRecovery {
      written.append(.init("buttons", .optionTitles))
    } else if !parts.contains(where: { $0.key == "buttons" }) {
      buttons = [Alert.Button(title: "OK")]
      written.append(.init("buttons", .list([.scalar(.string("OK"))])))
    }
    guard complete else { return nil }
    let alert =
      isRecovery
      ? Alert(recoveryCoalescing: coalesce) : Alert(buttons: buttons ?? [], coalesce: coalesce)
    if let time = parts.first(where: { $0.key == "for" }), alert.decides {
      context.report(
        Diagnostic(
          "wrong-value",
          "“for” is only for alerts that decide nothing, but this alert waits for an answer. Delete “for”.",
          at: time.keyRange))
      return nil
    }
    return Action([.init(key, .mapping(written))], label: "present “\(label)”", alert: alert)
  }

  private func recovery(_ section: Section, in context: ActionContext) -> Bool? {
    guard let recovery = section.member("recovery") else { return false }
    guard case .bool(let isRecovery) = recovery.value.content else {
      context.report(.wrongFlag(recovery.value))
      return nil
    }
    guard isRecovery else { return false }
    if let buttons = section.member("buttons") {
      context.report(
        Diagnostic(
          "recovery-beside-buttons",
          "With “recovery”, the error's options are the buttons. Delete “buttons” or “recovery”.",
          at: buttons.keyRange, related: [.init("the recovery", at: recovery.keyRange)]))
      return nil
    }
    if context.isAlways || context.place == .event {
      let reason =
        context.isAlways
        ? "the outcome is already known under “always”"
        : "the “then” of an event rule decides"
      context.report(
        Diagnostic(
          "deciding-alert", "Recovery options decide, but \(reason). Delete “recovery”.",
          at: recovery.keyRange))
      return nil
    }
    return true
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
      return word(part.value, part.key, of: Self.styles, in: context)
    case "at":
      return word(part.value, part.key, of: Self.places, in: context)
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
