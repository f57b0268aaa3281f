internal import RuleLanguage
internal import Source

/// Sentry's fingerprint rules: which errors are one group. Each is a category; nothing is decided.
///
/// The format: text, or the JSON in which Sentry stores it; `src/sentry/grouping/fingerprinting/`. The first rule that matches
/// decides. Records are those of errctl's stream format `sentry`, which have no stacks.
struct SentryFingerprintRules: TypedPolicyFormat {
  let name = "sentry"
  let noun = "fingerprint rule file"
  let summary = "Sentry fingerprint rules: a category for each group"

  func document(of file: SourceFile, in diagnostics: inout Diagnostics) -> Node? {
    FingerprintRuleParser.read(file, in: &diagnostics)
  }

  func recognizes(_ root: Node) -> Bool {
    guard let rules = root["rules"]?.elements, !rules.isEmpty else { return false }
    return rules.allSatisfy { $0["matchers"]?.elements != nil && $0["fingerprint"]?.elements != nil }
  }

  func ruleFile(of root: PolicyValue) -> ImportedRuleFile {
    var groups: [Group] = []
    for rule in root["rules"]?.elements ?? [] {
      guard let group = Group(rule) else { continue }
      if groups.last?.fingerprint == group.fingerprint {
        groups[groups.count - 1].merge(group)
        continue
      }
      if let first = groups.first(where: { $0.fingerprint == group.fingerprint }) {
        rule.lost(
          "This is the group of line \(first.rule.place.start.line). Rules stand between them, so it is a category of its own."
        )
      }
      groups.append(group)
    }
    var ids = RuleIDs()
    let responder = ImportedResponder(id: "events", unhandled: ["report": "none"], place: root.place)
    return ImportedRuleFile(
      name: "Sentry's fingerprint rules", place: root.place,
      categories: groups.map { $0.category(ids.id($0.fingerprint.joined(separator: " "))) },
      responders: [responder])
  }
}

/// Rules one after the other with the same fingerprint.
private struct Group {
  let fingerprint: [String]
  let rule: PolicyValue
  private var conditions: [ImportedValue]
  private var suppressed = [
    (code: "endless-category", reason: "Fingerprint rules group errors and decide nothing.")
  ]

  /// Nil, and reported, if no category can say it.
  init?(_ rule: PolicyValue) {
    let parts = rule["fingerprint"]?.elements ?? []
    for part in parts { Self.reportVariable(part) }
    for member in rule["attributes"]?.members ?? [] where member.key != "title" {
      rule.with(member.value).fault(
        "“\(member.key)” is not an attribute of a group. Sentry knows only “title”.")
    }
    var conditions = FingerprintConditions(of: rule)
    for matcher in rule["matchers"]?.elements ?? [] { conditions.add(matcher) }
    guard let condition = conditions.condition() else { return nil }
    fingerprint = parts.map { $0.text }
    self.rule = rule
    self.conditions = [.node(condition)]
    if conditions.comparesTexts {
      suppressed.append(("localised-text", "Sentry groups by what the program said."))
    }
  }

  mutating func merge(_ other: Group) {
    conditions += other.conditions
    for entry in other.suppressed where !suppressed.contains(where: { $0.code == entry.code }) {
      suppressed.append(entry)
    }
  }

  func category(_ name: String) -> ImportedValue {
    let category = ImportedValue.members([
      "name": .text(name), "description": rule["attributes"]?["title"]?.string.map { .text($0) },
      "when": .any(of: conditions), "suppress": .suppressed(suppressed),
    ])
    return category.at(rule.place)
  }

  private static let variables = [
    "default", "transaction", "message", "raw_message", "type", "error.type", "value", "raw_value",
    "error.value", "error.raw_value", "function", "stack.function", "path", "stack.abs_path",
    "stack.filename", "module", "stack.module", "package", "stack.package", "level", "logger",
  ]

  private static func reportVariable(_ part: PolicyValue) {
    guard part.text.hasPrefix("{{"), part.text.hasSuffix("}}") else { return }
    let name = part.text.dropFirst(2).dropLast(2).filter { $0 != " " }
    if name == "default" {
      part.lost(
        "“{{ default }}” is the group that Sentry finds itself. The category has all errors of the rule.")
    } else if variables.contains(name) || name.hasPrefix("tags.") {
      part.lost("Each value of “\(name)” makes a group of its own. The category has all of them.")
    } else {
      let question = Suggestion.question(for: name, among: variables)
      part.doubt("“\(name)” is not a variable that Sentry knows. It has no value.\(question)")
    }
  }
}
