internal import Reasoning
internal import Engine
internal import Records
internal import RuleLanguage
internal import Source

struct EmptyAlert: Check {
  let page = CheckPage(
    "empty-alert",
    .actions,
    .warning,
    summary: "An alert has no text for the errors that a transform makes.",
    meaning: """
      A transform with a type or a domain makes a new error with only the members that the transform names. If it \
      names no message, {error.message} is an empty text from there on, and an alert with no other text is shown \
      empty.
      """,
    advice: "Name the text in the transform, or write a text or a default into the alert.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: named, when: { status: 503 }, then: { transform: { type: ServerBusy } } }
          otherwise: { do: [ { present: { title: "{error.message}" } } ], then: cancel }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - id: named
              when: { status: 503 }
              then: { transform: { type: ServerBusy, message: "{error.message}" } }
          otherwise: { do: [ { present: { title: "{error.message}" } } ], then: cancel }

      """
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    guard let reasoner = rules.reasoner else { return }
    var alerts: [WrittenAt: [EmptyText]] = [:]
    rules.program.eachAction { action in
      guard action.kind.key == "present", let clause = action.clause, let text = EmptyText(action) else {
        return
      }
      alerts[WrittenAt(clause.range), default: []].append(text)
    }
    guard !alerts.isEmpty else { return }
    for (index, responder) in rules.program.responders.enumerated() where responder.isEnabled {
      for (position, rule) in responder.enabledRules.enumerated() {
        guard case .transform(let made)? = rule.verdict, made.kind == .new else { continue }
        let missing = EmptyText.fields.filter { field in !made.members.contains { $0.key == field.name } }
        guard !missing.isEmpty else { continue }
        follow(made, missing, from: index, after: position, rules.program) { clause, condition, gone in
          for text in alerts[WrittenAt(clause.range)] ?? [] where text.fields.isSubset(of: missing) {
            let reached = Condition.all([condition, clause.condition, .not(.any(gone))])
            guard reasoner.satisfiable(reached).witness != nil else { continue }
            let names = missing.filter { text.fields.contains($0) }.map { "“\($0.name)”" }
            findings.report(
              "This alert is empty for the errors that “\(responder.id.text)/\(rule.name)” makes, which have no "
                + "\(names.joined(separator: " and ")). Name it in the transform, or write a text here.",
              at: text.place, related: [.init("the transform", at: rule.then?.value.range ?? rule.title)])
          }
        }
      }
    }
  }

  /// Calls `body` with every clause that may see the new error, with a condition for that error, and with
  /// those that certainly took it before.
  private func follow(
    _ made: Replacement, _ missing: [Field], from index: Int, after position: Int, _ program: RuleProgram,
    _ body: (RuleProgram.Clause, Condition, [Condition]) -> Void
  ) {
    let error = made.asCondition
    var gone: [Condition] = []
    var first = position + 1
    for visited in program.path(from: index) where program.responders[visited].isEnabled {
      let responder = program.responders[visited]
      var escalated: [Condition] = []
      for clause in responder.enabledRules.dropFirst(first) + [responder.otherwise].compactMap({ $0 }) {
        body(clause, error, gone + escalated)
        let taken = clause.condition
        if clause.endsForSure(responder) { gone.append(taken) }
        switch clause.verdict {
        case .transform, .unwrapPayload, .unwrapCause: gone.append(taken)
        case .escalate: escalated.append(taken)
        case .evaluation, .retry, .retryByPerson, .continue, .emit, .handled, .raise, nil: continue
        }
      }
      first = 0
    }
  }
}

/// Texts that consist of values of an error alone.
private struct EmptyText {
  static let fields: [Field] = [.message, .reason, .suggestion]

  let fields: Set<Field>
  let place: SourceRange

  init?(_ action: WrittenAction) {
    let texts = ["title", "message"].compactMap { action.kind.value[$0] }
    var fields: Set<Field> = []
    for text in texts {
      guard let string = text.string, let template = try? Template(string, allowing: []) else { return nil }
      for part in template.parts {
        switch part {
        case .text(let text) where text.allSatisfy({ $0.isWhitespace }): continue
        case .value(.field(let field), default: nil) where Self.fields.contains(field): fields.insert(field)
        case .text, .value: return nil
        }
      }
    }
    guard let first = texts.first, !fields.isEmpty else { return nil }
    self.fields = fields
    place = action.named ?? first.range
  }
}

extension Replacement {
  /// Satisfied by a recorded error like the new one; templates and lists are left open.
  fileprivate var asCondition: Condition {
    let nowhere = SourceRange(file: SourceFile(name: "", bytes: []), bytes: 0..<0)
    let source = Condition.Source(nowhere, expected: "")
    let named = members.compactMap { member -> Condition? in
      guard case .scalar(.string(let text)) = member.value,
        let field = Field.allCases.first(where: { $0.name == member.key })
      else { return nil }
      let comparison: Comparison =
        field == .type ? .typeName(text, exactly: false) : .text(TextTest(.equals, text))
      return .compare(.field(field), comparison, source)
    }
    let single: [Field] = [.type, .case, .domain, .code, .message, .reason, .suggestion, .status]
    let absent = single.filter { field in !members.contains { $0.key == field.name } }
    return .all(named + absent.map { .compare(.field($0), .exists(false), source) })
  }
}
