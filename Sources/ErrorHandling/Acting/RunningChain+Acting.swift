internal import RuleEngine
internal import SwiftErrors

extension RunningChain {
  /// Does what an action says; what kept it from being done, where something did.
  func act(_ step: LiveAction, _ incident: Incident, _ version: ChainVersion) async -> Resolution.Failure? {
    // An alert that decides was shown when its answer was needed.
    if step.isSkipped || step.decides { return nil }
    let performance = performance(step, incident, version)
    if let buttons = step.buttons {
      show(PresentedAlert(performance, buttons: buttons, decides: false))
      return nil
    }
    let act: ChainPlugin.Act
    switch performance.kind {
    case "nothing": return nil
    case "wait":
      guard let wait = performance.members["wait"]?.string.flatMap({ Duration(rule: $0) }) else { return nil }
      // Cancelled work does not wait; what comes after runs all the same.
      try? await settings.clock.sleep(wait)
      return nil
    case "perform":
      guard let named = performance.name.flatMap({ plugins.performs[$0] }) else {
        return Resolution.Failure(action: performance.members, reason: .isUnknown)
      }
      act = named
    default:
      guard let keyed = plugins.acts[performance.kind] else { return nil }
      act = keyed
    }
    switch await settings.clock.run(limit: settings.actionLimit, { try await act(performance) }) {
    case .done: return nil
    case .threw(let error): return Resolution.Failure(action: performance.members, reason: .threw(error))
    case .tookTooLong: return Resolution.Failure(action: performance.members, reason: .tookTooLong)
    }
  }

  private func performance(_ step: LiveAction, _ incident: Incident, _ version: ChainVersion) -> Performance {
    let station = version.chain.stations[step.station]
    return Performance(
      members: JSONValue(parsing: step.json),
      error: incident.error,
      origin: incident.origin,
      responder: version.chain.responders[station.responder],
      rule: station.name
    )
  }

  /// Shows an alert that decides nothing, once those before it are gone; nobody waits for it.
  private func show(_ alert: PresentedAlert) {
    guard let presenter = plugins.presenter, case .own(let ticket) = alerts.enter(key: nil) else { return }
    Task {
      _ = await alerts.show(ticket) {
        do { return try await presenter(alert) } catch { return .never }
      }
    }
  }

  /// Shows an alert that decides and waits for its answer.
  func ask(
    _ step: LiveAction,
    coalescing key: UInt128?,
    _ incident: Incident,
    _ version: ChainVersion
  ) async -> (LiveAnswer.Choice, Resolution.Failure?) {
    guard let presenter = plugins.presenter else { return (.never, nil) }
    let alert = PresentedAlert(
      performance(step, incident, version),
      buttons: step.buttons ?? [],
      decides: true
    )
    switch alerts.enter(key: key.map { $0 ^ UInt128(UInt64(version.number)) << 64 }) {
    case .full:
      return (
        .never, Resolution.Failure(action: alert.performance.members, reason: .threw(AlertQueueIsFull()))
      )
    case .joined(let answer):
      let choice = await withTaskCancellationHandler {
        await answer.value
      } onCancel: {
        answer.bring(.never)
      }
      return (Self.place(of: choice, in: alert, isCoalesced: true), nil)
    case .own(let ticket):
      let thrown = Once<any Error>()
      let choice = await alerts.show(ticket) {
        await Self.present(alert, presenter, thrown)
      }
      let failure = thrown.brought.map {
        Resolution.Failure(action: alert.performance.members, reason: .threw($0))
      }
      return (Self.place(of: choice, in: alert, isCoalesced: false), failure)
    }
  }

  /// What the presenter says; cancelled work waits for no answer.
  private static func present(
    _ alert: PresentedAlert,
    _ presenter: @escaping ChainPlugin.Presenter,
    _ thrown: Once<any Error>
  ) async -> AlertChoice {
    let choice = Once<AlertChoice>()
    let showing = Task {
      do {
        choice.bring(try await presenter(alert))
      } catch {
        thrown.bring(error)
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

  private static func place(of choice: AlertChoice, in alert: PresentedAlert, isCoalesced: Bool)
    -> LiveAnswer.Choice
  {
    switch choice {
    case .never: .never
    case .button(let place): .button(place, isCoalesced: isCoalesced)
    // A title that no button has is answered like a place that no button has: reported, and the first one is assumed.
    case .title(let title): .button(alert.buttons.firstIndex(of: title) ?? -1, isCoalesced: isCoalesced)
    }
  }
}

/// More alerts wait than ``ChainSettings/alertLimit`` allows.
public struct AlertQueueIsFull: Error {}

extension Duration {
  /// A duration as rule files write it, such as `1.5s`; nil where it is none.
  init?(rule text: String) {
    var text = text
    let span = text.withUTF8 { TimeSpan(ByteSlice(UnsafeRawBufferPointer($0))) }
    guard let span else { return nil }
    self = .microseconds(span.microseconds)
  }
}
