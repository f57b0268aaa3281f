internal import Replay

extension ReplayDetail.Outcome {
  /// The order for reports, the most important first.
  static let displayOrder: [Self] = [.retry, .abort, .nobody, .cancel, .proceed]

  /// The CSS class with its colour.
  var look: String { "o-\(name)" }

  /// The title: the outcome from a person's view.
  var title: String {
    switch self {
    case .proceed: "Go on"
    case .retry: "Try again"
    case .cancel: "Give up the operation, stay"
    case .abort: "Leave the flow"
    case .nobody: "Unhandled"
    }
  }

  /// The JSON pointer of its count.
  var pointer: String { Pointer.to("detail", "outcomes", "\(rawValue)") }
}
