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
      responders below, never see it, and those that say continue or escalate don't handle it; it is reported as \
      unhandled, and nothing happens.
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
          $0.isEnabled
        }
        for emit in emitted(station, program)
        where !listeners.contains(where: { handles($0) && asks($0, for: emit.text, program) }) {
          let names = listeners.filter { handles($0) }.flatMap { plainNames($0, program) }
          let question = Suggestion.question(for: emit.text, among: names)
          let start =
            station.kind == .eventRule
            ? "Nobody after this rule, here or above, handles"
            : "Nobody from “\(responder.id.text)” on up handles"
          findings.report(
            "\(start) “\(emit.text)”.\(question.isEmpty ? " Add an event rule there or above." : question)",
            at: emit.range
          )
        }
      }
    }
  }

  /// The events that a station may emit, behind its alerts' buttons too, or make of another one.
  private func emitted(_ station: RuleProgram.Station, _ program: RuleProgram) -> [Named] {
    var names: [Named] = []
    func look(_ then: Node?) {
      if let emit = then?["emit"], let name = emit.string { names.append(Named(name, at: emit.range)) }
    }
    if station.kind == .eventRule, let event = station.then?.value["transform"]?["event"],
      let name = event.string
    {
      names.append(Named(name, at: event.range))
    }
    look(station.then?.value)
    for action in station.actionNodes?.elements ?? [] {
      guard let alert = action["present"].flatMap({ program.alert($0) }) else { continue }
      for button in alert["buttons"]?.elements ?? [] { look(button["then"]) }
    }
    return names
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
