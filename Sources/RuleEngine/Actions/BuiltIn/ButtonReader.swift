/// Reads an alert's buttons: titles, or mappings of `title role do then`.
struct ButtonReader {
  let context: ActionContext

  private static let keys = ["title", "role", "do", "then"]
  private static let roles = ["default", "cancel", "destructive"]

  func buttons(of node: Node) -> [Alert.Button]? {
    guard let elements = node.elements, !elements.isEmpty else {
      context.report(.wrongType(node, expected: "a list of buttons (leave it out for one OK)"))
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
            "duplicate-button",
            "Two buttons say “\(button.title)”; an answer could not tell them apart.",
            at: element.range,
            related: [.init("the first one", at: first.range)]
          )
        )
        return nil
      }
      seen[button.title] = element
    }
    return agreeing(whole, elements)
  }

  /// Where a button has a verdict, every button has one.
  private func agreeing(_ buttons: [Alert.Button], _ elements: [Node]) -> [Alert.Button]? {
    guard let decided = buttons.firstIndex(where: { $0.verdict != nil }) else { return buttons }
    if context.isAlways {
      context.report(
        Diagnostic(
          "deciding-alert",
          "An alert under “always” can't decide: the outcome is known already.",
          at: elements[decided].range
        )
      )
      return nil
    }
    guard let silent = buttons.firstIndex(where: { $0.verdict == nil }) else { return buttons }
    context.report(
      Diagnostic(
        "button-without-verdict",
        "“\(buttons[silent].title)” has no “then” while “\(buttons[decided].title)” has one; say what it decides.",
        at: elements[silent].range,
        related: [.init("the button that decides", at: elements[decided].range)]
      )
    )
    return nil
  }

  private func button(of node: Node) -> Alert.Button? {
    if let title = node.string {
      guard !title.isEmpty else {
        context.report(.wrongValue(node, "A button's title can't be empty."))
        return nil
      }
      return Alert.Button(title: title)
    }
    guard let members = node.members else {
      context.report(.wrongType(node, expected: "a button: a title, or { title, role, do, then }"))
      return nil
    }
    var complete = true
    for member in members where !Self.keys.contains(member.key) {
      let question = Suggestion.question(for: member.key, among: Self.keys)
      let advice = question.isEmpty ? " Use one of \(Self.keys.joined(separator: ", "))." : question
      context.report(
        Diagnostic("unknown-key", "A button has no “\(member.key)”.\(advice)", at: member.keyRange)
      )
      complete = false
    }
    guard let title = node["title"]?.string, !title.isEmpty else {
      context.report(.wrongType(node["title"] ?? node, expected: "a button's “title”, a text"))
      return nil
    }
    if let role = node["role"], !Self.roles.contains(role.string ?? "") {
      let question = Suggestion.question(for: role.text, among: Self.roles)
      context.report(.wrongValue(role, "A role is default, cancel or destructive.\(question)"))
      complete = false
    }
    var actions: [Action] = []
    if let list = node["do"] {
      if let read = context.actions(list) {
        actions = read
        if let nested = read.first(where: { $0.alert?.decides == true }) {
          context.report(
            Diagnostic(
              "deciding-alert",
              "A button's own alert (\(nested.label)) can't decide.",
              at: list.range
            )
          )
          complete = false
        }
      } else {
        complete = false
      }
    }
    var verdict: Verdict?
    if let then = node["then"] {
      verdict = context.verdicts.buttonVerdict(then)
      if verdict == nil { complete = false }
    }
    return complete ? Alert.Button(title: title, actions: actions, verdict: verdict) : nil
  }
}
