internal import RuleLanguage
internal import Engine
internal import Source

struct LetterCase: Check {
  let page = CheckPage(
    "letter-case",
    .traps,
    .warning,
    summary: "Two names differ only in case.",
    meaning: """
      Names are compared case-sensitively. If one rule matches URLError and another UrlError, or an origin is spelt \
      in two ways, one of the two spellings probably never matches.
      """,
    advice: "Write the name the same way everywhere, as in the recorded errors.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: once, when: { type: NetworkError, attempt: 1 }, then: retry }
            - { id: gone, when: { type: Networkerror }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: once, when: { type: NetworkError, attempt: 1 }, then: retry }
            - { id: gone, when: { type: NetworkError }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    var names: [String: [String: SourceRange?]] = [:]
    var first: [String: (name: String, place: SourceRange?)] = [:]
    /// True if the name was seen before with other capitals.
    @discardableResult
    func meet(_ kind: String, _ name: String, _ place: SourceRange?) -> Bool {
      let folded = "\(kind) \(name.lowercased())"
      guard let known = first[folded] else {
        first[folded] = (name, place)
        return false
      }
      guard known.name != name, let place else { return false }
      guard names[folded, default: [:]].updateValue(place, forKey: name) == nil else { return true }
      findings.report(
        "“\(name)” differs from “\(known.name)” only in case, and names are case-sensitive. Use one of them.",
        at: place, related: known.place.map { [.init("the other name", at: $0)] } ?? [])
      return true
    }
    for domain in Set(program.codeTables.keys).union(CodeTable.builtInDomains).sorted() {
      meet("domain", domain, nil)
    }
    for type in program.types {
      meet("type", type.name.text, type.name.range)
      for name in type.cases ?? [] { meet("case", name.text, name.range) }
    }
    for responder in program.responders + program.abstract {
      for origin in responder.origins {
        meet(
          "origin", origin.text.hasSuffix(".*") ? String(origin.text.dropLast(2)) : origin.text, origin.range)
      }
    }
    program.eachMatcher { mapping in
      for member in mapping.members
      where ["type", "case", "domain", "operation", "origin"].contains(member.key) {
        for value in program.values(of: name(in: member.value)) {
          guard let name = value.string else { continue }
          // The type of a qualified case is checked as a type.
          if member.key == "case", let dot = name.prefix(while: { $0 != "(" }).lastIndex(of: "."),
            meet("type", String(name[..<dot]), value.range)
          {
            continue
          }
          meet(member.key, name, value.range)
        }
      }
      for attribute in mapping.members.first(where: { $0.key == "attributes" })?.value.members ?? [] {
        meet("attribute", attribute.key, attribute.keyRange)
      }
      if let type = mapping.members.first(where: { $0.key == "problem" })?.value["type"] {
        for value in program.values(of: type) {
          if let name = value.string { meet("problem.type", name, value.range) }
        }
      }
    }
  }

  private func name(in value: Node) -> Node {
    let folds = if case .bool(true)? = value["ignoreCase"]?.content { true } else { false }
    return value["exactly"] ?? (folds ? nil : value["equals"]) ?? value
  }
}
