internal import RuleLanguage
internal import Engine
internal import Source

struct CaseAsType: Check {
  let page = CheckPage(
    "case-as-type",
    .traps,
    .warning,
    summary: "The name of a case is written under type.",
    meaning: """
      type compares the type of an error, case the case of an enum. NetworkError.server under type means a type called \
      server inside NetworkError. There is no such type, so the rule matches nothing. Nor has any error \
      the type APIError.self, which is Swift's notation for APIError as a value.
      """,
    advice: "Write case: NetworkError.server, or without the type case: server.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { type: NetworkError.server }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { case: NetworkError.server }, then: cancel }

      """,
    autoFix: .init(
      "moves the name to case if types declares it and there is no other case beside it.",
      change: "Outcomes change: the rule now matches the case.")
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let cases = Set(program.types.flatMap { ($0.cases ?? []).map { $0.text } })
    let types = Set(program.types.flatMap { [$0.name.text] + $0.ancestors.map { $0.text } })
    program.eachMatcher { mapping in
      for type in mapping.members where type.key == "type" {
        let exactly = type.value["exactly"]
        for value in program.values(of: exactly ?? type.value) {
          guard let name = value.string, !types.contains(name), Self.isCase(name, declared: cases),
            !CodeOfStruct.names(name), TypeNotation.types(meantBy: name) == nil
          else { continue }
          if let type = Self.metatype(name) {
            findings.report(
              "“\(name)” is Swift's notation for a type as a value. Write { type: \(type) }.",
              at: value.range)
            continue
          }
          let isAlone =
            exactly == nil && type.value.scalar != nil && !mapping.members.contains { $0.key == "case" }
          findings.report(
            "“\(name)” looks like a case, but “type” compares types. Write { case: \(name) }.",
            at: value.range,
            fix: isAlone && cases.contains(Self.last(name)) ? Patch(type.keyRange, "case") : nil)
        }
      }
    }
  }

  private static func last(_ name: String) -> String {
    name.split(separator: ".").last.map { String($0) } ?? name
  }

  /// The type of `APIError.self` or `APIError.Type`; nil for other names.
  private static func metatype(_ name: String) -> String? {
    let parts = name.split(separator: ".")
    guard parts.count > 1, let last = parts.last, last == "self" || last == "Type" else { return nil }
    return parts.dropLast().joined(separator: ".")
  }

  private static func isCase(_ name: String, declared: Set<String>) -> Bool {
    let components = name.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = components.last, Shapes.isCaseName(last) else { return false }
    // In other languages types may begin with a lower-case letter, such as errors.errorString.
    if components.count > 1 { return Shapes.isTypeName(components[components.count - 2]) }
    return declared.contains(name)
  }
}
