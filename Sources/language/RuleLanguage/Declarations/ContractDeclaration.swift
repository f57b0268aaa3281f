package import Source

/// `contract` as written: the errors and events that the part of the chain ending at a responder may raise.
package struct ContractDeclaration {
  /// Nil for any.
  package let reports: [Named]?
  /// Nil for any.
  package let triggers: [Named]?
  /// A rule must name each of them, or its category.
  package let isExplicit: Bool

  package static let keys = [
    Key(
      "reports", .other("list of type names"), .absent("no promise"),
      "The types of the errors that may arrive here; with “[]”, none."),
    Key(
      "triggers", .other("list of event names"), .absent("no promise"),
      "The names of the events that may arrive here."),
    Key("explicit", .flag, .default("false"), "“true”: a rule must name each of them, or its category."),
  ]

  /// Nil if it is invalid, which is reported.
  init?(_ node: Node, in diagnostics: inout Diagnostics) {
    guard let section = Section(node, "contract", keys: Self.keys, in: &diagnostics) else { return nil }
    reports = Self.names("reports", of: "types", in: section, &diagnostics)
    triggers = Self.names("triggers", of: "events", in: section, &diagnostics)
    isExplicit = section.flag("explicit", otherwise: false, in: &diagnostics)
    if section["reports"] == nil, section["triggers"] == nil, section.isWhole {
      diagnostics.report(.wrongValue(node, "This contract is empty. Add “reports”, “triggers” or both."))
    }
  }

  private static func names(
    _ key: String, of what: String, in section: Section, _ diagnostics: inout Diagnostics
  ) -> [Named]? {
    guard section[key]?.elements != nil else {
      _ = section.list(key, of: what, in: &diagnostics)
      return nil
    }
    return section.list(key, of: what, in: &diagnostics).compactMap { element in
      guard let name = element.string, !name.isEmpty else {
        diagnostics.report(
          .wrongType(element, expected: key == "reports" ? "a type's name" : "an event's name"))
        return nil
      }
      if name.hasPrefix("$") {
        diagnostics.report(
          .wrongValue(element, "Lists are allowed in “when” only. Write out the names in “\(name)”."))
        return nil
      }
      return Named(name, element.range)
    }
  }
}
