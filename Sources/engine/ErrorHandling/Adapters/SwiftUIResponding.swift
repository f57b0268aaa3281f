// Parsed, not compiled, by this project's checks, which run on Linux without SwiftUI.
#if canImport(SwiftUI)
  public import Records
  public import SwiftUI

  /// A view's access to error handling: `@Environment(\.respondToError) var respondToError`.
  public struct RespondToErrorAction: Sendable {
    let respond: @Sendable (any Error, String) async -> Evaluation

    /// Responds to an error that was raised at an origin.
    @discardableResult
    public func callAsFunction(_ error: any Error, from origin: String) async -> Evaluation {
      await respond(error, origin)
    }
  }

  extension EnvironmentValues {
    /// The error handling for views below; by default errors are cancelled.
    @Entry public var respondToError = RespondToErrorAction { _, _ in .cancel }
  }

  extension View {
    /// Lets a chain respond to the errors of this view and those below it.
    public func respondingToErrors(by chain: RunningChain) -> some View {
      environment(
        \.respondToError,
        RespondToErrorAction { error, origin in await chain.respond(to: error, from: origin).evaluation })
    }

    /// Lets code respond to errors of this view and those below it; nil leaves an error to the enclosing views.
    public func respondingToErrors(_ respond: @escaping @Sendable (any Error) async -> Evaluation?)
      -> some View
    {
      modifier(RespondingModifier(respond: respond))
    }

    /// Shows the alerts of a chain with the plugin `screen.presenter`.
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

  /// The alert that a scene shows now; a chain presents one at a time.
  @MainActor @Observable
  public final class AlertScreen {
    fileprivate private(set) var alert: PresentedAlert?
    private var answer: CheckedContinuation<AlertChoice, Never>?

    /// A screen without an alert.
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
        ForEach(Array(alert.buttons.enumerated()), id: \.offset) { index, title in
          Button(title) { screen.choose(.button(index)) }
        }
      } message: {
        Text($0.message)
      }
    }
  }
#endif
