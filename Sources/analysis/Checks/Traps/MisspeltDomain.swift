internal import RuleLanguage
internal import Engine
internal import Source

struct MisspeltDomain: Check {
  let page = CheckPage(
    "misspelt-domain",
    .traps,
    .warning,
    summary: "A domain is almost one of Apple's.",
    meaning: """
      Domains are compared as they are written, so NSURLErrorDomian matches no error, and the rule is silent. Only \
      names that begin with NS, a prefix that Apple reserves, are compared with Apple's domains.
      """,
    advice: "Correct the name. If the domain is really called so, suppress the finding.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: offline, when: { domain: NSURLErrorDomian, code: -1009 }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: offline, when: { domain: NSURLErrorDomain, code: -1009 }, then: cancel }

      """,
    autoFix: .init("corrects the name.", change: "Outcomes change: the rule now matches the domain's errors.")
  )

  private static let known = [
    "NSURLErrorDomain", "NSCocoaErrorDomain", "NSPOSIXErrorDomain", "NSOSStatusErrorDomain",
    "NSMachErrorDomain", "NSStreamSOCKSErrorDomain", "NSXMLParserErrorDomain", "NSNetServicesErrorDomain",
    "NSItemProviderErrorDomain",
  ]

  /// Domains of frameworks. A name in reverse notation is left alone: any company may have one that is alike.
  private static let frameworks = FrameworkCodes.all.filter { !$0.hasGeneralWords }.map { $0.domain }.filter {
    !$0.hasPrefix("NS") && !$0.contains(".")
  }

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    program.eachMatcher { mapping in
      for member in mapping.members where member.key == "domain" {
        for value in program.values(of: member.value["equals"] ?? member.value) {
          guard let name = value.string, program.codeTables[name] == nil, FrameworkCodes.of(name) == nil
          else {
            continue
          }
          if let meant = FrameworkCodes.domain(ofConstant: name) {
            findings.report(
              "“\(name)” is the name of a constant. Errors have its value: write “\(meant)”.",
              at: value.range, fix: value.style == .plain ? Patch(value.range, meant) : nil)
            continue
          }
          if let advice = Self.advice(forNoDomain: name, mapping, program) {
            findings.report("“\(name)” is the domain of no error. \(advice)", at: value.range)
            continue
          }
          guard let meant = Self.domain(meantBy: name), !Self.isSymbolBeside(mapping, program) else {
            continue
          }
          findings.report(
            "“\(name)” is not a known domain, so it probably matches nothing. Did you mean “\(meant)”?",
            at: value.range, fix: value.style == .plain ? Patch(value.range, meant) : nil)
        }
      }
    }
  }

  /// The advice for a type, or for a status, as a domain.
  private static func advice(forNoDomain name: String, _ mapping: MatcherMapping, _ program: RuleProgram)
    -> String?
  {
    if name == "NSError" { return "Write the domain that the NSError has, such as NSCocoaErrorDomain." }
    guard ["http", "https"].contains(name.lowercased()),
      let code = mapping.members.first(where: { $0.key == "code" })?.value
    else { return nil }
    let isStatus = program.values(of: code).contains { node in
      if case .integer(let number) = node.content { return (100...599).contains(number) }
      return node.string?.hasSuffix("xx") ?? false
    }
    return isStatus ? "Write { status: \(code.oneLine) }." : nil
  }

  private static func domain(meantBy name: String) -> String? {
    // Names that differ in case only are the business of letter-case.
    guard name.hasPrefix("NS") else {
      // The slip is behind the framework's letters: GSErrorDomain may well be somebody's own.
      return frameworks.first {
        name.hasPrefix($0.dropLast("ErrorDomain".count)) && Suggestion.isSlip(name, of: $0)
      }
    }
    guard !known.contains(where: { $0.lowercased() == name.lowercased() }) else { return nil }
    if let whole = known.first(where: { $0 == name + "Domain" }) { return whole }
    return known.first { Suggestion.isSlip(name, of: $0) }
  }

  /// The code beside it names the right domain; then that is reported.
  private static func isSymbolBeside(_ mapping: MatcherMapping, _ program: RuleProgram) -> Bool {
    let codes = mapping.members.first { $0.key == "code" }.map { program.values(of: $0.value) } ?? []
    return codes.compactMap { $0.string }.contains { symbol in
      program.codeTables.values.contains { $0.codes[symbol] != nil }
    }
  }
}
