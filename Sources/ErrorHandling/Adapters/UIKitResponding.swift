// Parsed by this project's checks, not compiled by them: they run on Linux, which has no UIKit.
#if canImport(UIKit) && !os(watchOS)
  public import RuleEngine
  public import UIKit

  extension UIResponder {
    /// Answers an error by the first responder up the responder chain that has a chain, or an answer of its own.
    @MainActor
    @discardableResult
    public func respond(to error: any Error, from origin: String) async -> Evaluation {
      var next: UIResponder? = self
      while let responder = next {
        if let evaluation = await (responder as? any ErrorRespondingView)?.evaluation(of: error, from: origin)
        {
          return evaluation
        }
        next = responder.next
      }
      return .cancel
    }
  }

  /// A view controller, a view, an application delegate that answers errors of those below it.
  @MainActor
  public protocol ErrorRespondingView: UIResponder {
    /// What to do now; nil leaves the error to the next responder.
    func evaluation(of error: any Error, from origin: String) async -> Evaluation?
  }

  /// Shows a chain's alerts on a view controller; the link to it is weak.
  @MainActor
  public final class AlertPresenter {
    private weak var controller: UIViewController?

    /// Who shows alerts on a controller.
    public init(on controller: UIViewController) {
      self.controller = controller
    }

    /// The plugin that shows a chain's alerts there; where the controller went away they are never answered.
    nonisolated public var plugin: ChainPlugin {
      .presenter { [weak self] in await self?.show($0) ?? .never }
    }

    private func show(_ shown: PresentedAlert) async -> AlertChoice {
      guard let controller, controller.viewIfLoaded?.window != nil else { return .never }
      return await withCheckedContinuation { answer in
        let style: UIAlertController.Style = shown.style == .sheet ? .actionSheet : .alert
        let alert = UIAlertController(title: shown.title, message: shown.message, preferredStyle: style)
        for (place, title) in shown.buttons.enumerated() {
          // Each button holds the continuation, so that it is resumed whatever becomes of this presenter.
          alert.addAction(
            UIAlertAction(title: title, style: .default) { _ in answer.resume(returning: .button(place)) }
          )
        }
        controller.present(alert, animated: true)
      }
    }
  }
#endif
