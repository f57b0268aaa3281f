internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

struct ImpossibleValue: Check {
  let page = CheckPage(
    "impossible-value",
    .traps,
    .warning,
    summary: "A status, an attempt, a case or a code is compared with an impossible value.",
    meaning: """
      HTTP statuses are numbers from 100 to 599, so 6xx matches nothing. (0 is accepted: some clients record it when there \
      was no response.) An attempt is the number of a try, 1 for the first: 4xx under attempt means the tries 400 to 499. \
      A case is recorded without its values, behind its type and a dot. The codes of NSError's domains are whole numbers: \
      a name means one only where errctl has a table of the domain, or the rule file lists the name under codes.
      """,
    advice: "Correct the value, or compare the field that may have it.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { status: [ 5xx, 6xx ] }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: server, when: { status: 5xx }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      checkCode(mapping, rules.program, &findings)
      for member in mapping.members {
        switch member.key {
        case "status": checkStatus(member.value, rules.program, &findings)
        case "problem": member.value["status"].map { checkStatus($0, rules.program, &findings) }
        case "attributes":
          member.value["http.response.status_code"].map { checkStatus($0, rules.program, &findings) }
        case "attempt": checkAttempt(member.value, rules.program, &findings)
        case "case": checkCase(member.value, rules.program, &findings)
        default: continue
        }
      }
    }
  }

  private func checkStatus(_ value: Node, _ program: RuleProgram, _ findings: inout Findings) {
    for (range, node) in Self.ranges(of: value, program) where !range.meets(100, 599) && !range.meets(0, 0) {
      findings.report(
        "No HTTP status is “\(node.oneLine)”: they are numbers from 100 to 599. Correct it.", at: node.range)
    }
  }

  private func checkAttempt(_ value: Node, _ program: RuleProgram, _ findings: inout Findings) {
    for (range, node) in Self.ranges(of: value, program) {
      if let text = node.string, text.hasSuffix("xx") {
        findings.report(
          "“attempt” is the number of a try, so “\(text)” means the tries \(text.prefix(1))00 to \(text.prefix(1))99. "
            + "Write the number, or “status: \(text)” for an HTTP status.", at: node.range)
      } else if !range.meets(1, .max) {
        findings.report(
          "The first try has the number 1, so no attempt is “\(node.oneLine)”. Correct it.", at: node.range)
      }
    }
  }

  /// Finds `APIError.http(_)` and `APIError/http`. Members of URLError and its like are left to ``CodeOfStruct``.
  private func checkCase(_ value: Node, _ program: RuleProgram, _ findings: inout Findings) {
    for node in program.values(of: value["exactly"] ?? value["equals"] ?? value) {
      guard let text = node.string, case let name = String(text.prefix { $0 != "(" }),
        !CodeOfStruct.names(name)
      else { continue }
      let meant = name.replacing("/", with: ".")
      guard meant != text, !meant.isEmpty else { continue }
      let reason = name == text ? "a dot stands behind its type" : "it is recorded without its values"
      findings.report("No case is “\(text)”: \(reason). Write \(meant).", at: node.range)
    }
  }

  /// Finds names beside a domain of NSError that are no names of its codes.
  private func checkCode(_ mapping: MatcherMapping, _ program: RuleProgram, _ findings: inout Findings) {
    guard let code = mapping.members.first(where: { $0.key == "code" })?.value, let domain = mapping["domain"]
    else { return }
    let domains = program.values(of: domain).compactMap { $0.string }
    guard let first = domains.first, domain.members == nil,
      domains.allSatisfy({ Shapes.isNSErrorDomain($0) && program.codeTables[$0] == nil }),
      // That is said of the domain.
      !domains.contains(where: { FrameworkCodes.domain(ofConstant: $0) != nil })
    else { return }
    for node in program.values(of: code["equals"] ?? code) {
      guard let text = node.string, NumberRange(text) == nil, Int64(text) == nil,
        RangeAsText.range(meantBy: text) == nil,
        !program.codeTables.values.contains(where: { $0.codes[text] != nil }),
        !FrameworkCodes.all.contains(where: { $0.table.codes[text] != nil })
      else { continue }
      guard let type = BridgedStruct.all.first(where: { $0.domain == first }) else {
        findings.report(
          "The codes of \(first) are numbers, and no table of them is known, so none is “\(text)”. "
            + "Write the number, or list the name under “codes”.", at: node.range)
        continue
      }
      guard type.symbol(of: text) == nil || domains.count > 1 else { continue }
      let advice =
        type.nearestSymbol(to: text).map { "Did you mean “\($0)”?" }
        ?? "Write the number, or list the name under “codes”."
      findings.report(
        "The codes of \(first) are numbers, and none of them is called “\(text)”. \(advice)", at: node.range)
    }
  }

  /// Plain values, and a mapping's bounds with the mapping as their place.
  private static func ranges(of value: Node, _ program: RuleProgram) -> [(NumberRange, Node)] {
    guard value.members != nil, value["equals"] == nil else {
      return program.values(of: value["equals"] ?? value).compactMap { node in
        let range = node.string.flatMap { NumberRange($0) } ?? node.number.map { NumberRange($0) }
        return range.map { ($0, node) }
      }
    }
    var range = NumberRange(from: value["atLeast"]?.number, to: value["atMost"]?.number)
    if let lower = value["greaterThan"]?.number { (range.lower, range.excludesLower) = (lower, true) }
    if let upper = value["lessThan"]?.number { (range.upper, range.excludesUpper) = (upper, true) }
    return range.lower == nil && range.upper == nil ? [] : [(range, value)]
  }
}

extension NumberRange {
  fileprivate func meets(_ first: Int64, _ last: Int64) -> Bool {
    let (first, last) = (Number.integer(first), Number.integer(last))
    if let lower, last < lower || (excludesLower && !(lower < last)) { return false }
    if let upper, upper < first || (excludesUpper && !(first < upper)) { return false }
    return true
  }
}
