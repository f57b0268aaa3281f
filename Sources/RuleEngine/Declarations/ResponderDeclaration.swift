/// A responder as written.
struct ResponderDeclaration {
  let id: Named
  let range: SourceRange
  let parent: Named?
  let origins: [Named]
  let rules: [RuleDeclaration]
  let otherwise: OtherwiseDeclaration?
  let always: Node?
  let unhandled: Node?
  let isEnabled: Bool

  static let keys = [
    "id", "parent", "origins", "rules", "otherwise", "always", "unhandled", "description", "meta", "enabled",
    "suppress",
  ]
  static let laterKeys = ["policy", "extends", "abstract", "contract", "events"]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard
      let section = Section(node, "a responder", keys: Self.keys, later: Self.laterKeys, in: &diagnostics)
    else { return nil }
    section.checkNotes(in: &diagnostics)
    range = node.range
    parent = section.text("parent", in: &diagnostics)
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
    otherwise = section["otherwise"].flatMap { OtherwiseDeclaration($0, in: &diagnostics) }
    always = section["always"]
    unhandled = section["unhandled"]
    isEnabled = section.flag("enabled", otherwise: true, in: &diagnostics)
    guard section["id"] != nil else {
      diagnostics.report(Diagnostic("missing-key", "A responder needs an “id”.", at: node.range))
      return nil
    }
    guard let id = section.text("id", in: &diagnostics) else { return nil }
    if id.text.contains("/") || id.text.hasPrefix("#") {
      diagnostics.report(
        Diagnostic(
          "wrong-value",
          "An id has no “/” and begins with no “#”: RESPONDER/RULE names a rule.",
          at: id.range
        )
      )
    }
    self.id = id
  }
}

/// `otherwise` as written.
struct OtherwiseDeclaration {
  let range: SourceRange
  let actions: Node?
  let then: Node?

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let section = Section(node, "otherwise", keys: ["do", "then"], in: &diagnostics) else { return nil }
    range = node.range
    actions = section["do"]
    then = section["then"]
    if actions == nil && then == nil {
      diagnostics.report(.wrongValue(node, "“otherwise” needs a “do” or a “then”."))
    }
  }
}
