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
      A case is recorded behind its type and a dot, and a type by its name alone, without a language's words around it. The codes of NSError's domains are whole numbers: \
      a name means one only where errctl has a table of the domain, or the rule file lists the name under codes. \
      Those of NSURLErrorDomain are negative, so 1009 is none.
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
      checkSign(mapping, rules.program, &findings)
      for member in mapping.members {
        switch member.key {
        case "status": checkStatus(member.value, rules.program, &findings)
        case "problem": member.value["status"].map { checkStatus($0, rules.program, &findings) }
        case "attributes":
          member.value["http.response.status_code"].map { checkStatus($0, rules.program, &findings) }
        case "attempt": checkAttempt(member.value, rules.program, &findings)
        case "case":
          checkCase(member.value, rules.program, &findings)
          checkKnownEnum(member.value, rules.program, &findings)
        case "type": checkNotation(member.value, rules.program, &findings)
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

  /// Finds `is APIError`, `APIError?`, `IOException | TimeoutException` and the like under “type”.
  private func checkNotation(_ value: Node, _ program: RuleProgram, _ findings: inout Findings) {
    for node in program.values(of: value["exactly"] ?? value["equals"] ?? value) {
      guard let text = node.string, let meant = TypeNotation.types(meantBy: text) else { continue }
      if meant == ["Error"] || meant == ["Swift.Error"] {
        findings.report("“\(text)” is true of every error. Leave “type” out.", at: node.range)
        continue
      }
      let written = meant.count == 1 ? meant[0] : "[ \(meant.joined(separator: ", ")) ]"
      findings.report(
        "No error has the type “\(text)”, which is source code, not a name. Write { type: \(written) }.",
        at: node.range)
    }
  }

  /// Finds cases that an enum of Apple's or of Swift's does not have, unless the file declares a type of that name.
  private func checkKnownEnum(_ value: Node, _ program: RuleProgram, _ findings: inout Findings) {
    for node in program.values(of: value["exactly"] ?? value["equals"] ?? value) {
      guard let text = node.string, case let name = String(text.prefix { $0 != "(" }),
        let (known, member) = KnownEnum.member(name), !known.cases.contains(member), !member.contains("*"),
        !program.types.contains(where: {
          $0.name.text.split(separator: ".").last == known.name.split(separator: ".").last
        })
      else { continue }
      let near = Suggestion.closest(to: member, among: known.cases)
      let advice =
        near.map { "Did you mean “\(known.name).\($0)”?" } ?? "It has \(known.cases.joined(separator: ", "))."
      findings.report("\(known.name) has no case “\(member)”. \(advice)", at: node.range)
    }
  }

  /// Finds `APIError.http(_)` and `APIError/http`. Members of URLError and its like are left to ``CodeOfStruct``.
  private func checkCase(_ value: Node, _ program: RuleProgram, _ findings: inout Findings) {
    let isText = value["exactly"] != nil || value["equals"] != nil
    for node in program.values(of: value["exactly"] ?? value["equals"] ?? value) {
      guard let text = node.string, case let name = String(text.prefix { $0 != "(" }),
        !CodeOfStruct.names(name)
      else { continue }
      // A case with values fits errors with these values.
      if !isText, name != text, !name.contains("/"), !Self.hasWildcard(text.dropFirst(name.count)) {
        continue
      }
      let meant = name.replacing("/", with: ".")
      guard meant != text, !meant.isEmpty else { continue }
      let reason = name == text ? "a dot stands behind its type" : "it is recorded without its values"
      findings.report("No case is “\(text)”: \(reason). Write \(meant).", at: node.range)
    }
  }

  /// Whether one of the values in `(500, _)` stands for any.
  private static func hasWildcard(_ values: Substring) -> Bool {
    values.split { "(), ".contains($0) }.contains("_")
  }

  /// Finds names beside a domain of NSError that are no names of its codes.
  private func checkCode(_ mapping: MatcherMapping, _ program: RuleProgram, _ findings: inout Findings) {
    guard let code = mapping.members.first(where: { $0.key == "code" })?.value, let domain = mapping["domain"]
    else { return }
    let domains = program.values(of: domain).compactMap { $0.string }
    guard let first = domains.first, domain.members == nil,
      domains.allSatisfy({
        (Shapes.isNSErrorDomain($0) || FrameworkCodes.of($0) != nil) && program.codeTables[$0] == nil
      }),
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

  /// Finds `1009` for -1009 beside a domain whose table has only the negative number.
  private func checkSign(_ mapping: MatcherMapping, _ program: RuleProgram, _ findings: inout Findings) {
    guard let code = mapping.members.first(where: { $0.key == "code" })?.value,
      let domain = mapping["domain"]?.string,
      let table = program.codeTables[domain] ?? CodeTable.builtIn(domain)
    else { return }
    for node in program.values(of: code["equals"] ?? code) {
      guard case .integer(let number) = node.content, number > 0 else { continue }
      let symbols = table.codes.filter { $0.value.numbers == (-number, -number) }.keys
      guard let symbol = symbols.min(), !table.codes.values.contains(where: { $0.numbers.darwin == number })
      else { continue }
      findings.report(
        "No code of \(domain) is \(number): \(symbol) is -\(number). Write \(symbol), or the minus.",
        at: node.range)
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
