internal import Engine
internal import RuleLanguage
internal import Source

struct UnfilledTemplate: Check {
  let page = CheckPage(
    "unfilled-template",
    .traps,
    .warning,
    summary: "A template is in a place where values are not inserted.",
    meaning: """
      Values are inserted into titles and messages of alerts, under log, set and with, and into the message, reason and \
      suggestion of a transform. Elsewhere a text is a name or is compared: the title of a button identifies it and is \
      shown with its braces, the name of an action, an event or a key of set is used as written, and a condition compares the braces.
      """,
    advice:
      "Write the text without a template. Put values that differ between errors into an alert's message, or under with.",
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachAction { action in
      switch action.kind.key {
      case "present":
        for button in action.kind.value["buttons"]?.elements ?? [] {
          let way = "The title of a button identifies it, so it is shown with its braces."
          check(button["title"] ?? button, way, action.named, &findings)
          check(button["then"]?["emit"], "The name of an event is used as written.", action.named, &findings)
        }
      case "perform":
        check(action.kind.value, "The name of an action is used as written.", action.named, &findings)
      case "set":
        for member in action.kind.value.members ?? [] where Self.isTemplate(member.key) {
          report("A key is used as written.", at: member.keyRange, action.named, &findings)
        }
      default: return
      }
    }
    for (_, clause) in rules.program.allClauses {
      check(clause.then?.value["emit"], "The name of an event is used as written.", nil, &findings)
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

  /// Reports a named alert at the use of the name, where it can be suppressed.
  private func report(
    _ reason: String, at place: SourceRange, _ named: SourceRange?, _ findings: inout Findings
  ) {
    findings.report(
      "Values are not inserted here. \(reason) Write the text without a template.", at: named ?? place,
      related: named == nil ? [] : [.init("the template", at: place)])
  }

  private static func isTemplate(_ text: String) -> Bool {
    guard text.contains("{"), let template = try? Template(text, allowing: [.outcome, .with]) else {
      return false
    }
    return template.parts.contains { if case .value = $0 { true } else { false } }
  }
}
