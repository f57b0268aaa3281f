internal import RuleEngine

/// `unknown-perform`: something to perform that neither a plugin nor the configuration names.
struct UnknownPerform: Check {
  let page = CheckPage(
    "unknown-perform",
    .names,
    .note,
    summary: "Something to perform that nobody is known to do (an error with --require-plugins).",
    meaning: """
      What is performed is the app's own: errctl knows of it by the plugins that it was built with, and by the names that \
      the configuration lists. A name that is neither is one that nobody does, or a slip of the pen. Where no name is \
      known at all, nothing is said. With --require-plugins only plugins count, and one that is missing is an error.
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
    options: [CheckPage.Option("known", .texts([]), "what the app performs, beside what plugins do")]
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let known = rules.performs.union(rules.options.texts("known"))
    guard !known.isEmpty else { return }
    var said: Set<String> = []
    rules.program.eachAction { action in
      let place = action.kind.value.range
      guard action.kind.key == "perform", let name = action.kind.value.string, !known.contains(name),
        said.insert("\(place.file.name) \(place.bytes.lowerBound)").inserted
      else { return }
      let question = Suggestion.question(for: name, among: known.sorted())
      findings.report(
        "Nobody is known to perform “\(name)”.\(question.isEmpty ? " Add the plugin, or list the name." : question)",
        at: place
      )
    }
  }
}
