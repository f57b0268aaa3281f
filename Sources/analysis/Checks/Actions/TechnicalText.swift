internal import RuleLanguage
internal import Source
internal import Records
internal import Engine

struct TechnicalText: Check {
  let page = CheckPage(
    "technical-text",
    .actions,
    .note,
    summary: "An alert shows technical details, or the message of an arbitrary error.",
    meaning: """
      A rule without conditions matches errors that nobody expected. Their message may be “The operation couldn't be \
      completed. (SQLite error 19.)”, a path, or another person's name. Types, domains, codes and attributes are \
      for developers only.
      """,
    advice: """
      Describe the problem in your own words and log the details, or narrow the rule to types whose messages are \
      written for people. A default such as {error.message ?? "…"} does not help: it applies only if the message is missing.
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

  var needsSoundRules: Bool { false }

  func run(on rules: CheckedRules, into findings: inout Findings) {
    rules.program.eachText { text in
      guard text.kind == "present" else { return }
      for (subject, _) in text.node.filled {
        switch subject {
        case .field(.type), .field(.case), .field(.domain), .field(.code), .field(.is), .field(.underlying),
          .field(.payload):
          findings.report(
            "“\(subject.name)” is for developers, but an alert is for people. Log it, and describe the problem in words.",
            at: text.place.range, related: text.place.related)
        case .field(.message), .field(.reason):
          guard let clause = text.action.clause else { continue }
          if clause.kind == .rule, !matchesEverything(clause), !knowsItsErrors(clause, rules.program) {
            findings.report(
              "The conditions of this rule don't say where “\(subject.name)” comes from: it may be for developers. Match a type, case or category, or describe the problem in your own words.",
              at: text.place.range, level: .note, related: text.place.related)
            continue
          }
          guard clause.kind == .otherwise || matchesEverything(clause) else { continue }
          findings.report(
            "This applies to any error, whose “\(subject.name)” may be for developers. Describe the problem in your own words, and log the details.",
            at: text.place.range, related: text.place.related)
        case .field, .problem, .problemExtension, .attribute, .payload, .with, .outcome, .elapsed:
          continue
        }
      }
    }
  }

  /// Whether the clause names its errors by type, case, domain, category or problem type.
  private func knowsItsErrors(_ clause: RuleProgram.Clause, _ program: RuleProgram) -> Bool {
    if case .custom = clause.condition { return true }
    return clause.when?.members?.contains { $0.key == "category" || $0.key == "custom" } ?? false
      || program.comparisons(of: clause.condition).contains { comparing in
        // A negated condition does not show where an error's texts come from.
        !comparing.isNegated && !comparing.isNested
          && [
            .field(.type), .field(.case), .field(.is), .field(.domain), .field(.category), .problem(.type),
            .field(.code),
            .field(.message), .field(.reason),
          ].contains(comparing.subject)
      }
  }

  private func matchesEverything(_ clause: RuleProgram.Clause) -> Bool {
    guard clause.kind == .rule else { return false }
    if case .always = clause.condition { return true }
    return false
  }
}
