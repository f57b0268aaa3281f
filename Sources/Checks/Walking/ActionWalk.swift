internal import RuleEngine

/// An action as written, and where it stands.
struct WrittenAction {
  /// What kind it is, and the key with its value.
  let kind: Node.Member
  /// All its members.
  let members: [Node.Member]
  /// The station it belongs to; nil in an alert under `alerts`.
  let station: RuleProgram.Station?
  let responder: RuleProgram.Responder?
  /// Where the station names the alert under `alerts` that it is or stands behind; nil where it is written in place.
  let named: SourceRange?
}

/// A text of an action that may be a template.
struct ActionText {
  let node: Node
  /// The kind of action: `present`, `log`, `perform`, `set`.
  let kind: String
  /// The keys that lead to it below that, such as `title`, `url`.
  let path: [String]
  let action: WrittenAction

  /// Where a finding about the text stands, and what it points at: in the station, so that it is suppressed there.
  var place: (range: SourceRange, related: [Diagnostic.Related]) {
    guard let named = action.named else { return (node.range, []) }
    return (named, [.init("the text of the alert", at: node.range)])
  }
}

extension RuleProgram {
  /// Every action of every station as it answers, those behind buttons too, then those of the named alerts.
  func eachAction(_ body: (WrittenAction) -> Void) {
    for (responder, station) in allStations {
      station.actionNodes.map { walkActions($0, station, responder, nil, [], body) }
    }
    for alert in alerts {
      let present = Node.Member(key: "present", keyRange: alert.keyRange, value: alert.value)
      body(WrittenAction(kind: present, members: [present], station: nil, responder: nil, named: nil))
      walkButtons(alert.value, nil, nil, nil, [alert.key], body)
    }
  }

  private static let kinds: Set = ["log", "perform", "set", "wait", "present", "nothing"]

  /// An alert as written: the mapping itself, or the one under `alerts` that a text names.
  func alert(_ present: Node) -> Node? {
    guard let name = present.string else { return present }
    return alerts.first { $0.key == name }?.value
  }

  private func walkActions(
    _ node: Node,
    _ station: Station?,
    _ responder: Responder?,
    _ place: SourceRange?,
    _ open: Set<String>,
    _ body: (WrittenAction) -> Void
  ) {
    for element in node.elements ?? [] {
      guard let members = element.members, let kind = members.first(where: { Self.kinds.contains($0.key) })
      else {
        continue
      }
      guard kind.key == "present", let name = kind.value.string else {
        body(
          WrittenAction(kind: kind, members: members, station: station, responder: responder, named: place)
        )
        if kind.key == "present" { walkButtons(kind.value, station, responder, place, open, body) }
        continue
      }
      // One under `alerts` is this station's as much as one that is written here.
      guard let alert = alerts.first(where: { $0.key == name }), !open.contains(name) else { continue }
      let named = Node.Member(key: "present", keyRange: alert.keyRange, value: alert.value)
      // Behind a button of a named alert the station's own word for it still is the first.
      let first = place ?? (station == nil ? nil : kind.value.range)
      body(WrittenAction(kind: named, members: members, station: station, responder: responder, named: first))
      walkButtons(alert.value, station, responder, first, open.union([name]), body)
    }
  }

  private func walkButtons(
    _ alert: Node,
    _ station: Station?,
    _ responder: Responder?,
    _ place: SourceRange?,
    _ open: Set<String>,
    _ body: (WrittenAction) -> Void
  ) {
    for button in alert["buttons"]?.elements ?? [] {
      button["do"].map { walkActions($0, station, responder, place, open, body) }
    }
  }

  /// Every text of an action that may hold templates.
  func eachText(_ body: (ActionText) -> Void) {
    func look(_ node: Node, _ path: [String], _ kind: String, _ action: WrittenAction) {
      switch node.content {
      case .string: body(ActionText(node: node, kind: kind, path: path, action: action))
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
  /// The places that a template of this text fills, with where each is written.
  var filled: [(subject: Subject, hasDefault: Bool)] {
    guard let string, string.contains("{"),
      let template = try? Template(string, allowing: [.outcome, .with])
    else { return [] }
    return template.parts.compactMap { part in
      if case .value(let subject, let fallback) = part { (subject, fallback != nil) } else { nil }
    }
  }
}
