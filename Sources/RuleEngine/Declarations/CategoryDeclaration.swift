/// A category as written.
struct CategoryDeclaration {
  let name: Named
  let when: Node?

  static let keys = ["name", "when", "description", "meta", "suppress"]

  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let section = Section(node, "a category", keys: Self.keys, in: &diagnostics) else { return nil }
    section.checkNotes(in: &diagnostics)
    when = section["when"]
    guard section["name"] != nil else {
      diagnostics.report(Diagnostic("missing-key", "A category needs a “name”.", at: node.range))
      return nil
    }
    guard let name = section.text("name", in: &diagnostics) else { return nil }
    self.name = name
  }
}
