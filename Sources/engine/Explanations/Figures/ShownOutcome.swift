internal import Records
package import Engine
package import Reports

/// The outcome of an error, as people read it.
package enum ShownOutcome: Int, Sendable, CaseIterable {
  case proceed, retry, cancel, abort
  case nobody

  package init(_ resolution: Outcome.Resolution) {
    self = resolution.isHandled ? Self(rawValue: Int(resolution.evaluation.rawValue)) ?? .nobody : .nobody
  }

  package var name: String {
    switch self {
    case .proceed: "proceed"
    case .retry: "retry"
    case .cancel: "cancel"
    case .abort: "abort"
    case .nobody: "nobody"
    }
  }

  /// The order for reports, the most important first.
  package static let displayOrder: [Self] = [.retry, .abort, .nobody, .cancel, .proceed]

  /// The class of its colour.
  package var look: String { "o-\(name)" }

  package var title: String {
    switch self {
    case .proceed: "Go on"
    case .retry: "Try again"
    case .cancel: "Give up the operation, stay"
    case .abort: "Leave the flow"
    case .nobody: "Unhandled"
    }
  }
}

extension Card {
  /// The card of an outcome, in its colour.
  package init(_ outcome: ShownOutcome, figure: Words) {
    let isWide = outcome == .cancel || outcome == .proceed
    self.init(
      title: outcome.title, word: outcome == .nobody ? nil : outcome.name,
      look: outcome.look + (isWide ? " wide" : ""), figure: figure)
  }
}
