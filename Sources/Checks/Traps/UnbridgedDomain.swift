internal import RuleEngine

/// `unbridged-domain`: a domain that an error has only where it is not bridged.
struct UnbridgedDomain: Check {
  let page = CheckPage(
    "unbridged-domain",
    .traps,
    .warning,
    summary: "A domain as Swift's own errors have it before they are bridged.",
    meaning: """
      On Linux the error CocoaError(.fileNoSuchFile) says of itself that its domain is FoundationEssentials.CocoaError \
      and its code 1; as an NSError it is NSCocoaErrorDomain 4, and that is what recorders write, on every platform.
      """,
    advice: "Write the domain of the bridge: NSCocoaErrorDomain, NSPOSIXErrorDomain, NSURLErrorDomain.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: files, when: { domain: FoundationEssentials.CocoaError }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: files, when: { domain: NSCocoaErrorDomain }, then: cancel }

      """,
    mending: .init(
      "writes the domain of the bridge where no code stands beside it, which would be another one too.",
      change: "Outcomes change: the rule matches recorded errors now."
    )
  )

  private static let bridged = [
    "CocoaError": "NSCocoaErrorDomain", "POSIXError": "NSPOSIXErrorDomain", "URLError": "NSURLErrorDomain",
  ]

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      for member in mapping.members where member.key == "domain" {
        for value in rules.program.values(of: member.value) {
          guard let name = value.string, let last = name.split(separator: ".").last,
            let domain = Self.bridged[String(last)]
          else { continue }
          let first = name.split(separator: ".").dropLast().joined(separator: ".")
          guard ["", "Foundation", "FoundationEssentials", "FoundationNetworking"].contains(first) else {
            continue
          }
          findings.report(
            "Recorded errors have the domain of the bridge. Write \(domain).",
            at: value.range,
            fix: value.style == .plain && mapping["code"] == nil ? Patch(value.range, domain) : nil
          )
        }
      }
    }
  }
}
