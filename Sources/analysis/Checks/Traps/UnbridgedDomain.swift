internal import Source

struct UnbridgedDomain: Check {
  let page = CheckPage(
    "unbridged-domain",
    .traps,
    .warning,
    summary: "A domain has the form that Swift errors have before they are bridged.",
    meaning: """
      On Linux the error CocoaError(.fileNoSuchFile) itself has the domain FoundationEssentials.CocoaError and the \
      code 1. As an NSError it has NSCocoaErrorDomain and 4, and the record has these, on every platform.
      """,
    advice: "Write the bridged domain: NSCocoaErrorDomain, NSPOSIXErrorDomain, NSURLErrorDomain.",
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
    autoFix: .init(
      "writes the bridged domain if there is no code beside it, which would change too.",
      change: "Outcomes change: the rule now matches recorded errors.")
  )

  /// The domain of the errors of a type of that name; nil for any other.
  static func domain(meantBy type: String) -> String? { bridged[type] }

  private static let bridged = [
    "CocoaError": "NSCocoaErrorDomain", "POSIXError": "NSPOSIXErrorDomain", "URLError": "NSURLErrorDomain",
    "NWError": "Network.NWError",
  ]

  var needsSoundRules: Bool { false }

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
            "Recorded errors have the bridged domain. Write \(domain).", at: value.range,
            fix: value.style == .plain && mapping["code"] == nil ? Patch(value.range, domain) : nil)
        }
      }
    }
  }
}
