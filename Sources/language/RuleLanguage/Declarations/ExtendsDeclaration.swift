package import Source

/// The inherited responder; its own rules may come first.
package struct ExtendsDeclaration {
  package enum Mode: String, CaseIterable {
    case prepend
    case append
  }

  package let from: Named
  let mode: Mode

  package static let keys = [
    Key(
      "from", .text, .required,
      "The responder whose rules this one inherits: any other, even a disabled one, without a cycle."),
    Key(
      "mode", .words(Mode.allCases.map { $0.rawValue }), .default("prepend"),
      "“prepend”: its own rules are tried first; “append”: last."),
  ]

  /// Nil if it is invalid, which is reported.
  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    if let id = node.string {
      diagnostics.report(
        .wrongValue(
          node,
          "“extends” must be a mapping. Write { from: \(id) }, and add “mode: append” to try the own rules last."
        ))
      return nil
    }
    guard let section = Section(node, "extends", keys: Self.keys, in: &diagnostics) else { return nil }
    mode =
      section.word("mode", of: Mode.allCases.map { $0.rawValue }, in: &diagnostics)
      .flatMap { Mode(rawValue: $0) } ?? .prepend
    guard let from = section.name("from", in: &diagnostics) else {
      if section.isWhole {
        diagnostics.report(
          Diagnostic(
            "missing-key", "“extends” does not name a responder. Add “from” with a responder's id.",
            at: node.range))
      }
      return nil
    }
    self.from = from
  }
}

extension Node {
  var nodeCount: Int {
    switch content {
    case .sequence(let elements): elements.reduce(1) { $0 + $1.nodeCount }
    case .mapping(let members): members.reduce(1) { $0 + $1.value.nodeCount }
    case .null, .bool, .integer, .decimal, .string: 1
    }
  }
}

extension ResponderDeclaration {
  static func heritable(_ section: Section) -> [Node] {
    ["rules", "events", "otherwise", "always"].compactMap { section[$0] }
  }

  /// The keys without meaning in a responder that no error visits.
  package static let keysOfVisited = ["parent", "origins", "contract", "unhandled"]

  static func reportVisited(_ section: Section, in diagnostics: inout Diagnostics) {
    for key in keysOfVisited {
      guard let member = section.member(key) else { continue }
      diagnostics.report(
        Diagnostic(
          "abstract-responder",
          "No error visits an abstract responder, and “\(key)” is not inherited. Move it to the responders that extend this one.",
          at: member.keyRange))
    }
    if let member = section.member("enabled"), case .bool(false) = member.value.content {
      diagnostics.report(
        Diagnostic(
          "abstract-responder",
          "No error visits an abstract responder, so it can't be disabled. Disable its rules, or the responders that extend it.",
          at: member.keyRange))
    }
  }
}
