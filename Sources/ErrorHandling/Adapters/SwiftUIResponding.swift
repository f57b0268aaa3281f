// Parsed by this project's checks, not compiled by them: they run on Linux, which has no SwiftUI.
#if canImport(SwiftUI)
  public import RuleEngine
  public import SwiftUI

  /// What a view may do with its errors: `@Environment(\.respondToError) var respondToError`.
  public struct RespondToErrorAction: Sendable {
    let respond: @Sendable (any Error, String) async -> Evaluation

    /// Answers an error that was raised at an origin.
    @discardableResult
    public func callAsFunction(_ error: any Error, from origin: String) async -> Evaluation {
      await respond(error, origin)
    }
  }

  extension EnvironmentValues {
    /// What views below do with their errors; by default they are cancelled.
    @Entry public var respondToError = RespondToErrorAction { _, _ in .cancel }
  }

  extension View {
    /// Lets a chain answer the errors of this view and those below it.
    public func respondingToErrors(by chain: RunningChain) -> some View {
      environment(
        \.respondToError,
        RespondToErrorAction { error, origin in await chain.respond(to: error, from: origin).evaluation }
      )
    }

    /// Answers errors of this view and those below it by code; nil leaves an error to what holds above.
    public func respondingToErrors(_ respond: @escaping @Sendable (any Error) async -> Evaluation?)
      -> some View
    {
      modifier(RespondingModifier(respond: respond))
    }

    /// Shows the alerts of a chain whose plugins have `screen.presenter`.
    public func presentingAlerts(of screen: AlertScreen) -> some View {
      modifier(PresentingModifier(screen: screen))
    }
  }

  private struct RespondingModifier: ViewModifier {
    let respond: @Sendable (any Error) async -> Evaluation?
    @Environment(\.respondToError) private var outer
    func body(content: Content) -> some View {
      let (respond, outer) = (respond, outer)
      return content.environment(
        \.respondToError,
        RespondToErrorAction { error, origin in
          if let evaluation = await respond(error) { return evaluation }
          return await outer(error, from: origin)
        }
      )
    }
  }

  /// The alert that a scene shows now; a chain hands over one at a time.
  @MainActor @Observable
  public final class AlertScreen {
    fileprivate private(set) var alert: PresentedAlert?
    private var answer: CheckedContinuation<AlertChoice, Never>?

    /// A screen that shows nothing.
    nonisolated public init() {}

    /// The plugin that shows a chain's alerts here.
    nonisolated public var presenter: ChainPlugin { .presenter { await self.show($0) } }

    private func show(_ alert: PresentedAlert) async -> AlertChoice {
      choose(.never)
      self.alert = alert
      return await withCheckedContinuation { answer = $0 }
    }

    fileprivate func choose(_ choice: AlertChoice) {
      alert = nil
      answer?.resume(returning: choice)
      answer = nil
    }
  }

  private struct PresentingModifier: ViewModifier {
    let screen: AlertScreen
    func body(content: Content) -> some View {
      let isShown = Binding(get: { screen.alert != nil }, set: { if !$0 { screen.choose(.never) } })
      let title = screen.alert?.title ?? ""
      return content.alert(title, isPresented: isShown, presenting: screen.alert) { alert in
        ForEach(Array(alert.buttons.enumerated()), id: \.offset) { place, title in
          Button(title) { screen.choose(.button(place)) }
        }
      } message: {
        Text($0.message)
      }
    }
  }
#endif
