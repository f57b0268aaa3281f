internal import Reasoning
internal import RuleEngine

/// `unanswered-raise`: an error that an event rule raises, and nobody above answers.
struct UnansweredRaise: Check {
  let page = CheckPage(
    "unanswered-raise",
    .escalation,
    .warning,
    summary: "An event rule raises an error that nobody above answers.",
    meaning: """
      What an event rule raises starts at the parent of its responder, with what raise names and nothing else of what it \
      is. No rule from there on up answers such an error, so it ends as the root's unhandled says, and nothing happens.
      """,
    advice: "Add a rule for it above, or correct what raise names.",
    fires: """
      version: 1
      responders:
        - id: app
          rules: [ { id: denied, when: { type: NotAllowed }, then: cancel } ]
        - id: settings
          parent: app
          origins: [ settings.* ]
          events: [ { id: delete, when: { event: DeleteTapped }, then: { raise: { type: NotPermitted } } } ]

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules: [ { id: denied, when: { type: NotPermitted }, then: cancel } ]
        - id: settings
          parent: app
          origins: [ settings.* ]
          events: [ { id: delete, when: { event: DeleteTapped }, then: { raise: { type: NotPermitted } } } ]

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    let program = rules.program
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      guard let parent = responder.parent, !asksForOrigins(program, from: parent) else { continue }
      for event in responder.events where event.isEnabled && event.home == nil {
        guard case .raise? = event.verdict, let raise = event.then?.value["raise"],
          let error = RaisedError.condition(raise, program)
        else { continue }
        let answer = reasoner.unanswered(startingAt: parent, satisfying: error)
        rules.note(
          answer,
          "whether what \(program.responders[index].id.text)/\(event.name) raises is answered",
          at: raise.range
        )
        guard answer.witness != nil else { continue }
        findings.report(
          "Nobody from “\(program.responders[parent].id.text)” on up answers what this raises. Add a rule for it there or above.",
          at: raise.range
        )
      }
    }
  }

  /// Whether rules above tell errors apart by where they were raised, which here is below.
  private func asksForOrigins(_ program: RuleProgram, from parent: Int) -> Bool {
    program.path(from: parent).contains { place in
      program.responders[place].askedRules.contains { rule in
        program.comparisons(of: rule.condition).contains { $0.subject == .field(.origin) }
      }
    }
  }
}

/// An error as `raise` names it.
enum RaisedError {
  /// What it satisfies, and that it has nothing else that rules ask for; nil where that can't be said.
  static func condition(_ raise: Node, _ program: RuleProgram) -> Condition? {
    guard let members = raise.members else { return nil }
    var parts: [Condition] = []
    for member in members {
      let source = Condition.Source(member.value.range, expected: member.value.text)
      switch (member.key, member.value.content) {
      case ("type", .string(let name)):
        parts.append(.compare(.field(.type), .typeName(name, exactly: true), source))
      case ("case", .string(let text)): parts.append(equal(.case, text, source))
      case ("domain", .string(let text)): parts.append(equal(.domain, text, source))
      case ("message", .string(let text)) where !text.contains("{"):
        parts.append(equal(.message, text, source))
      case ("code", .integer(let number)):
        parts.append(.compare(.field(.code), .code([NumberRange(.integer(number))]), source))
      case ("status", .integer(let number)):
        parts.append(.compare(.field(.status), .number([NumberRange(.integer(number))]), source))
      default: return nil
      }
    }
    let named = Set(members.map { $0.key })
    var absent: Set<Subject> = []
    program.eachComparison { comparing in
      guard !comparing.isNested else { return }
      switch comparing.subject {
      case .field(let field):
        // Whether it is fatal, and its category, are derived.
        guard field.isIdentity, !named.contains(field.name), field != .fatal, field != .category else {
          return
        }
        absent.insert(comparing.subject)
      case .problem, .problemExtension, .payload: absent.insert(comparing.subject)
      case .attribute, .with, .outcome: return
      }
    }
    let nowhere = Condition.Source(raise.range, expected: "")
    return .all(parts + absent.sorted { $0.name < $1.name }.map { .compare($0, .exists(false), nowhere) })
  }

  private static func equal(_ field: Field, _ text: String, _ source: Condition.Source) -> Condition {
    .compare(.field(field), .text(TextTest(.equals, text)), source)
  }
}
