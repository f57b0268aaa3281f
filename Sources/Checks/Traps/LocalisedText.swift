internal import RuleEngine

/// `localised-text`: a rule tells errors apart by texts for people.
struct LocalisedText: Check {
  let page = CheckPage(
    "localised-text",
    .traps,
    .warning,
    summary: "Errors are told apart by a text that is for people.",
    meaning: """
      message, reason and suggestion are what people see: they change with the language of the device, with the \
      platform (on Linux, Foundation says “The operation could not be completed.” for most errors), with the version \
      of a library, and whenever somebody finds better words. A rule that asks for them works on the machine it was \
      written on. Beside a type, a domain or a status it matters less, and is a note.
      """,
    advice: "Ask for what the error is: its type, case, domain and code, status or problem type.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { message: { contains: timed out } }, then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: slow, when: { domain: NSURLErrorDomain, code: NSURLErrorTimedOut }, then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachMatcher { mapping in
      for member in mapping.members {
        var asked = [member]
        if member.key == "problem" {
          asked = (member.value.members ?? []).filter { ["title", "detail"].contains($0.key) }
        }
        if member.key == "attributes" {
          asked = (member.value.members ?? []).filter { Self.isLocalised($0.key) }
        }
        guard
          ["problem", "attributes"].contains(member.key)
            || ["message", "reason", "suggestion"].contains(member.key)
        else {
          continue
        }
        for text in asked where !isPresence(text.value) {
          let isBeside =
            member.key == "problem" || member.key == "attributes"
            || mapping.asks(
              anyOf: "type",
              "case",
              "domain",
              "code",
              "status",
              "problem",
              "category",
              "matcher"
            )
          let isInside = ["problem", "attributes"].contains(member.key)
          let name = isInside ? "\(member.key).\(text.key)" : text.key
          findings.report(
            "“\(name)” is a text for people, which changes with language, platform and version. "
              + "Ask for the error's type, domain and code, or status.",
            at: text.keyRange,
            level: isBeside ? .note : nil
          )
        }
      }
    }
  }

  /// Whether an attribute has one of Foundation's texts for people, as `userInfo` calls them.
  private static func isLocalised(_ name: String) -> Bool {
    let last = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return last.hasPrefix("nslocalized") || last.hasPrefix("localized") || last.hasPrefix("localised")
  }

  private func isPresence(_ node: Node) -> Bool {
    node.members?.allSatisfy { $0.key == "exists" } ?? false
  }
}
