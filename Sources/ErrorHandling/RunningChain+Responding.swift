internal import RuleEngine
public import SwiftErrors

extension RunningChain {
  /// Handles an error: evaluates the rules, runs actions one after the other, shows alerts and waits for
  /// them, and calls connected code.
  ///
  /// An action that throws, or takes longer than its `limit` or ``ChainSettings/actionLimit``, is recorded in
  /// ``Resolution/failures``; it changes the outcome only if the rule says so (`failed`). Retrying is up to the caller: use
  /// ``withErrorHandling(from:named:isolation:operation:)``.
  ///
  /// - Parameters:
  ///   - error: the error as thrown.
  ///   - origin: the dotted origin, which selects the first responder.
  @discardableResult
  public func respond(to error: any Error, from origin: String) async -> Resolution {
    let (version, connections) = moment
    if connections.isEmpty, !Nesting.isInside {
      let (ordinal, time) = stamp()
      let known = version.withEvaluator { $0.knownOutcome(error, from: origin) }
      if let known, known.steps.isEmpty, settings.observe == nil {
        return Resolution(
          version: version.number,
          ordinal: ordinal,
          moment: time,
          origin: origin,
          sharedOutcome: known
        )
      }
      let occurrence = ErrorOccurrence(origin: origin)
      let incident = Incident(
        error: error,
        occurrence: occurrence,
        isPlain: true,
        ordinal: ordinal,
        time: time.inMilliseconds
      )
      return await respond(to: incident, version, connections)
    }
    return await respond(to: error, ErrorOccurrence(origin: origin))
  }

  /// Handles an error with a detailed occurrence.
  ///
  /// The occurrence's own `id` and `time` are replaced by those of the resolution.
  @discardableResult
  public func respond(to error: any Error, _ occurrence: ErrorOccurrence) async -> Resolution {
    let (version, connections) = moment
    return await respond(to: incident(error, occurrence), version, connections)
  }

  /// Sends an event, which escalates from its origin through the `events` of responders.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - values: the event's values.
  ///   - origin: the origin of the event.
  @discardableResult
  public func send(_ event: String, with values: [String: JSONValue] = [:], from origin: String) async
    -> Resolution
  {
    let (version, connections) = moment
    let (ordinal, time) = stamp()
    var incident = Incident(
      error: nil,
      occurrence: ErrorOccurrence(origin: origin),
      isPlain: false,
      ordinal: ordinal,
      time: time.inMilliseconds
    )
    incident.event = event
    if !values.isEmpty { incident.with = .object(sorted: values) }
    return await respond(to: incident, version, connections)
  }

  func respond(
    to incident: Incident,
    _ version: ChainVersion,
    _ connections: ConnectionList,
    from start: Int? = nil
  ) async -> Resolution {
    guard Nesting.depth < settings.nestingLimit else {
      let resolution = resolution(version, incident, .tooDeep)
      observe(incident, resolution)
      return resolution
    }
    let (resolution, given) = await Nesting.$depth.withValue(Nesting.depth + 1) {
      await escalate(incident, version, connections, from: start)
    }
    observe(incident, resolution, given)
    return resolution
  }

  private func observe(_ incident: Incident, _ resolution: Resolution, _ given: Given = Given()) {
    guard let observe = settings.observe else { return }
    var occurrence = incident.recorded
    occurrence.answers += given.answers
    occurrence.performed += given.performed
    observe(Observation(error: incident.error, occurrence: occurrence, resolution: resolution))
  }

  /// The answers of people and the results of actions that the outcome depends on, as in records.
  private struct Given {
    var answers: [JSONValue] = []
    var performed: [RecordedError.Performed] = []
  }

  /// Runs the actions on the way in order, and returns what a record needs to have the same outcome.
  ///
  /// Each question ends the evaluation, which begins again with the answer. Results of stateful matchers are
  /// replayed, so that nothing is counted twice.
  private func escalate(
    _ incident: Incident,
    _ version: ChainVersion,
    _ connections: ConnectionList,
    from start: Int?
  ) async -> (Resolution, Given) {
    var progress = Progress()
    progress.isActing = true
    progress.start = start
    if !connections.isEmpty {
      progress.connections = version.chain.responders.map { connections.byResponder[$0] != nil }
    }
    var failures: [Resolution.Failure] = []
    var given = Given()
    var done = 0
    while true {
      let sharedOutcome = version.withEvaluator { $0.evaluate(incident, &progress) }
      while done < sharedOutcome.steps.count {
        if let failure = await act(sharedOutcome.steps[done], incident, version) { failures.append(failure) }
        done += 1
      }
      guard let question = progress.question else {
        var resolution = resolution(version, incident, sharedOutcome)
        resolution.failures = failures
        return (resolution, given)
      }
      switch question {
      case .connected(let responder):
        let id = version.chain.responders[responder]
        progress.answers.append(
          .connected(await runConnected(connections.byResponder[id] ?? [], at: id, incident))
        )
      case .alert(let alert, let key):
        let (choice, failure) = await ask(alert, coalescing: key, incident, version)
        progress.answers.append(.alert(choice))
        given.answers.append(Self.recorded(choice, of: alert))
        if let failure { failures.append(failure) }
      case .action(let step):
        let (result, failure) = await perform(step, incident, version)
        progress.answers.append(.performed(result))
        given.performed.append(RecordedError.Performed(result))
        if let failure { failures.append(failure) }
      }
    }
  }

  /// The button's title, or null without one.
  private static func recorded(_ choice: LiveInput.Choice, of alert: LiveAction) -> JSONValue {
    switch choice {
    case .never: return .null
    case .button(let index, _, _):
      let buttons = alert.buttons ?? []
      return buttons.indices.contains(index) ? .string(buttons[index]) : .integer(Int64(index))
    }
  }

  private func runConnected(
    _ connected: [ConnectionList.Entry],
    at responder: String,
    _ incident: Incident
  ) async -> Evaluation? {
    let raised = RaisedError(
      error: incident.error,
      event: incident.event,
      origin: incident.origin,
      responder: responder
    )
    for entry in connected {
      if let evaluation = await entry.respond(raised) { return evaluation }
    }
    return nil
  }
}

extension RecordedError.Performed {
  fileprivate init(_ result: PerformedResult) {
    switch result {
    case .ok: self = .ok
    case .failed: self = .failed
    case .timeout: self = .timeout
    }
  }
}

enum Nesting {
  @TaskLocal static var depth = 0

  static var isInside: Bool { depth > 0 }
}
