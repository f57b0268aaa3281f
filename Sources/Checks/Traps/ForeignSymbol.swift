internal import RuleEngine

/// `foreign-symbol`: a symbol of one domain's codes beside another domain, or beside none.
struct ForeignSymbol: Check {
  let page = CheckPage(
    "foreign-symbol",
    .traps,
    .warning,
    summary: "A code's symbol without the domain that has it.",
    meaning: """
      A word as code is looked up in the table of the domain that stands plainly in the same mapping. Where that is \
      misspelt, missing, or another one, the word is a text: NSURLErrorTimedOut is compared with codes, which are \
      numbers, and matches none.
      """,
    advice: "Write the symbol's domain beside it, in the same mapping.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { domain: NSURLErrorDomian, code: NSURLErrorTimedOut }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { domain: NSURLErrorDomain, code: NSURLErrorTimedOut }, then: cancel }

      """,
    mending: .init(
      "writes the domain that a slip hid.",
      change: "Outcomes change: the rule matches the code now."
    )
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    var owners: [String: [String]] = [:]
    for table in program.codeTables.values {
      for symbol in table.codes.keys { owners[symbol, default: []].append(table.domain) }
    }
    program.eachMatcher { mapping in
      guard let code = mapping.members.first(where: { $0.key == "code" }), code.value.members == nil else {
        return
      }
      let beside = mapping.members.first { $0.key == "domain" }?.value
      for value in program.values(of: code.value) {
        guard let symbol = value.string, let domains = owners[symbol]?.sorted(), let domain = domains.first
        else {
          continue
        }
        if let name = beside?.string, program.codeTables[name] != nil { continue }
        guard symbol.count > 2, symbol != symbol.lowercased() else { continue }
        report(symbol, value, domain, beside, &findings)
      }
    }
  }

  private func report(
    _ symbol: String,
    _ value: Node,
    _ domain: String,
    _ beside: Node?,
    _ findings: inout Findings
  ) {
    let start = "“\(symbol)” is a code of \(domain)"
    guard let beside else {
      findings.report(
        "\(start), and no domain stands beside it, so it is compared as a text. Add “domain: \(domain)” in this mapping.",
        at: value.range
      )
      return
    }
    guard let name = beside.string, !name.contains("*"), !name.hasPrefix("$") else {
      findings.report(
        "\(start), and words are looked up only beside one plain domain, so it is compared as a text. "
          + "Write “domain: \(domain)” beside it.",
        at: value.range,
        related: [.init("the domain", at: beside.range)]
      )
      return
    }
    let isMeant = Suggestion.closest(to: name, among: [domain]) != nil
    findings.report(
      "\(start), not of “\(name)”, so it is compared as a text.\(isMeant ? " Did you mean that domain?" : " Write that domain, or { equals: \(symbol) }.")",
      at: beside.range,
      fix: isMeant && beside.style == .plain ? Patch(beside.range, domain) : nil
    )
  }
}
