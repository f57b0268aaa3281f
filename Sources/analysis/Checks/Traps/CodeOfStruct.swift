internal import Records
internal import Engine
internal import RuleLanguage
internal import Source

struct CodeOfStruct: Check {
  let page = CheckPage(
    "code-of-struct",
    .traps,
    .warning,
    summary: "A code of a struct such as URLError or CKError is written where it matches nothing.",
    meaning: """
      The errors of Foundation and of Apple's frameworks are structs, not enums. They are recorded with the domain and \
      the number that they bridge to, and without a case. case: URLError.timedOut, and code: timedOut beside type: \
      URLError, mean that domain and number. In other places such a name is a type, a case or a word like any other, \
      and matches nothing.
      """,
    advice:
      "Write case: URLError.timedOut, or the domain and its name for the code: { domain: NSURLErrorDomain, code: NSURLErrorTimedOut }.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: offline, when: { type: URLError.notConnectedToInternet }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: offline, when: { case: URLError.notConnectedToInternet }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    program.eachMatcher { mapping in
      func texts(_ key: String) -> [(node: Node, text: String)] {
        guard let value = mapping.members.first(where: { $0.key == key })?.value else { return [] }
        return program.values(of: value["exactly"] ?? value).compactMap { node in
          node.string.map { (node, $0) }
        }
      }
      let type = texts("type").lazy.compactMap { BridgedStruct.named($0.text) }.first
      for (node, text) in texts("type") {
        guard let (found, member) = BridgedStruct.member(text),
          Shapes.isCaseName(member) || found.symbol(of: member) != nil
        else { continue }
        report(text, found, member, at: node, &findings)
      }
      for (node, text) in texts("case") {
        let name = String(text.prefix { $0 != "(" })
        if let (found, member) = BridgedStruct.member(name) {
          // With a known member and no values, it means the member's code.
          if name == text, mapping.isBare("case"), found.symbol(of: member) != nil { continue }
          report(text, found, member, at: node, &findings)
        } else if let type, name.drop(while: { $0 == "." }).allSatisfy({ $0 != "." && $0 != "*" }) {
          report(text, type, name, at: node, &findings)
        }
      }
      checkCodeInside(mapping, program, &findings)
      // Beside another domain, words are its own.
      guard mapping["domain"] == nil,
        BridgedStruct.meant(by: mapping.members, values: { program.values(of: $0) }) == nil
      else { return }
      for (node, text) in texts("code") {
        let (found, member) = BridgedStruct.member(text) ?? (type, text)
        guard let found, let symbol = found.symbol(of: member), symbol != text else { continue }
        report(text, found, member, at: node, &findings)
      }
    }
  }

  /// Finds { type: RPCError, code: unavailable }: the code is the first property of such a struct.
  private func checkCodeInside(_ mapping: MatcherMapping, _ program: RuleProgram, _ findings: inout Findings)
  {
    guard mapping["domain"] == nil, let code = mapping.members.first(where: { $0.key == "code" })?.value,
      let type = mapping["type"].flatMap({ program.values(of: $0) })?.lazy.compactMap({ $0.string }).first(
        where: {
          KnownCancellation.hasCodeInside(type: $0)
        })
    else { return }
    for node in program.values(of: code) {
      guard let text = node.string, Int64(text) == nil, Shapes.isCaseName(text.drop { $0 == "." }) else {
        continue
      }
      let name = String(text.drop { $0 == "." })
      let value = type.hasSuffix("RPCError") ? name : "{ case: \(name) }"
      findings.report(
        "\(type) is a struct that is recorded with its code inside, so “\(text)” matches nothing. Write { type: \(type), payload: { 0: \(value) } }.",
        at: node.range)
    }
  }

  /// Whether a text names a member of one of the structs.
  static func names(_ text: String) -> Bool { BridgedStruct.member(text) != nil }

  private func report(
    _ text: String, _ found: BridgedStruct, _ member: String, at node: Node, _ findings: inout Findings
  ) {
    let reason =
      "\(found.name) is a struct that is recorded with a domain and a number, so “\(text)” matches nothing."
    if let symbol = found.symbol(of: member) {
      findings.report("\(reason) Write { domain: \(found.domain), code: \(symbol) }.", at: node.range)
      return
    }
    let near = found.nearestSymbol(to: member)
    let advice = near.map { "Did you mean { domain: \(found.domain), code: \($0) }?" }
    findings.report(
      "\(reason) \(advice ?? "Write { domain: \(found.domain), code: … } with one of its codes.")",
      at: node.range)
  }
}

extension MatcherMapping {
  /// Whether the value of a key is a name or a list of names, without operators.
  fileprivate func isBare(_ key: String) -> Bool {
    members.first { $0.key == key }?.value.members == nil
  }
}
