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
  /// Whether `escalation` could be read in full.
  let hasWholeEscalation: Bool
  /// The keys below which a name that is not found may stand unread: only elsewhere is such a name a mistake.
  private let unread: Set<String>

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
    let steps = section.list("escalation", of: "responder ids", in: &diagnostics)
    let escalation: [Named] = steps.compactMap { element in
      guard let id = element.string else {
        diagnostics.report(.wrongType(element, expected: "a responder's id"))
        return nil
      }
      return Named(id, element.range)
    }
    self.escalation = escalation
    hasWholeEscalation =
      section["escalation"].map { $0.elements?.count == escalation.count } ?? section.isWhole
    var unread: Set<String> = []
    for key in ["lists", "matchers", "categories", "responders"] {
      let isRead: Bool
      switch key {
      case "categories":
        isRead =
          section[key]?.elements?.count == categories.count && !categories.contains { $0.name.isFaulty }
      case "responders":
        isRead =
          section[key]?.elements?.count == responders?.count
          && responders?.contains { $0.id.isFaulty } == false
      default: isRead = section[key]?.members != nil
      }
      let isAbsent = section[key] == nil && section.isWhole
      if section["imports"] != nil || !(isRead || isAbsent) { unread.insert(key) }
    }
    self.unread = unread
  }

  /// Whether every name under a key was read, so that another one is surely a mistake.
  func knowsAll(_ key: String) -> Bool { !unread.contains(key) }

  private static func checkVersion(_ section: Section, in diagnostics: inout Diagnostics) {
    guard let version = section["version"] else {
      let start = section.node.range.bytes.lowerBound
      let place = SourceRange(file: section.node.range.file, bytes: start..<start)
      diagnostics.report(
        Diagnostic(
          "missing-version",
          "This file does not say which version of the language it speaks. Add “version: 1”.",
          at: place
        )
      )
      return
    }
    guard case .integer(1) = version.content else {
      diagnostics.report(
        Diagnostic(
          "unknown-version",
          version.text == "1"
            ? "The version is a number. Write 1 without quotes."
            : "This errctl speaks version 1 of the language only. Write “version: 1”, or take a newer errctl.",
          at: version.range
        )
      )
      return
    }
  }
}
