internal import Bytes
package import Engine
internal import Records

package enum OutcomeKind: Int, CaseIterable, Sendable {
  case proceed, retry, cancel, abort
  case unhandled
  case event, unhandledEvent

  package var name: String {
    switch self {
    case .proceed: "proceed"
    case .retry: "retry"
    case .cancel: "cancel"
    case .abort: "abort"
    case .unhandled: "unhandled"
    case .event: "event"
    case .unhandledEvent: "unhandledEvent"
    }
  }

  package var words: String {
    switch self {
    case .proceed, .retry, .cancel, .abort, .unhandled: name
    case .event: "event, handled"
    case .unhandledEvent: "event, unhandled"
    }
  }

  /// The class of its colour.
  package var look: String {
    switch self {
    case .proceed, .retry, .cancel, .abort: "o-\(name)"
    case .unhandled, .unhandledEvent: "o-nobody"
    case .event: "o-none"
    }
  }

  /// An event ends as an event under any rules.
  package var isEvent: Bool { self == .event || self == .unhandledEvent }

  package init(_ resolution: Outcome.Resolution) {
    switch (resolution.isEvent, resolution.isHandled) {
    case (true, true): self = .event
    case (true, false): self = .unhandledEvent
    case (false, false): self = .unhandled
    case (false, true): self = OutcomeKind(handled: resolution.evaluation)
    }
  }

  private init(handled evaluation: Evaluation) {
    switch evaluation {
    case .proceed: self = .proceed
    case .retry: self = .retry
    case .cancel: self = .cancel
    case .abort: self = .abort
    }
  }
}

/// Records by outcome under the first and the second rule set.
package struct OutcomeMatrix: Sendable, Equatable {
  private var counts = [Int](repeating: 0, count: OutcomeKind.allCases.count * OutcomeKind.allCases.count)

  package init() {}

  package subscript(old: OutcomeKind, new: OutcomeKind) -> Int {
    get { counts[Self.place(old, new)] }
    set { counts[Self.place(old, new)] = newValue }
  }

  package var total: Int { counts.reduce(0, +) }
  package var moved: Int { total - OutcomeKind.allCases.reduce(0) { $0 + self[$1, $1] } }

  package func row(_ old: OutcomeKind) -> Int { OutcomeKind.allCases.reduce(0) { $0 + self[old, $1] } }
  package func column(_ new: OutcomeKind) -> Int { OutcomeKind.allCases.reduce(0) { $0 + self[$1, new] } }

  package var endings: [OutcomeKind] { OutcomeKind.allCases.filter { row($0) + column($0) > 0 } }

  static func place(_ old: OutcomeKind, _ new: OutcomeKind) -> Int {
    old.rawValue * OutcomeKind.allCases.count + new.rawValue
  }
  static var size: Int { OutcomeKind.allCases.count * OutcomeKind.allCases.count }

  init(_ counters: borrowing Counters) {
    for place in counts.indices { counts[place] = counters[place] }
  }
}
