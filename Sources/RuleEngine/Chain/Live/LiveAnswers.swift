internal import Bytes
package import Records

/// What code or a person said to an error on its way, in the order in which it was asked.
package enum LiveAnswer: Sendable {
  /// What was chosen in an alert that decides.
  case alert(Choice)
  /// What those said who are connected at a responder; nil: they leave it to its rules.
  case connected(Evaluation?)

  /// What a person chose.
  package enum Choice: Sendable {
    /// The button (or the error's option) at a place, from 0; whether the alert before it took the answer too; and what
    /// came of the option where it was tried, whatever the error foretold.
    case button(Int, isCoalesced: Bool, recovered: Bool?)
    /// Nobody chose, and nobody will.
    case never
  }
}

/// What a climb has to know before it can go on.
package enum LiveQuestion: Sendable {
  /// The answer to an alert that decides: what it is, and what it must agree in with the one before to take its answer.
  case alert(LiveAction, coalescing: UInt128?)
  /// What those say who are connected at a responder, by its place.
  case connected(Int)
}

/// The answers that a climb in a running program goes by, and the question that it ends with where they do not suffice.
package struct LiveAnswers: Sendable {
  /// Where a program runs at all, and not a record is replayed.
  package var isOn = false
  /// The answers so far.
  package var given: [LiveAnswer] = []
  /// The question that stands open.
  package var question: LiveQuestion?
  /// By responder: whether somebody is connected there; empty where nobody is.
  package var connections: [Bool] = []
  fileprivate var next = 0

  /// None, for a record that is replayed.
  package init() {}

  mutating func begin() {
    next = 0
    if question != nil { question = nil }
  }

  fileprivate mutating func take() -> LiveAnswer? {
    guard next < given.count else { return nil }
    next += 1
    return given[next - 1]
  }
}

extension Climb {
  /// What came of asking those who are connected at a responder.
  enum Connection {
    case nobody
    case handled(Evaluation)
    case notYetAsked
  }

  /// Asks those who are connected at a responder, before its rules.
  mutating func askConnected(at responder: Int32) -> Connection {
    guard !live.connections.isEmpty, live.connections[Int(responder)] else { return .nobody }
    trail.leave()
    guard case .connected(let evaluation) = live.take() else {
      live.question = .connected(Int(responder))
      return .notYetAsked
    }
    return evaluation.map { .handled($0) } ?? .nobody
  }

  /// The answer that a person gave to an alert; nil where it has to be asked for first.
  mutating func liveAnswer(
    to alert: CompiledAlert,
    of action: Int32,
    at station: Int32,
    _ memory: inout ChainMemory
  ) -> AlertAnswer? {
    guard alert.decides else { return AlertAnswer(button: alert.buttons.startIndex) }
    guard case .alert(let choice) = live.take() else {
      let ran = Outcome.RanAction(
        action: action,
        station: station,
        frame: error,
        resolution: outcome.resolution.number
      )
      live.question = .alert(
        liveAction(ran, ordinal: ordinal ?? 0),
        coalescing: alert.coalesces ? coalescingKey(alert, action) : nil
      )
      return nil
    }
    switch choice {
    case .never:
      return AlertAnswer(button: Outcome.RanAction.unanswered)
    case .button(let position, let isCoalesced, let recovered):
      var answer = button(at: Int64(position), of: alert)
      if answer == nil { outcome.wrongAnswers += 1 }
      if let recovered, let option = answer?.option, option >= 0 {
        answer?.button = alert.buttons.startIndex + (recovered ? 1 : 0)
      }
      answer?.isCoalesced = isCoalesced
      return answer ?? assumed(alert)
    }
  }

  private func coalescingKey(_ alert: CompiledAlert, _ action: Int32) -> UInt128 {
    key(alert.coalesce) ^ UInt128(UInt64(bitPattern: Int64(action) &+ 1))
      &* 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835
  }
}
