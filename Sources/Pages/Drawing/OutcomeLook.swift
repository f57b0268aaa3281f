internal import Replay

extension ReplayPicture.Outcome {
  /// The order in which they are told: what people ask for first.
  static let told: [Self] = [.retry, .abort, .nobody, .cancel, .proceed]

  /// The class that gives it its colour.
  var look: String { "o-\(name)" }

  /// What happens to an error, as a title.
  var title: String {
    switch self {
    case .proceed: "Would go on"
    case .retry: "Would be tried again"
    case .cancel: "Would be given up quietly"
    case .abort: "Would stop or log out"
    case .nobody: "Nobody would handle"
    }
  }

  /// Where the report's JSON counts it.
  var pointer: String { Pointer.to("detail", "outcomes", "\(rawValue)") }
}
