internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct WrittenAction {
  let kind: Node.Member
  let members: [Node.Member]
  /// Nil in an alert under `alerts`.
  let clause: RuleProgram.Clause?
  let responder: RuleProgram.Responder?
  /// The clause names the alert under `alerts` here; nil for an action written in place.
  let named: SourceRange?
}

struct WrittenActionText {
  let node: Node
  /// `present`, `log`, `perform`, `set`.
  let kind: String
  /// Keys below the kind that lead to the text, such as `title`, `url`.
  let path: [String]
  let action: WrittenAction

  /// The place in the clause, where it can be suppressed, with the text as a related place.
  var place: (range: SourceRange, related: [Diagnostic.Related]) {
    guard let named = action.named else { return (node.range, []) }
    return (named, [.init("the text of the alert", at: node.range)])
  }
}

extension RuleProgram {
  /// Including actions behind buttons, then those of named alerts.
  func eachAction(_ body: (WrittenAction) -> Void) {
    let named = namedAlerts
    for (responder, clause) in allClauses {
      clause.actionNodes.map { walkActions($0, clause, responder, nil, [], named, body) }
    }
    for alert in alerts {
      let present = Node.Member(key: "present", keyRange: alert.keyRange, value: alert.value)
      body(WrittenAction(kind: present, members: [present], clause: nil, responder: nil, named: nil))
      walkButtons(alert.value, nil, nil, nil, [alert.key], named, body)
    }
  }

  private static let kinds: Set = ["log", "perform", "set", "wait", "present", "nothing"]

  /// The members of `alerts`, by name.
  var namedAlerts: [String: Node.Member] {
    Dictionary(alerts.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func walkActions(
    _ node: Node, _ clause: Clause?, _ responder: Responder?, _ place: SourceRange?, _ open: Set<String>,
    _ alerts: [String: Node.Member], _ body: (WrittenAction) -> Void
  ) {
    for element in node.elements ?? [] {
      guard let members = element.members, let kind = members.first(where: { Self.kinds.contains($0.key) })
      else {
        continue
      }
      guard kind.key == "present", let name = kind.value.string else {
        body(WrittenAction(kind: kind, members: members, clause: clause, responder: responder, named: place))
        if kind.key == "present" { walkButtons(kind.value, clause, responder, place, open, alerts, body) }
        continue
      }
      // A named alert belongs to this clause like one that is written here.
      guard let alert = alerts[name], !open.contains(name) else { continue }
      let named = Node.Member(key: "present", keyRange: alert.keyRange, value: alert.value)
      // Behind a button of a named alert, the clause's first name is still the place.
      let first = place ?? (clause == nil ? nil : kind.value.range)
      body(WrittenAction(kind: named, members: members, clause: clause, responder: responder, named: first))
      walkButtons(alert.value, clause, responder, first, open.union([name]), alerts, body)
    }
  }

  private func walkButtons(
    _ alert: Node, _ clause: Clause?, _ responder: Responder?, _ place: SourceRange?, _ open: Set<String>,
    _ alerts: [String: Node.Member], _ body: (WrittenAction) -> Void
  ) {
    for button in alert["buttons"]?.elements ?? [] {
      button["do"].map { walkActions($0, clause, responder, place, open, alerts, body) }
    }
  }

  func eachText(_ body: (WrittenActionText) -> Void) {
    func look(_ node: Node, _ path: [String], _ kind: String, _ action: WrittenAction) {
      switch node.content {
      case .string: body(WrittenActionText(node: node, kind: kind, path: path, action: action))
      case .sequence(let elements): for element in elements { look(element, path, kind, action) }
      case .mapping(let members):
        for member in members { look(member.value, path + [member.key], kind, action) }
      case .null, .bool, .integer, .decimal: return
      }
    }
    eachAction { action in
      switch action.kind.key {
      case "log", "set": look(action.kind.value, [], action.kind.key, action)
      case "perform":
        for member in action.members where member.key == "with" { look(member.value, [], "perform", action) }
      case "present":
        for member in action.kind.value.members ?? [] where member.key == "title" || member.key == "message" {
          look(member.value, [member.key], "present", action)
        }
      default: return
      }
    }
  }
}

extension Node {
  var filled: [(subject: Subject, hasDefault: Bool)] {
    guard let string, string.contains("{"),
      let template = try? Template(string, allowing: [.outcome, .with])
    else { return [] }
    return template.parts.compactMap { part in
      if case .value(let subject, let fallback) = part { (subject, fallback != nil) } else { nil }
    }
  }
}
