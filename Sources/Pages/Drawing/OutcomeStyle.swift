internal import Replay

extension ReplayDetail.Outcome {
  /// The order for reports, the most important first.
  static let displayOrder: [Self] = [.retry, .abort, .nobody, .cancel, .proceed]

  var look: String { "o-\(name)" }

  var title: String {
    switch self {
    case .proceed: "Go on"
    case .retry: "Try again"
    case .cancel: "Give up the operation, stay"
    case .abort: "Leave the flow"
    case .nobody: "Unhandled"
    }
  }

  var pointer: String { Pointer.to("detail", "outcomes", "\(rawValue)") }
}
