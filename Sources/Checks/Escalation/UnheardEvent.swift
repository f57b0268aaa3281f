internal import Reasoning
internal import RuleEngine

/// `unheard-event`: an event that no event rule from there on up asks for.
struct UnheardEvent: Check {
  let page = CheckPage(
    "unheard-event",
    .escalation,
    .warning,
    summary: "An event is emitted that nobody from there on up handles.",
    meaning: """
      An event starts at the responder that emits it and climbs to its root. Event rules of other branches, and of \
      responders below, never see it, those that ask for other values (with) don't match it, and those that say continue \
      or escalate don't handle it; it is reported as unhandled, and nothing happens.
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
    mending: .init("writes the event that a slip hid.", change: "Outcomes change: the event is handled now.")
  )

  func run(on rules: CheckedRules, into findings: inout Findings) {
    let program = rules.program
    for (index, responder) in program.responders.enumerated() where responder.isEnabled {
      let above = program.path(from: index).dropFirst().filter { program.responders[$0].isEnabled }
        .flatMap { program.responders[$0].events }
      for station in responder.stations where station.isEnabled {
        // What an event rule makes of an event goes on with the next one.
        let place = station.kind == .eventRule ? responder.events.firstIndex { $0.name == station.name } : nil
        let listeners = (responder.events.dropFirst(place.map { $0 + 1 } ?? 0) + above).filter {
          $0.isEnabled && handles($0)
        }
        for emitted in emitted(station, program)
        where !listeners.contains(where: { asks($0, for: emitted, rules) }) {
          let named = listeners.filter { listener in
            plainNames(listener, program).contains { GlobPattern($0).matches(emitted.name.text) }
          }
          let names = listeners.flatMap { plainNames($0, program) }
          let question = Suggestion.question(for: emitted.name.text, among: names)
          let start =
            station.kind == .eventRule
            ? "Nobody after this rule, here or above, handles"
            : "Nobody from “\(responder.id.text)” on up handles"
          let what = named.isEmpty ? "“\(emitted.name.text)”" : "“\(emitted.name.text)” with these values"
          findings.report(
            "\(start) \(what).\(named.isEmpty && !question.isEmpty ? question : " Add an event rule there or above.")",
            at: emitted.name.range,
            related: named.prefix(1).map { .init("one that wants other values", at: $0.title) }
          )
        }
      }
    }
  }

  /// An event as a rule emits it.
  private struct Emitted {
    let name: Named
    /// What is said of its values: nil where nothing is known.
    let values: EmittedValues?
  }

  /// The events that a station may emit, behind its alerts' buttons too, or make of another one.
  private func emitted(_ station: RuleProgram.Station, _ program: RuleProgram) -> [Emitted] {
    var events: [Emitted] = []
    func look(_ then: Node?) {
      guard let then, let emit = then["emit"], let name = emit.string else { return }
      events.append(Emitted(name: Named(name, at: emit.range), values: EmittedValues(then["with"])))
    }
    if station.kind == .eventRule, let event = station.then?.value["transform"]?["event"],
      let name = event.string
    {
      events.append(Emitted(name: Named(name, at: event.range), values: nil))
    }
    look(station.then?.value)
    for action in station.actionNodes?.elements ?? [] {
      guard let alert = action["present"].flatMap({ program.alert($0) }) else { continue }
      for button in alert["buttons"]?.elements ?? [] { look(button["then"]) }
    }
    return events
  }

  /// Whether an event rule may match an event as it is emitted.
  private func asks(_ listener: RuleProgram.Station, for emitted: Emitted, _ rules: CheckedRules) -> Bool {
    guard let reasoner = rules.reasoner else { return asks(listener, for: emitted.name.text, rules.program) }
    var members: [(Subject, Comparison)] = [(.field(.event), .equal(.string(emitted.name.text)))]
    if let values = emitted.values {
      members += values.members(
        askedFor: rules.program.comparisons(of: listener.condition).map { $0.subject }
      )
    }
    return !reasoner.excludesEvents(listener.condition, where: members)
  }

  /// Whether an event rule handles what it asks for, as event or as another one; that one is looked at for itself.
  private func handles(_ listener: RuleProgram.Station) -> Bool {
    switch listener.verdict {
    case .continue, .escalate: false
    case .evaluation, .retry, .retryByPerson, .transform, .unwrapPayload, .unwrapCause, .emit, .handled,
      .raise, nil:
      true
    }
  }

  /// Whether it asks for the event's name, whatever else it asks for.
  private func asks(_ listener: RuleProgram.Station, for name: String, _ program: RuleProgram) -> Bool {
    guard let when = listener.when, let asked = when["event"] else { return true }
    // Operators may ask for anything.
    guard asked.members == nil else { return true }
    return program.values(of: asked).contains { $0.string.map { GlobPattern($0).matches(name) } ?? true }
  }

  private func plainNames(_ listener: RuleProgram.Station, _ program: RuleProgram) -> [String] {
    (listener.when?["event"]).map { program.values(of: $0).compactMap { $0.string } } ?? []
  }
}

/// What `emit` says of an event's values.
private struct EmittedValues {
  /// By dotted path: what the value is; nil where a template makes it.
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

  /// What is known of the values that somebody asks for; one that is not named is not there.
  func members(askedFor subjects: [Subject]) -> [(Subject, Comparison)] {
    Set(subjects).compactMap { subject in
      guard case .with(let path) = subject else { return nil }
      if let value = values[path] { return value.map { (subject, $0) } }
      // What stands above or below a value is not known of it.
      guard !values.keys.contains(where: { $0.hasPrefix("\(path).") || path.hasPrefix("\($0).") }) else {
        return nil
      }
      return (subject, .exists(false))
    }
  }
}
