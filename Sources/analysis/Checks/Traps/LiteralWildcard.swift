internal import Engine
internal import Source

struct LiteralWildcard: Check {
  let page = CheckPage(
    "literal-wildcard",
    .traps,
    .warning,
    summary: "Text that looks like a pattern is compared literally.",
    meaning: """
      Only plain names (type, case, domain, code, category, origin, operation, event) are globs, and * is their only \
      wildcard. Any other plain value has to be equal: message: *timeout* matches only the text *timeout*, stars \
      included, and message: ^Lost.*$ only the text ^Lost.*$.
      """,
    advice: "Write { glob: … } or { matches: … }. To match the text literally write { equals: … }.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: api, when: { attributes: { http.route: /api/* } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: api, when: { attributes: { http.route: { glob: /api/* } } }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      for (key, value) in texts(of: mapping) {
        for node in rules.program.values(of: value) {
          let isName = Self.names.contains(key)
          guard let text = node.string, let meant = Self.operator(meantBy: text, isName: isName) else {
            continue
          }
          if isName {
            // Said by impossible-value.
            if key == "type", TypeNotation.types(meantBy: text) != nil { continue }
            findings.report(
              "In a name only “*” is a wildcard, and the rest of “\(text)” is compared literally. "
                + "Write { \(meant): … }, or { equals: … } for the literal text.", at: node.range)
            continue
          }
          findings.report(
            "A plain value under “\(key)” is compared literally, so “\(text)” has no wildcards. "
              + "Write { \(meant): … }, or { equals: … } for the literal text.", at: node.range)
        }
      }
    }
    checkOperators(rules.program, &findings)
  }

  /// The values of contains, hasPrefix and hasSuffix are literal too.
  private func checkOperators(_ program: RuleProgram, _ findings: inout Findings) {
    program.eachOperator { member, _ in
      guard ["contains", "hasPrefix", "hasSuffix"].contains(member.key) else { return }
      for node in program.values(of: member.value) {
        guard let text = node.string, !text.hasSuffix("$"), text.count > 1,
          let meant = Self.operator(meantBy: text, isName: false)
        else { continue }
        findings.report(
          "“\(member.key)” compares “\(text)” literally, without wildcards. Write { \(meant): … } instead.",
          at: node.range)
      }
    }
  }

  /// Their plain values are globs.
  private static let names: Set = ["type", "case", "domain", "origin", "operation"]

  private func texts(of mapping: MatcherMapping) -> [(String, Node)] {
    mapping.members.flatMap { member -> [(String, Node)] in
      switch member.key {
      case "message", "reason", "suggestion", "id", "time", "type", "case", "domain", "origin", "operation":
        return member.value.members == nil ? [(member.key, member.value)] : []
      case "attributes":
        return (member.value.members ?? []).filter { $0.value.members == nil }
          .map { ("attributes.\($0.key)", $0.value) }
      case "problem":
        let extensions = (member.value["ext"]?.members ?? []).map { ("problem.ext.\($0.key)", $0.value) }
        let own = (member.value.members ?? []).filter { $0.key != "ext" }.map {
          ("problem.\($0.key)", $0.value)
        }
        return (own + extensions).filter { $0.1.members == nil }
      default: return []
      }
    }
  }

  private static func `operator`(meantBy text: String, isName: Bool) -> String? {
    if isName {
      // Types of other languages and payloads may contain brackets and dollar signs.
      if text.hasPrefix("^") || text.contains("\\.") || text.contains("\\d") { return "matches" }
      return text.contains("?") && !text.contains("/") ? "glob" : nil
    }
    if text.hasPrefix("^") || text.hasSuffix("$") && text.count > 1 || text.contains(".*")
      || text.contains("\\d")
    {
      return "matches"
    }
    return text.count > 1 && (text.hasPrefix("*") || text.hasSuffix("*")) ? "glob" : nil
  }
}
