internal import Source

struct UnknownPerform: Check {
  let page = CheckPage(
    "unknown-perform",
    .names,
    .note,
    summary: "An action to perform is unknown (an error with --require-plugins).",
    meaning: """
      Actions under perform belong to the app. errctl knows them from the plugins it was built with and from the \
      list in the configuration. Any other name is a typo, or an action that nobody performs. If no name is known at \
      all, only names with parentheses are reported: showSignIn(reason) is one name, and its values belong under with. With --require-plugins only plugins count, and a missing one is an error.
      """,
    advice: "Correct the name, add the plugin, or list the name.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: expired, when: { status: 401 }, do: [ { perform: showLogIn } ], then: abort } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: expired, when: { status: 401 }, do: [ { perform: showLogin } ], then: abort } ]

      """,
    configuration: """
      version: 1
      options: { unknown-perform: { known: [ showLogin, track ] } }

      """,
    options: [
      CheckPage.Option(
        "known", .texts([]), "the actions that the app performs, in addition to those of plugins")
    ]
  )

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let known = rules.performs.union(rules.options.texts("known"))
    rules.program.eachAction { action in
      guard action.kind.key == "perform", let name = action.kind.value.string, name.hasSuffix(")"),
        case let bare = name.prefix(while: { $0 != "(" }), !bare.isEmpty, !known.contains(name)
      else { return }
      findings.report(
        "The whole of “\(name)” is taken for the action's name. Write { perform: \(bare), with: { … } } for its values.",
        at: action.kind.value.range)
    }
    guard !known.isEmpty else { return }
    var reported: Set<String> = []
    rules.program.eachAction { action in
      let place = action.kind.value.range
      guard action.kind.key == "perform", let name = action.kind.value.string, !known.contains(name),
        !name.hasSuffix(")"), reported.insert("\(place.file.name) \(place.bytes.lowerBound)").inserted
      else { return }
      let question = Suggestion.question(for: name, among: known.sorted())
      findings.report(
        "The action “\(name)” is unknown.\(question.isEmpty ? " Add the plugin, or list the name." : question)",
        at: place)
    }
  }
}
