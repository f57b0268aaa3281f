internal import Records
internal import Reasoning
internal import Engine
internal import RuleLanguage
internal import Source

struct UnheardEvent: Check {
  let page = CheckPage(
    "unheard-event",
    .escalation,
    .warning,
    summary: "An event is handled neither by its responder nor by any above it.",
    meaning: """
      An event starts at the responder that emits it and escalates to its root. It never reaches event rules of \
      other branches or of responders below. An event rule that requires other values (with) does not match it, and \
      an event rule that continues or escalates does not handle it. The event has no effect and is reported as \
      unhandled.
      """,
    advice: "Add an event rule there or above, or correct the event's name.",
    fires: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: expired, when: { status: 401 }, then: { emit: SignInNeeded } }
          events:
            - { id: sign-in, when: { event: SignIn }, do: [ { perform: showLogin } ], then: handled }

      """,
    silent: """
      version: 1
      responders:
        - id: app
          rules:
            - { id: expired, when: { status: 401 }, then: { emit: SignInNeeded } }
          events:
            - { id: sign-in, when: { event: SignInNeeded }, do: [ { perform: showLogin } ], then: handled }

      """,
    autoFix: .init("corrects the misspelt event name.", change: "Outcomes change: the event is now handled.")
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    let alerts = program.namedAlerts
    var listening: [Int: Listeners] = [:]
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      for clause in responder.clauses where clause.isEnabled {
        // An event that an event rule emits is checked by itself.
        let place = clause.kind == .eventRule ? responder.events.firstIndex { $0.name == clause.name } : nil
        for emitted in emitted(clause, alerts) {
          var listeners: [RuleProgram.Clause] = []
          var isHeard = false
          for visited in program.path(from: index) where !isHeard && program.responders[visited].isEnabled {
            let own = listening[visited] ?? Listeners(program.responders[visited], program, handles)
            listening[visited] = own
            let first = visited == index ? place.map { $0 + 1 } ?? 0 : 0
            isHeard = own.of(emitted.name.text, from: first).contains { accepts($0, emitted, rules) }
            if !isHeard { listeners += own.all(from: first) }
          }
          if isHeard { continue }
          let named = listeners.filter { listener in
            plainNames(listener, program).contains { GlobPattern($0).matches(emitted.name.text) }
          }
          let names = listeners.flatMap { plainNames($0, program) }
          let question = Suggestion.question(for: emitted.name.text, among: names)
          let start =
            clause.kind == .eventRule
            ? "No later rule, here or above, handles"
            : "No responder from “\(responder.id.text)” upwards handles"
          let what = named.isEmpty ? "“\(emitted.name.text)”" : "“\(emitted.name.text)” with these values"
          findings.report(
            "\(start) \(what).\(named.isEmpty && !question.isEmpty ? question : " Add an event rule there or above.")",
            at: emitted.name.range,
            related: named.prefix(1).map { .init("an event rule that requires other values", at: $0.title) })
        }
      }
    }
  }

  /// The event rules of a responder that handle what they match, by the names of their events.
  private struct Listeners {
    private var places: [Int] = []
    private var clauses: [RuleProgram.Clause] = []
    private var byName: [String: [Int]] = [:]
    /// The event rules with wildcards, operators, or any event.
    private var others: [Int] = []

    init(_ responder: RuleProgram.Responder, _ program: RuleProgram, _ handles: (RuleProgram.Clause) -> Bool)
    {
      for (place, clause) in responder.events.enumerated() where clause.isEnabled && handles(clause) {
        let index = clauses.count
        places.append(place)
        clauses.append(clause)
        guard let event = clause.when?["event"], event.members == nil else {
          others.append(index)
          continue
        }
        let values = program.values(of: event)
        if values.contains(where: { $0.string.map { $0.contains("*") } ?? true }) {
          others.append(index)
        } else {
          for name in Set(values.compactMap { $0.string }) { byName[name, default: []].append(index) }
        }
      }
    }

    /// The event rules after a position that may match the event, in order.
    func of(_ event: String, from first: Int) -> [RuleProgram.Clause] {
      ((byName[event] ?? []) + others).filter { places[$0] >= first }.sorted().map { clauses[$0] }
    }

    func all(from first: Int) -> [RuleProgram.Clause] {
      zip(places, clauses).filter { $0.0 >= first }.map { $0.1 }
    }
  }

  private struct Emitted {
    let name: Named
    let values: EmittedValues?
  }

  /// Including events behind buttons of alerts.
  private func emitted(_ clause: RuleProgram.Clause, _ alerts: [String: Node.Member]) -> [Emitted] {
    var events: [Emitted] = []
    func look(_ then: Node?) {
      guard let then, let emit = then["emit"], let name = emit.string else { return }
      events.append(Emitted(name: Named(name, at: emit.range), values: EmittedValues(then["with"])))
    }
    if clause.kind == .eventRule, let event = clause.then?.value["transform"]?["event"],
      let name = event.string
    {
      events.append(Emitted(name: Named(name, at: event.range), values: nil))
    }
    look(clause.then?.value)
    for action in clause.actionNodes?.elements ?? [] {
      guard let present = action["present"] else { continue }
      guard let alert = present.string.map({ alerts[$0]?.value }) ?? present else { continue }
      for button in alert["buttons"]?.elements ?? [] { look(button["then"]) }
    }
    return events
  }

  private func accepts(_ listener: RuleProgram.Clause, _ emitted: Emitted, _ rules: CheckedRules) -> Bool {
    guard let reasoner = rules.reasoner else { return accepts(listener, emitted.name.text, rules.program) }
    var members: [(Subject, Comparison)] = [(.field(.event), .equal(.string(emitted.name.text)))]
    if let values = emitted.values {
      members += values.members(of: rules.program.comparisons(of: listener.condition).map { $0.subject })
    }
    return !reasoner.excludesEvents(listener.condition, where: members)
  }

  /// Also if it replaces its event by another one, which is checked by itself.
  private func handles(_ listener: RuleProgram.Clause) -> Bool {
    switch listener.verdict {
    case .continue, .escalate: false
    case .evaluation, .retry, .retryByPerson, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
      .raise, nil:
      true
    }
  }

  private func accepts(_ listener: RuleProgram.Clause, _ name: String, _ program: RuleProgram) -> Bool {
    guard let when = listener.when, let event = when["event"] else { return true }
    // An operator may match any name.
    guard event.members == nil else { return true }
    return program.values(of: event).contains { $0.string.map { GlobPattern($0).matches(name) } ?? true }
  }

  private func plainNames(_ listener: RuleProgram.Clause, _ program: RuleProgram) -> [String] {
    (listener.when?["event"]).map { program.values(of: $0).compactMap { $0.string } } ?? []
  }
}

private struct EmittedValues {
  /// Nil for the result of a template.
  private var values: [String: Comparison?] = [:]

  init(_ with: Node?) { add(with, below: "") }

  private mutating func add(_ node: Node?, below path: String) {
    for member in node?.members ?? [] {
      let path = path.isEmpty ? member.key : "\(path).\(member.key)"
      switch member.value.content {
      case .mapping: add(member.value, below: path)
      case .string(let text): values[path] = .some(text.contains("{") ? nil : .equal(.string(text)))
      case .bool(let flag): values[path] = .some(.equal(.bool(flag)))
      case .integer, .decimal: values[path] = .some(member.value.number.map { .equal(.number($0)) })
      case .null, .sequence: values[path] = .some(nil)
      }
    }
  }

  /// A subject without a value is absent from the event.
  func members(of subjects: [Subject]) -> [(Subject, Comparison)] {
    Set(subjects).compactMap { subject in
      guard case .with(let path) = subject else { return nil }
      if let value = values[path] { return value.map { (subject, $0) } }
      // A value below or above a known one is unknown.
      guard !values.keys.contains(where: { $0.hasPrefix("\(path).") || path.hasPrefix("\($0).") }) else {
        return nil
      }
      return (subject, .exists(false))
    }
  }
}
