package import Source

/// Reads an alert's buttons: titles, or mappings of `title role do then`.
package struct ButtonReader {
  let context: ActionContext

  package static let keys = [
    Key("title", .text, .required, "The button's title; unique in its alert."),
    Key("role", .words(roles), .absent("the app's choice"), "The button's role: how it looks."),
    Key(
      "do", .other("list of actions"),
      "Actions that run once the button is chosen, before the rule's next action; no alert among them decides."
    ),
    Key("then", .other("verdict"), "The verdict of this button. If one button has a verdict, all must."),
  ]
  private static let roles = ["default", "cancel", "destructive"]

  func buttons(of node: Node) -> [Alert.Button]? {
    guard let elements = node.elements else {
      context.report(.wrongType(node, expected: "a list of buttons, such as [ OK ]"))
      return nil
    }
    guard !elements.isEmpty else {
      context.report(
        .wrongValue(node, "An alert needs at least one button. Leave “buttons” out for a single OK button."))
      return nil
    }
    let buttons = elements.map { button(of: $0) }
    let whole = buttons.compactMap { $0 }
    guard whole.count == buttons.count else { return nil }
    var seen: [String: Node] = [:]
    for (element, button) in zip(elements, whole) {
      if let first = seen[button.title] {
        context.report(
          Diagnostic(
            "duplicate-button", "The alert already has a button “\(button.title)”. Rename this one.",
            at: element.range, related: [.init("the first one", at: first.range)]))
        return nil
      }
      seen[button.title] = element
    }
    return agreeing(whole, elements)
  }

  private func agreeing(_ buttons: [Alert.Button], _ elements: [Node]) -> [Alert.Button]? {
    guard let decided = buttons.firstIndex(where: { $0.verdict != nil }) else { return buttons }
    if context.isAlways || context.place == .event {
      context.report(
        Diagnostic(
          "deciding-alert",
          context.isAlways
            ? "A button under “always” can't decide, because the outcome is already known. Delete its “then”."
            : "A button in an event rule can't decide, because the rule's own “then” decides. Delete the button's “then”.",
          at: elements[decided].members?.first { $0.key == "then" }?.keyRange ?? elements[decided].range))
      return nil
    }
    guard let silent = buttons.firstIndex(where: { $0.verdict == nil }) else { return buttons }
    context.report(
      Diagnostic(
        "button-without-verdict",
        "“\(buttons[silent].title)” has no “then”, but “\(buttons[decided].title)” has one. Add a “then” to every button, or to none.",
        at: elements[silent].range, related: [.init("the button that decides", at: elements[decided].range)]))
    return nil
  }

  private func button(of node: Node) -> Alert.Button? {
    if let title = node.string {
      guard !title.isEmpty else {
        context.report(.wrongValue(node, "This button's title is empty. Write a title."))
        return nil
      }
      return Alert.Button(title: title)
    }
    guard node.members != nil else {
      context.report(.wrongType(node, expected: "a button: a title, or { title, role, do, then }"))
      return nil
    }
    guard let section = Section(node, "a button", keys: Self.keys, in: &context.vocabulary.diagnostics)
    else { return nil }
    let before = context.vocabulary.diagnostics.errorCount
    let title = section.text("title", in: &context.vocabulary.diagnostics)
    if section["title"] == nil, section.isWhole {
      context.report(Diagnostic("missing-key", "This button has no title. Add “title”.", at: node.range))
    }
    _ = section.word("role", of: Self.roles, in: &context.vocabulary.diagnostics)
    let actions = section["do"].map { context.actions($0) } ?? []
    let nodes = section["do"]?.elements ?? []
    for (action, element) in zip(actions ?? [], nodes) {
      guard let alert = action.alert, alert.decides else { continue }
      context.report(
        Diagnostic(
          "deciding-alert",
          "This alert would decide, but it is shown after a button was chosen. Delete \(alert.whatDecides).",
          at: element.range))
    }
    if section["then"] != nil {
      for (action, element) in zip(actions ?? [], nodes) where !action.failures.isEmpty {
        let place = element.members?.first { $0.key == "failed" }?.keyRange ?? element.range
        context.report(
          .decidingAction("The button's “then” decides, so a failure after it can't.", at: place))
      }
    }
    let verdict = section["then"].map { context.verdicts.verdict($0, at: .button, in: context) }
    let isFaultless = context.vocabulary.diagnostics.errorCount == before && section.isWhole
    guard let title, let actions, isFaultless else { return nil }
    return Alert.Button(title: title.text, actions: actions, verdict: verdict ?? nil)
  }
}
