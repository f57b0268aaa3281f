internal import Engine
internal import RuleLanguage
internal import Source

struct ForeignSymbol: Check {
  let page = CheckPage(
    "foreign-symbol",
    .traps,
    .warning,
    summary: "The symbol of a code is not beside its domain.",
    meaning: """
      A word under code is looked up in the table of the domain written in the same mapping. If that domain is \
      misspelt, missing or another one, the word is plain text: NSURLErrorTimedOut is compared with codes, which are \
      numbers, and matches none.
      """,
    advice: "Write the symbol's domain in the same mapping.",
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
    autoFix: .init("corrects the misspelt domain.", change: "Outcomes change: the rule now matches the code.")
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    lazy var owners = Self.owners(program)
    program.eachMatcher { mapping in
      guard let code = mapping.members.first(where: { $0.key == "code" }), code.value.members == nil else {
        return
      }
      // Beside such a type, the words are names of its codes.
      guard BridgedStruct.meant(by: mapping.members, values: { program.values(of: $0) }) == nil else {
        return
      }
      let beside = mapping.members.first { $0.key == "domain" }?.value
      // Errors of other languages have such codes, too: ENOENT beside the type Error is one of Node's.
      if beside == nil, Self.isForeign(mapping["type"], program) { return }
      for value in program.values(of: code.value) {
        guard let symbol = value.string, symbol.count > 2, symbol != symbol.lowercased(),
          let domains = owners[symbol], let domain = domains.min()
        else { continue }
        if let name = beside?.string, program.codeTables[name] != nil || domains.contains(name) { continue }
        // The type instead of its domain is said by unbridged-domain.
        if let meant = beside?.string.flatMap({ UnbridgedDomain.domain(meantBy: $0) }),
          domains.contains(meant)
        {
          continue
        }
        report(symbol, value, domain, beside, &findings)
      }
    }
  }

  /// Whether the types are none of Apple's, whose codes are those of a domain.
  private static func isForeign(_ type: Node?, _ program: RuleProgram) -> Bool {
    guard let type else { return false }
    let names = program.values(of: type["exactly"] ?? type["equals"] ?? type).compactMap { $0.string }
    return !names.isEmpty
      && names.allSatisfy {
        $0 != "NSError" && !$0.contains("*") && BridgedStruct.named($0) == nil
          && BridgedStruct.member($0) == nil
      }
  }

  /// The domains of each symbol.
  private static func owners(_ program: RuleProgram) -> [String: [String]] {
    var owners: [String: [String]] = [:]
    let frameworks = FrameworkCodes.all.filter { !$0.hasGeneralWords }.map { $0.table }
    for table in program.codeTables.values + frameworks {
      for symbol in table.codes.keys { owners[symbol, default: []].append(table.domain) }
    }
    return owners
  }

  private func report(
    _ symbol: String, _ value: Node, _ domain: String, _ beside: Node?, _ findings: inout Findings
  ) {
    let start = "“\(symbol)” is a code of \(domain)"
    guard let beside else {
      findings.report(
        "\(start), but there is no domain beside it, so it is compared as text. Add “domain: \(domain)” in this mapping.",
        at: value.range)
      return
    }
    guard let name = beside.string, !name.contains("*"), !name.hasPrefix("$") else {
      findings.report(
        "\(start), but symbols are looked up only beside a single plain domain, so it is compared as text. "
          + "Write “domain: \(domain)” beside it.", at: value.range,
        related: [.init("the domain", at: beside.range)])
      return
    }
    let isMeant = Suggestion.closest(to: name, among: [domain]) != nil
    findings.report(
      "\(start), not of “\(name)”, so it is compared as text.\(isMeant ? " Did you mean that domain?" : " Write that domain, or { equals: \(symbol) }.")",
      at: beside.range, fix: isMeant && beside.style == .plain ? Patch(beside.range, domain) : nil)
  }
}
