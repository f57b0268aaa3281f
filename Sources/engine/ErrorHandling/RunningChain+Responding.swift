internal import Engine
internal import Records
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
    let moment = moment
    let version = moment.version
    let arrival = arrival()
    if moment.connections.isEmpty, settings.observe == nil, !Nesting.isInside {
      let settled = version.withEvaluator { $0.knownShape(of: error, from: origin)?.settledPlain }
      if let settled, settled.steps.isEmpty {
        let resolution = self.resolution(version, arrival, error, from: origin, settled)
        if let shadow = moment.shadow { _ = shadow.compare(resolution, of: error, from: origin, self) }
        return resolution
      }
    }
    let incident = Incident(error, from: origin, arrival, windowTime: windowTime(arrival, version))
    return await respond(to: incident, moment)
  }

  /// Handles an error with a detailed occurrence.
  ///
  /// The occurrence's own `id` and `time` are replaced by those of the resolution.
  @discardableResult
  public func respond(to error: any Error, _ occurrence: ErrorOccurrence) async -> Resolution {
    let moment = moment
    return await respond(to: incident(error, occurrence, moment.version), moment)
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
    let moment = moment
    var incident = incident(nil, ErrorOccurrence(origin: origin), moment.version)
    incident.event = event
    if !values.isEmpty { incident.with = .object(sorted: values) }
    return await respond(to: incident, moment)
  }

  func respond(to incident: Incident, _ moment: Moment, from start: Int? = nil) async -> Resolution {
    let (version, connections) = (moment.version, moment.connections)
    guard Nesting.depth < settings.nestingLimit else {
      let resolution = resolution(version, incident, DecidedOutcome(outcome: .tooDeep))
      observe(incident, resolution)
      return resolution
    }
    var progress = Progress()
    progress.isActing = true
    progress.start = start
    if !connections.isEmpty {
      progress.connections = version.chain.responders.map { connections.byResponder[$0] != nil }
    }
    var first: DecidedOutcome?
    if !version.asksCode {
      first = version.withEvaluator { $0.evaluateLean(incident, $0.knownShape(of: incident), &progress) }
      if let first, first.outcome.steps.isEmpty {
        let resolution = resolution(version, incident, first)
        observe(
          incident, resolution, Incident.Given(), moment.shadow?.compare(resolution, of: incident, self))
        return resolution
      }
    }
    let (resolution, given) = await Nesting.$depth.withValue(Nesting.depth + 1) {
      await escalate(incident, version, connections, progress, first)
    }
    let difference = moment.shadow?.compare(
      resolution, of: incident.with(given), from: start.map { version.chain.responders[$0] }, self)
    observe(incident, resolution, given, difference)
    return resolution
  }

  private func observe(
    _ incident: Incident, _ resolution: Resolution, _ given: Incident.Given = Incident.Given(),
    _ difference: ShadowDifference? = nil
  ) {
    guard let observe = settings.observe else { return }
    observe(
      ChainObservation(
        error: incident.error, occurrence: incident.with(given).recorded, resolution: resolution,
        shadow: difference))
  }

  /// Runs the actions on the way in order, and returns what a record needs to have the same outcome.
  ///
  /// Each question ends the evaluation, which begins again with the answer. Results of stateful matchers are
  /// replayed, so that nothing is counted twice.
  private func escalate(
    _ incident: Incident, _ version: ChainVersion, _ connections: ConnectionList, _ progress: Progress,
    _ first: DecidedOutcome?
  ) async -> (Resolution, Incident.Given) {
    var progress = progress
    var first = first
    var failures: [Resolution.Failure] = []
    var given = Incident.Given()
    var done = 0
    while true {
      let decision =
        first ?? version.withEvaluator { $0.evaluate(incident, $0.knownShape(of: incident), &progress) }
      first = nil
      incident.whenCounted?()
      while done < decision.outcome.steps.count {
        if let failure = await act(decision.outcome.steps[done], incident, version) {
          failures.append(failure)
        }
        done += 1
      }
      guard let question = progress.question else {
        var resolution = resolution(version, incident, decision)
        resolution.failures = failures
        return (resolution, given)
      }
      switch question {
      case .connected(let responder):
        let id = version.chain.responders[responder]
        progress.answers.append(
          .connected(await runConnected(connections.byResponder[id] ?? [], at: id, incident)))
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

  private func runConnected(_ connected: [ConnectionList.Entry], at responder: String, _ incident: Incident)
    async -> Evaluation?
  {
    let raised = RaisedError(
      error: incident.error, event: incident.event, origin: incident.origin, responder: responder)
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
