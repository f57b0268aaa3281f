internal import RuleLanguage
internal import Bytes
internal import Engine
internal import Records
internal import SwiftErrors

extension RunningChain {
  func act(_ step: LiveAction, _ incident: Incident, _ version: ChainVersion) async -> Resolution.Failure? {
    // An alert that decides was shown, and an action whose failure decides has run, when the outcome depended on it.
    if step.isSkipped || step.decides || step.decidesIfItFails { return nil }
    let request = request(step, incident, version)
    if let buttons = step.buttons {
      show(PresentedAlert(request, buttons: buttons, decides: false))
      return nil
    }
    switch request.kind {
    case "nothing": return nil
    case "wait":
      guard let wait = request.members["wait"]?.string.flatMap({ Duration(rule: $0) }) else { return nil }
      // Cancelled work does not wait, but later actions still run.
      try? await settings.clock.sleep(wait)
      return nil
    case "perform": break
    // Without a plugin, the texts of `log` and the values of `set` are dropped.
    default: if plugins.acts[request.kind] == nil { return nil }
    }
    return await run(step, request).1
  }

  /// Runs an action whose failure decides.
  func perform(_ step: LiveAction, _ incident: Incident, _ version: ChainVersion) async -> (
    PerformedResult, Resolution.Failure?
  ) {
    await run(step, request(step, incident, version))
  }

  /// Within the action's own limit, or else the program's.
  private func run(_ step: LiveAction, _ request: ActionRequest) async -> (
    PerformedResult, Resolution.Failure?
  ) {
    let act =
      request.kind == "perform"
      ? request.name.flatMap { plugins.performs[$0] } : plugins.acts[request.kind]
    guard let act else {
      return (.failed, Resolution.Failure(action: request.members, reason: .isUnknown))
    }
    let limit: Duration? =
      switch step.limit {
      case nil: settings.actionLimit
      case .unlimited?: nil
      case .after(let span)?: .microseconds(span.microseconds)
      }
    switch await settings.clock.run(limit: limit, { try await act(request) }) {
    case .done: return (.ok, nil)
    case .threw(let error):
      return (.failed, Resolution.Failure(action: request.members, reason: .threw(error)))
    case .tookTooLong:
      return (.timeout, Resolution.Failure(action: request.members, reason: .tookTooLong))
    }
  }

  private func request(_ step: LiveAction, _ incident: Incident, _ version: ChainVersion) -> ActionRequest {
    let clause = version.chain.clauses[step.clause]
    return ActionRequest(
      members: JSONValue(parsing: step.json), error: incident.error, origin: incident.origin,
      responder: version.chain.responders[clause.responder], rule: clause.name)
  }

  /// Once the earlier ones are closed, without waiting for it.
  private func show(_ alert: PresentedAlert) {
    guard let presenter = plugins.presenter, case .own(let ticket) = alerts.enter(key: nil) else { return }
    Task {
      _ = await alerts.show(ticket) {
        do { return AlertReply(choice: try await presenter(alert)) } catch { return .never }
      }
    }
  }

  func ask(_ step: LiveAction, coalescing key: UInt128?, _ incident: Incident, _ version: ChainVersion) async
    -> (LiveInput.Choice, Resolution.Failure?)
  {
    guard let presenter = plugins.presenter else { return (.never, nil) }
    let alert = PresentedAlert(request(step, incident, version), buttons: step.buttons ?? [], decides: true)
    if alerts.isShownByThisTask {
      return (.never, Resolution.Failure(action: alert.request.members, reason: .threw(AlertInsideAlert())))
    }
    switch alerts.enter(key: key.map { $0 ^ UInt128(UInt64(version.number)) << 64 }) {
    case .full:
      return (.never, Resolution.Failure(action: alert.request.members, reason: .threw(AlertQueueIsFull())))
    case .joined(let answer):
      let reply = await withTaskCancellationHandler {
        await answer.value
      } onCancel: {
        answer.bring(.never)
      }
      return (Self.answer(reply, in: alert, isCoalesced: true), nil)
    case .own(let ticket):
      let thrown = Promise<Resolution.Failure.Reason>()
      let reply = await alerts.show(ticket) {
        let choice = await Self.present(alert, presenter, thrown)
        return AlertReply(choice: choice, recovered: await recover(choice, in: alert, step, thrown))
      }
      let failure = thrown.brought.map {
        Resolution.Failure(action: alert.request.members, reason: $0)
      }
      return (Self.answer(reply, in: alert, isCoalesced: false), failure)
    }
  }

  /// Within an action's time limit; nil if the error can't recover, or if a rule replaced its options.
  private func recover(
    _ choice: AlertChoice, in alert: PresentedAlert, _ step: LiveAction,
    _ thrown: Promise<Resolution.Failure.Reason>
  ) async -> Bool? {
    guard step.isRecovery, let index = alert.index(of: choice), let error = alert.request.error,
      let recovery = Recovery(of: error), recoveryOptions(of: error) == alert.buttons
    else { return nil }
    let recovered = Promise<Bool>()
    let end = await settings.clock.run(limit: settings.actionLimit) {
      recovered.bring(await recovery.attempt(index, for: error))
    }
    if case .tookTooLong = end { thrown.bring(.tookTooLong) }
    return recovered.brought ?? false
  }

  /// Cancelled work waits for no answer.
  private static func present(
    _ alert: PresentedAlert, _ presenter: @escaping ChainPlugin.Presenter,
    _ thrown: Promise<Resolution.Failure.Reason>
  ) async -> AlertChoice {
    let choice = Promise<AlertChoice>()
    let showing = Task {
      do {
        choice.bring(try await presenter(alert))
      } catch {
        thrown.bring(.threw(error))
        choice.bring(.never)
      }
    }
    return await withTaskCancellationHandler {
      await choice.value
    } onCancel: {
      showing.cancel()
      choice.bring(.never)
    }
  }

  private static func answer(_ reply: AlertReply, in alert: PresentedAlert, isCoalesced: Bool)
    -> LiveInput.Choice
  {
    if reply.choice == .never { return .never }
    // An unknown button becomes an invalid index: it is reported, and the first button is assumed.
    return .button(alert.index(of: reply.choice) ?? -1, isCoalesced: isCoalesced, recovered: reply.recovered)
  }
}

extension PresentedAlert {
  /// Nil if no button was chosen, or it does not exist.
  fileprivate func index(of choice: AlertChoice) -> Int? {
    switch choice {
    case .never: nil
    case .button(let index): buttons.indices.contains(index) ? index : nil
    case .title(let title): buttons.firstIndex(of: title)
    }
  }
}

/// More alerts wait than ``ChainSettings/alertLimit`` allows.
public struct AlertQueueIsFull: Error {}

/// A presenter raised an error whose alert decides, and waits for its outcome: the second alert would wait for the first
/// one to close, which waits for the second. It gets no answer.
public struct AlertInsideAlert: Error {}

extension Duration {
  init?(rule text: String) {
    var text = text
    let span = text.withUTF8 { TimeSpan(ByteSlice(UnsafeRawBufferPointer($0))) }
    guard let span else { return nil }
    self = .microseconds(span.microseconds)
  }
}
