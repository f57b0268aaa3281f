internal import RuleEngine

/// `technical-text`: an alert shows people what is for developers, or the text of any error at all.
struct TechnicalText: Check {
  let page = CheckPage(
    "technical-text",
    .actions,
    .note,
    summary: "An alert shows the text of any error, or what only developers read.",
    meaning: """
      A rule that asks for nothing answers errors that nobody thought of, and their message may be “The operation \
      couldn't be completed. (SQLite error 19.)”, a path, or another person's name. Types, domains, codes and \
      attributes are never for people.
      """,
    advice: """
      Say in your own words that something went wrong, and log the rest; or ask for the types whose texts are meant for \
      people. A default will not do: {error.message ?? "…"} stands for a missing text only.
      """,
    fires: """
      version: 1
      responders:
        - id: app
          otherwise: { do: [ { present: { title: Sorry, message: "{error.message}" } } ], then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: cart
              when: { type: CartError }
              do: [ { present: { title: Sorry, message: "{error.message}" } } ]
              then: cancel
          otherwise: { do: [ { present: { title: Sorry, message: Please try again later. } } ], then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachText { text in
      guard text.kind == "present" else { return }
      for (subject, _) in text.node.filled {
        switch subject {
        case .field(.type), .field(.case), .field(.domain), .field(.code), .field(.is), .field(.underlying),
          .field(.payload):
          findings.report(
            "“\(subject.name)” is for developers, and an alert is for people. Log it, and say what happened in words.",
            at: text.place.range,
            related: text.place.related
          )
        case .field(.message), .field(.reason):
          guard let station = text.action.station else { continue }
          if station.kind == .rule, !asksNothing(station), !knowsItsErrors(station, rules.program) {
            findings.report(
              "What this rule asks for says nothing of who wrote “\(subject.name)”: it may be for developers. Ask for a type, case or category, or say in your own words what happened.",
              at: text.place.range,
              level: .note,
              related: text.place.related
            )
            continue
          }
          guard station.kind == .otherwise || asksNothing(station) else { continue }
          findings.report(
            "Any error gets here, and its “\(subject.name)” may be for developers. Say in your own words that something went wrong, and log the rest.",
            at: text.place.range,
            related: text.place.related
          )
        case .field, .problem, .problemExtension, .attribute, .payload, .with, .outcome:
          continue
        }
      }
    }
  }

  /// Whether a rule asks for errors that somebody knows: by their type, case, domain, category or problem type.
  private func knowsItsErrors(_ station: RuleProgram.Station, _ program: RuleProgram) -> Bool {
    if case .custom = station.condition { return true }
    return station.when?.members?.contains { $0.key == "category" || $0.key == "custom" } ?? false
      || program.comparisons(of: station.condition).contains { comparing in
        // What an error is not says nothing of who wrote its texts.
        !comparing.isNegated && !comparing.isNested
          && [
            .field(.type), .field(.case), .field(.is), .field(.domain), .field(.category), .problem(.type),
            .field(.code),
            .field(.message), .field(.reason),
          ].contains(comparing.subject)
      }
  }

  private func asksNothing(_ station: RuleProgram.Station) -> Bool {
    guard station.kind == .rule else { return false }
    if case .always = station.condition { return true }
    return false
  }
}
