/// A rule file as written: its parts with their places, not yet looked up.
struct RuleFile {
  let source: SourceFile
  let version: Node?
  let name: String?
  let defaults: DefaultsDeclaration
  let lists: [Node.Member]
  let codes: [Node.Member]
  let matchers: [Node.Member]
  let categories: [CategoryDeclaration]
  /// Nil where the file has no `responders`: a fragment, checked for itself.
  let responders: [ResponderDeclaration]?
  let escalation: [Named]
  /// The value of `responders`, or nil.
  let respondersNode: Node?

  static let keys = [
    "version", "name", "description", "meta", "defaults", "lists", "codes", "matchers", "categories",
    "responders",
    "escalation",
  ]
  static let laterKeys = ["imports", "types", "alerts"]

  /// Reads the root mapping of a file; nil once it is reported to be none.
  init?(_ root: Node, in diagnostics: inout Diagnostics) {
    guard
      let section = Section(root, "a rule file", keys: Self.keys, later: Self.laterKeys, in: &diagnostics)
    else { return nil }
    source = root.range.file
    version = section["version"]
    Self.checkVersion(section, in: &diagnostics)
    name = section.text("name", in: &diagnostics)?.text
    section.checkNotes(in: &diagnostics)
    defaults = DefaultsDeclaration(section["defaults"], in: &diagnostics)
    lists = section.mapping("lists", of: "names to lists", in: &diagnostics)
    codes = section.mapping("codes", of: "domains to symbols", in: &diagnostics)
    matchers = section.mapping("matchers", of: "names to matchers", in: &diagnostics)
    categories = section.list("categories", of: "categories", in: &diagnostics)
      .compactMap { CategoryDeclaration($0, in: &diagnostics) }
    respondersNode = section["responders"]
    responders = section["responders"].map { _ in
      section.list("responders", of: "responders", in: &diagnostics)
        .compactMap { ResponderDeclaration($0, in: &diagnostics) }
    }
    escalation = section.list("escalation", of: "responder ids", in: &diagnostics).compactMap { element in
      guard let id = element.string else {
        diagnostics.report(.wrongType(element, expected: "a responder's id"))
        return nil
      }
      return Named(id, element.range)
    }
  }

  private static func checkVersion(_ section: Section, in diagnostics: inout Diagnostics) {
    guard let version = section["version"] else {
      let start = section.node.range.bytes.lowerBound
      let place = SourceRange(file: section.node.range.file, bytes: start..<start)
      diagnostics.report(
        Diagnostic("missing-version", "A rule file says which language it speaks: version: 1.", at: place)
      )
      return
    }
    guard case .integer(1) = version.content else {
      diagnostics.report(
        Diagnostic("unknown-version", "This errctl speaks version 1 of the language.", at: version.range)
      )
      return
    }
  }
}
