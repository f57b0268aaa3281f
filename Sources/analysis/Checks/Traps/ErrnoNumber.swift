internal import Source
internal import RuleLanguage

struct ErrnoNumber: Check {
  let page = CheckPage(
    "errno-number",
    .traps,
    .warning,
    summary: "An errno number has another meaning on the other platform.",
    meaning: """
      Darwin and Linux number most errno values differently: 35 is EAGAIN on Darwin and EDEADLK on Linux, 61 is \
      ECONNREFUSED and ENODATA. A rule with the number matches another error as soon as the rules run on a server.
      """,
    advice: "Write the symbol, which follows the platform of each record.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: refused, when: { domain: NSPOSIXErrorDomain, code: 61 }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: refused, when: { domain: NSPOSIXErrorDomain, code: ECONNREFUSED }, then: cancel }

      """
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let codes = CodeTable.posix.codes.sorted { $0.key < $1.key }
    func names(_ number: Int64, _ platform: KeyPath<(darwin: Int64?, linux: Int64?), Int64?>) -> [String] {
      codes.compactMap { symbol, code in
        guard case .errno(let darwin, let linux) = code else { return nil }
        return (darwin: darwin, linux: linux)[keyPath: platform] == number ? symbol : nil
      }
    }
    rules.program.eachMatcher { mapping in
      guard let code = mapping.members.first(where: { $0.key == "code" }), mapping["platform"] == nil,
        let domain = mapping["domain"],
        rules.program.values(of: domain).contains(where: { $0.string == "NSPOSIXErrorDomain" })
      else { return }
      for value in rules.program.values(of: code.value) {
        guard case .integer(let number) = value.content else { continue }
        let darwin = names(number, \.darwin)
        let linux = names(number, \.linux)
        guard Set(darwin).isDisjoint(with: linux), let first = darwin.first ?? linux.first else { continue }
        let other = darwin.isEmpty ? "nothing" : linux.first ?? "nothing"
        findings.report(
          "\(number) is \(darwin.first ?? "nothing") on Darwin and \(darwin.isEmpty ? first : other) on Linux. Write the symbol that you mean.",
          at: value.range)
      }
    }
  }
}
