package import RuleEngine

/// How a record ended, in the words of a matrix of outcomes.
package enum Ending: Int, CaseIterable, Sendable {
  /// An error that somebody handled, by its evaluation.
  case proceed, retry, cancel, abort
  /// An error that nobody handled, whatever evaluation its root gives it.
  case unhandled
  /// An event that somebody handled; one that nobody did.
  case event, unhandledEvent

  /// The word that matrices, JSON and gates have for it.
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

  /// Whether it is an event's, which ends as an event under any rules.
  package var isEvent: Bool { self == .event || self == .unhandledEvent }

  package init(_ resolution: Outcome.Resolution) {
    switch (resolution.isEvent, resolution.isHandled) {
    case (true, true): self = .event
    case (true, false): self = .unhandledEvent
    case (false, false): self = .unhandled
    case (false, true): self = Ending(handled: resolution.evaluation)
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

/// How many records ended how under the one rule set, and how under the other.
package struct OutcomeMatrix: Sendable, Equatable {
  private var counts = [Int](repeating: 0, count: Ending.allCases.count * Ending.allCases.count)

  package init() {}

  /// The records that ended so under the old rules and so under the new ones.
  package subscript(old: Ending, new: Ending) -> Int {
    get { counts[Self.place(old, new)] }
    set { counts[Self.place(old, new)] = newValue }
  }

  /// All records.
  package var total: Int { counts.reduce(0, +) }
  /// Those that ended otherwise than before.
  package var moved: Int { total - Ending.allCases.reduce(0) { $0 + self[$1, $1] } }

  package func row(_ old: Ending) -> Int { Ending.allCases.reduce(0) { $0 + self[old, $1] } }
  package func column(_ new: Ending) -> Int { Ending.allCases.reduce(0) { $0 + self[$1, new] } }

  /// The endings that occur on either side, in their order.
  package var endings: [Ending] { Ending.allCases.filter { row($0) + column($0) > 0 } }

  static func place(_ old: Ending, _ new: Ending) -> Int {
    old.rawValue * Ending.allCases.count + new.rawValue
  }
  static var size: Int { Ending.allCases.count * Ending.allCases.count }

  init(_ counters: borrowing Counters) {
    for place in counts.indices { counts[place] = counters[place] }
  }
}
