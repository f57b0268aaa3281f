internal import Engine
internal import Source

struct MisleadingButton: Check {
  let page = CheckPage(
    "misleading-button",
    .actions,
    .warning,
    summary: "A button's verdict does not do what its title promises.",
    meaning: """
      A person who presses “Try again” expects the operation to be tried again. If the button has no verdict, the \
      rule's own then decides, whichever button is chosen. A button with actions of its own is not checked, since \
      these may keep the promise.
      """,
    advice: "Give the button the verdict that its title promises, or another title.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - id: busy
              do: [ { present: { title: Sorry, buttons: [ Try again, Cancel ] } } ]
              then: cancel

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: busy
              do:
                - present:
                    title: Sorry
                    buttons: [ { title: Try again, then: retry }, { title: Cancel, then: cancel } ]

      """,
    options: [
      CheckPage.Option(
        "retrying", .texts(["try again", "retry"]), "titles that promise a retry; case does not matter"),
      CheckPage.Option(
        "cancelling", .texts(["cancel"]), "titles that promise the end of all tries; case does not matter"),
    ]
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let retrying = Set(rules.options.texts("retrying").map { $0.lowercased() })
    let cancelling = Set(rules.options.texts("cancelling").map { $0.lowercased() })
    rules.program.eachAction { action in
      guard action.kind.key == "present", let clause = action.clause,
        clause.kind == .rule || clause.kind == .otherwise
      else { return }
      for button in action.kind.value["buttons"]?.elements ?? [] {
        guard let title = (button["title"] ?? button).string, button["do"] == nil else { continue }
        let own = button["then"]
        guard let word = Self.word(of: own ?? clause.then?.value) else { continue }
        let name = title.lowercased().filter { !".!…".contains($0) }
        let isBroken = word == "retry" ? cancelling.contains(name) : retrying.contains(name)
        guard isBroken else { continue }
        let ways = word == "retry" ? "the operation is tried again" : "nothing is tried again"
        let meant = "{ title: \(title), then: \(word == "retry" ? "cancel" : "retry") }"
        let advice =
          own == nil
          ? "Give each button its own verdict, such as \(meant), in place of the rule's “then”"
          : "Write \(meant)"
        findings.report(
          "After “\(title)” \(ways): \(own == nil ? "the rule's" : "its") verdict is “\(word)”. \(advice), or another title.",
          at: action.named ?? (button["title"] ?? button).range,
          related: action.named == nil ? [] : [.init("the button", at: (button["title"] ?? button).range)])
      }
    }
  }

  /// Nil if the evaluation is not certain.
  private static func word(of verdict: Node?) -> String? {
    if verdict?["retry"] != nil { return "retry" }
    return verdict?.string.flatMap { ["proceed", "retry", "cancel", "abort"].contains($0) ? $0 : nil }
  }
}
