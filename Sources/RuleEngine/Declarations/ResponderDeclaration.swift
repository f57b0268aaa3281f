/// A responder as written.
struct ResponderDeclaration {
  let id: Named
  let range: SourceRange
  let parent: Named?
  let origins: [Named]
  let rules: [RuleDeclaration]
  let otherwise: OtherwiseDeclaration?
  let always: Node?
  let unhandled: Node.Member?
  let policy: Node.Member?
  /// The rules that answer events.
  let events: [RuleDeclaration]
  let isEnabled: Bool
  /// Whether each key is known and supported.
  let isWhole: Bool

  static let keys = [
    "id", "parent", "origins", "rules", "otherwise", "always", "unhandled", "description", "meta", "enabled",
    "suppress", "policy", "events",
  ]
  static let laterKeys = ["extends", "abstract", "contract"]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard
      let section = Section(node, "a responder", keys: Self.keys, later: Self.laterKeys, in: &diagnostics)
    else { return nil }
    section.checkNotes(in: &diagnostics)
    range = node.range
    isWhole = section.isWhole
    parent = section.name("parent", in: &diagnostics)
    origins = section.list("origins", of: "origins", in: &diagnostics).compactMap { element in
      guard let origin = element.string, !origin.isEmpty else {
        diagnostics.report(.wrongType(element, expected: "an origin, or prefix.*"))
        return nil
      }
      return Named(origin, element.range)
    }
    rules = section.list("rules", of: "rules", in: &diagnostics).enumerated().compactMap { index, element in
      RuleDeclaration(element, ordinal: index + 1, in: &diagnostics)
    }
    events = section.list("events", of: "event rules", in: &diagnostics).enumerated()
      .compactMap { index, element in
        RuleDeclaration(element, ordinal: index + 1, isEventRule: true, in: &diagnostics)
      }
    policy = section.member("policy")
    otherwise = section.member("otherwise").flatMap { OtherwiseDeclaration($0, in: &diagnostics) }
    always = section["always"]
    unhandled = section.member("unhandled")
    isEnabled = section.flag("enabled", otherwise: true, in: &diagnostics)
    if let id = section.id(in: &diagnostics) {
      self.id = id
    } else {
      id = Named("", node.range, isFaulty: true)
      if section.isWhole {
        diagnostics.report(Diagnostic("missing-key", "This responder has no id. Add “id”.", at: node.range))
      }
    }
  }
}

/// `otherwise` as written.
struct OtherwiseDeclaration {
  let key: SourceRange
  let range: SourceRange
  let actions: Node?
  let then: Node.Member?
  /// Whether each key is known.
  let isWhole: Bool

  init?(_ member: Node.Member, in diagnostics: inout Diagnostics) {
    guard let section = Section(member.value, "otherwise", keys: ["do", "then"], in: &diagnostics) else {
      return nil
    }
    key = member.keyRange
    range = member.value.range
    actions = section["do"]
    then = section.member("then")
    isWhole = section.isWhole
  }
}
