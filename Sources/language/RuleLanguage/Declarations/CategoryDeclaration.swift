package import Source

package struct CategoryDeclaration {
  package let name: Named
  package let when: Node?

  package static let keys = [
    Key("name", .text, .required, "The name that rules use; unique."),
    Key(
      "when", .matcher, .absent("only errors that name the category get it"),
      "The errors in this category; an error gets the first whose “when” holds."), .description, .meta,
    .suppress,
  ]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let section = Section(node, "a category", keys: Self.keys, in: &diagnostics) else { return nil }
    section.checkNotes(in: &diagnostics)
    when = section["when"]
    if let name = section.name("name", in: &diagnostics) {
      self.name = name
    } else {
      name = Named("", node.range, isFaulty: true)
      if section.isWhole {
        diagnostics.report(
          Diagnostic("missing-key", "This category has no name. Add “name”.", at: node.range))
      }
    }
  }
}
