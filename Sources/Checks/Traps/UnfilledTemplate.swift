internal import RuleEngine

/// `unfilled-template`: a template where nothing is filled in, so that its braces stay.
struct UnfilledTemplate: Check {
  let page = CheckPage(
    "unfilled-template",
    .traps,
    .warning,
    summary: "A template stands where nothing is filled in.",
    meaning: """
      Templates are filled in titles and messages of alerts, under log, set and with, and in the message, reason and \
      suggestion of a transform. Elsewhere a text is a name or is compared: a button's title, by which its answer is \
      given, is shown with its braces; a perform, an event or a key of set is called so; a condition compares the braces.
      """,
    advice:
      "Write the text as it is meant. What differs from error to error stands in an alert's message, or under with.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do:
                - present:
                    title: That did not work
                    buttons: [ { title: "Retry {error.operation}", then: retry }, { title: OK, then: cancel } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: ask
              do:
                - present:
                    title: "{error.operation} did not work"
                    buttons: [ { title: Retry, then: retry }, { title: OK, then: cancel } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachAction { action in
      switch action.kind.key {
      case "present":
        for button in action.kind.value["buttons"]?.elements ?? [] {
          let way = "A button's title is its name, by which it is answered, so it is shown with its braces."
          check(button["title"] ?? button, way, action.named, &findings)
          check(button["then"]?["emit"], "An event is called as it is written.", action.named, &findings)
        }
      case "perform":
        check(action.kind.value, "What is performed is called as it is written.", action.named, &findings)
      case "set":
        for member in action.kind.value.members ?? [] where Self.isTemplate(member.key) {
          report("A key is called as it is written.", at: member.keyRange, action.named, &findings)
        }
      default: return
      }
    }
    for (_, station) in rules.program.allStations {
      check(station.then?.value["emit"], "An event is called as it is written.", nil, &findings)
    }
    rules.program.eachMatcher { mapping in
      for member in mapping.members {
        let values =
          member.key == "attributes" ? (member.value.members ?? []).map { $0.value } : [member.value]
        for node in values.flatMap({ rules.program.values(of: $0) }) {
          check(node, "A condition compares the braces too.", nil, &findings)
        }
      }
    }
  }

  private func check(_ node: Node?, _ reason: String, _ named: SourceRange?, _ findings: inout Findings) {
    guard let node, let text = node.string, Self.isTemplate(text) else { return }
    report(reason, at: node.range, named, &findings)
  }

  /// A finding about an alert that is named stands where it is named, to be suppressed there.
  private func report(
    _ reason: String,
    at place: SourceRange,
    _ named: SourceRange?,
    _ findings: inout Findings
  ) {
    findings.report(
      "Nothing is filled in here. \(reason) Write the text as it is meant.",
      at: named ?? place,
      related: named == nil ? [] : [.init("the template", at: place)]
    )
  }

  private static func isTemplate(_ text: String) -> Bool {
    guard text.contains("{"), let template = try? Template(text, allowing: [.outcome, .with]) else {
      return false
    }
    return template.parts.contains { if case .value = $0 { true } else { false } }
  }
}
