internal import Bytes
package import Source

/// The rule file as written, before name lookup.
package struct RuleFile {
  package let source: SourceFile
  let version: Node?
  package let name: String?
  package let defaults: DefaultsDeclaration
  let imports: [ImportDeclaration]
  package private(set) var lists: [Node.Member]
  package private(set) var codes: [Node.Member]
  package private(set) var types: [TypeDeclaration]
  package private(set) var matchers: [Node.Member]
  package private(set) var categories: [CategoryDeclaration]
  package private(set) var alerts: [Node.Member]
  package private(set) var breakers: [Node.Member]
  package private(set) var quotas: [Node.Member]
  /// Nil for a fragment, checked for itself.
  package private(set) var responders: [ResponderDeclaration]?
  package let escalation: [Named]
  package private(set) var respondersNode: Node?
  let importsKey: SourceRange?
  let entryOnly: [Node.Member]
  package private(set) var hasWholeEscalation: Bool
  /// An unknown name below these keys may be no mistake.
  private var unread: Set<String>

  package static let keys = [
    Key("version", .one, .required, "The version of the language: a number, not a text."),
    Key("name", .text, "The rule set's name in reports; in the entry file only."), .description, .meta,
    Key(
      "defaults", .defined("defaults", "mapping"),
      "Values for keys that are left out below; in the entry file only."),
    Key(
      "lists", .other("names to lists of values"),
      "Named lists of values; below “when”, “$name” stands for a list."),
    Key(
      "codes", .other("domains to symbols to integers or texts"), .absent("the built-in tables"),
      such: [#"{"acme.pay": {"CARD_DECLINED": 4001}}"#], "Symbols for the codes of your own domains."),
    Key("matchers", .names(to: "matcher", "names to matchers"), "Named matchers, used as “matcher: name”."),
    Key(
      "categories", .list(of: "category", "list of categories"),
      "Categories of errors; the first that matches applies."),
    Key(
      "responders", .other("list of responders"), .absent("none: the file is a fragment"),
      "Responders, and the parent to which each escalates what it does not decide."),
    Key(
      "escalation", .other("list of ids"), such: [#"["login", "home", "app"]"#],
      "The responders' ids from the first to the root; short for a “parent” in each. In the entry file only."),
    Key(
      "imports", .other("list of paths"), such: [#"["common/network.yaml"]"#],
      "Rule files whose names this one uses; paths are relative to this file."),
    Key(
      "types", .other("names to types"), .absent("none: every type is open"),
      "The ancestors and cases of error types, used by the checks."),
    Key("alerts", .names(to: "alertAlert", "names to alerts"), "Named alerts, used as “present: name”."),
    Key(
      "breakers", .other("names to breakers"),
      "Named breakers: each is open while there are too many errors of a kind; used as “open: name”."),
    Key(
      "quotas", .other("names to quotas"),
      "Named quotas: buckets of tokens from which the retries of several rules take; used as “quota: { of: name }”."
    ),
  ]
  /// Every file adds names to the one namespace.
  private static let shared = [
    "lists", "codes", "types", "matchers", "categories", "alerts", "breakers", "quotas", "responders",
  ]

  /// Nil if the root mapping is invalid, which is reported.
  init?(_ root: Node, in diagnostics: inout Diagnostics) {
    guard let section = Section(root, "a rule file", keys: Self.keys, in: &diagnostics) else { return nil }
    source = root.range.file
    version = section["version"]
    Self.checkVersion(section, in: &diagnostics)
    name = section.text("name", in: &diagnostics)?.text
    section.checkNotes(in: &diagnostics)
    let imports = section.list("imports", of: "paths", in: &diagnostics)
      .compactMap { ImportDeclaration($0, in: &diagnostics) }
    self.imports = imports
    importsKey = section.member("imports")?.keyRange
    let hasAllImports = section["imports"].map { $0.elements?.count == imports.count } ?? true
    entryOnly = (root.members ?? []).filter { ["name", "defaults", "escalation"].contains($0.key) }
    defaults = DefaultsDeclaration(section["defaults"], in: &diagnostics)
    lists = section.mapping("lists", of: "names to lists", in: &diagnostics)
    codes = section.mapping("codes", of: "domains to symbols", in: &diagnostics)
    types = section.mapping("types", of: "names to types", in: &diagnostics)
      .compactMap { TypeDeclaration($0, in: &diagnostics) }
    alerts = section.mapping("alerts", of: "names to alerts", in: &diagnostics)
    breakers = section.mapping("breakers", of: "names to breakers", in: &diagnostics)
    quotas = section.mapping("quotas", of: "names to quotas", in: &diagnostics)
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
    for key in Self.shared {
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
      if !hasAllImports || !(isRead || isAbsent) { unread.insert(key) }
    }
    self.unread = unread
  }

  /// Every name was read, so an unknown one is certainly a mistake.
  package func knowsAll(_ key: String) -> Bool { !unread.contains(key) }

  /// A name that already exists is reported and left out.
  mutating func adopt(_ imported: RuleFile, importedAt place: SourceRange, in diagnostics: inout Diagnostics)
  {
    for member in imported.entryOnly {
      // An imported file's statements about roots are ignored.
      hasWholeEscalation = false
      diagnostics.report(
        Diagnostic(
          "entry-only",
          "“\(member.key)” is allowed in the entry file only, but this file is imported. Move it to the entry file.",
          at: member.keyRange, related: [.init("the import", at: place)]))
    }
    lists += Self.fresh(imported.lists, beside: lists, "a list", in: &diagnostics)
    matchers += Self.fresh(imported.matchers, beside: matchers, "a matcher", in: &diagnostics)
    alerts += Self.fresh(imported.alerts, beside: alerts, "an alert", in: &diagnostics)
    breakers += Self.fresh(imported.breakers, beside: breakers, "a breaker", in: &diagnostics)
    quotas += Self.fresh(imported.quotas, beside: quotas, "a quota", in: &diagnostics)
    let known = Dictionary(
      types.map { ($0.name.text, $0.name.range) }, uniquingKeysWith: { first, _ in first })
    for type in imported.types {
      if let first = known[type.name.text] {
        diagnostics.report(.duplicateName("a type", type.name.text, at: type.name.range, first: first))
      } else {
        types.append(type)
      }
    }
    // Several files may add to one domain's codes, so those are compared word by word. Categories and
    // responders are compared where they are looked up.
    codes += imported.codes
    categories += imported.categories
    if let more = imported.responders { responders = (responders ?? []) + more }
    respondersNode = respondersNode ?? imported.respondersNode
    unread.formUnion(imported.unread)
  }

  private static func fresh(
    _ members: [Node.Member], beside known: [Node.Member], _ what: String, in diagnostics: inout Diagnostics
  ) -> [Node.Member] {
    guard !members.isEmpty else { return [] }
    let places = Dictionary(known.map { ($0.key, $0.keyRange) }, uniquingKeysWith: { first, _ in first })
    return members.filter { member in
      guard let first = places[member.key] else { return true }
      diagnostics.report(.duplicateName(what, member.key, at: member.keyRange, first: first))
      return false
    }
  }

  mutating func missesImport() {
    unread.formUnion(Self.shared)
  }

  private static func checkVersion(_ section: Section, in diagnostics: inout Diagnostics) {
    guard let version = section["version"] else {
      let start = section.node.range.bytes.lowerBound
      let place = SourceRange(file: section.node.range.file, bytes: start..<start)
      diagnostics.report(
        Diagnostic(
          "missing-version", "This file does not name the version of the language. Add “version: 1”.",
          at: place))
      return
    }
    guard case .integer(1) = version.content else {
      diagnostics.report(
        Diagnostic(
          "unknown-version",
          version.text == "1"
            ? "The version must be a number. Write 1 without quotes."
            : "This errctl reads version 1 of the language only. Write “version: 1”, or install a newer errctl.",
          at: version.range))
      return
    }
  }
}

extension Diagnostic {
  fileprivate static func duplicateName(
    _ what: String, _ name: String, at range: SourceRange, first: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      "duplicate-name", "There is already \(what) “\(name)”. Rename this one.", at: range,
      related: [.init("the first one", at: first)])
  }
}
