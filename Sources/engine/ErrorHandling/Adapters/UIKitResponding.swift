// Parsed, not compiled, by this project's checks, which run on Linux without UIKit.
#if canImport(UIKit) && !os(watchOS)
  public import Records
  internal import RuleLanguage
  public import UIKit

  extension UIResponder {
    /// The first responder up the responder chain with a chain or an evaluation of its own responds.
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

  /// A view controller, view or application delegate that responds to the errors of those below it.
  @MainActor
  public protocol ErrorRespondingView: UIResponder {
    /// The evaluation; nil leaves the error to the next responder.
    func evaluation(of error: any Error, from origin: String) async -> Evaluation?
  }

  /// Shows a chain's alerts on a view controller, which it references weakly.
  @MainActor
  public final class AlertPresenter {
    private weak var controller: UIViewController?

    /// A presenter on a controller.
    public init(on controller: UIViewController) {
      self.controller = controller
    }

    /// The plugin that shows a chain's alerts there; once the controller is deallocated, they are never answered.
    nonisolated public var plugin: ChainPlugin {
      .presenter { [weak self] in await self?.show($0) ?? .never }
    }

    private func show(_ shown: PresentedAlert) async -> AlertChoice {
      guard let controller, controller.viewIfLoaded?.window != nil else { return .never }
      return await withCheckedContinuation { answer in
        let style: UIAlertController.Style = shown.style == .sheet ? .actionSheet : .alert
        let alert = UIAlertController(title: shown.title, message: shown.message, preferredStyle: style)
        for (index, title) in shown.buttons.enumerated() {
          // Each button keeps the continuation, so that it is resumed even if this presenter is deallocated.
          alert.addAction(
            UIAlertAction(title: title, style: .default) { _ in answer.resume(returning: .button(index)) })
        }
        controller.present(alert, animated: true)
      }
    }
  }
#endif
