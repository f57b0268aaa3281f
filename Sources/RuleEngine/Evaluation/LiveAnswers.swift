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
  /// Whether a program waits for what is asked, and no record is replayed.
  let isOn: Bool
  /// The answers so far.
  fileprivate let given: [LiveAnswer]
  /// By responder: whether somebody is connected there; empty where nobody is.
  private let connections: [Bool]
  /// What the memory said to the error, which it hears again.
  package fileprivate(set) var said: [Int32]
  /// The question that stands open.
  package fileprivate(set) var question: LiveQuestion?
  private var next = 0

  package init(isOn: Bool, given: [LiveAnswer], connections: [Bool], said: [Int32]) {
    self.isOn = isOn
    self.given = given
    self.connections = connections
    self.said = said
  }

  /// None, for a record that is replayed.
  init() { self.init(isOn: false, given: [], connections: [], said: []) }

  /// Whether nothing but the error has a say.
  fileprivate var isEmpty: Bool { given.isEmpty && connections.isEmpty }

  func isConnected(at place: ResponderIndex) -> Bool { !connections.isEmpty && connections[Int(place)] }

  fileprivate mutating func take() -> LiveAnswer? {
    guard next < given.count else { return nil }
    next += 1
    return given[next - 1]
  }
}

extension Climb {
  /// Answers the record that was read last in a running program, the outcome at hand unless a question stands open.
  ///
  /// - Parameters:
  ///   - live: what the error was told so far, and then what it asks.
  ///   - start: the responder that is asked first; nil: the one that the record's origin finds.
  /// - Returns: whether nothing but the record had a say.
  package mutating func answer(
    _ memory: inout ChainMemory,
    live: inout LiveAnswers,
    ordinal: UInt64,
    clock: Timestamp?,
    from start: Int?
  ) -> Bool {
    let isAlone = live.isEmpty && start == nil
    swap(&inquiry.live, &live)
    memory.said = inquiry.live.said
    if !isAlone {
      var sink = NoSteps()
      _ = answer(&memory, heardBy: &sink, ordinal: ordinal, clock: clock, from: start)
    } else if case .known(let answer) = answer(&memory, ordinal: ordinal, clock: clock) {
      take(answer.number)
    }
    swap(&inquiry.live, &live)
    live.said = memory.said
    memory.forgetWhatWasSaid()
    return isAlone && live.question == nil
  }

  /// What came of asking those who are connected at a responder.
  enum Connection {
    case nobody
    case handled(Evaluation)
    case notYetAsked
  }

  /// Asks those who are connected at a responder, before its rules.
  mutating func askConnected(at responder: ResponderIndex) -> Connection {
    guard inquiry.isConnected(at: responder) else { return .nobody }
    guard case .connected(let evaluation) = inquiry.live.take() else {
      inquiry.live.question = .connected(Int(responder))
      return .notYetAsked
    }
    return evaluation.map { .handled($0) } ?? .nobody
  }

  /// The answer that a person gave to an alert; nil where it has to be asked for first.
  mutating func liveAnswer(
    to alert: CompiledAlert,
    of action: Index<CompiledAction>,
    at station: StationIndex,
    _ memory: inout ChainMemory
  ) -> AlertAnswer? {
    guard alert.decides else { return AlertAnswer(button: alert.buttons.startIndex) }
    guard case .alert(let choice) = inquiry.live.take() else {
      let ran = Outcome.RanAction(
        action: action,
        station: station,
        frame: error,
        resolution: outcome.resolution.number
      )
      inquiry.live.question = .alert(
        liveAction(ran, ordinal: inquiry.ordinal ?? 0),
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
      if let recovered, let option = answer?.option, !option.isNone {
        answer?.button = alert.buttons.startIndex + (recovered ? 1 : 0)
      }
      answer?.isCoalesced = isCoalesced
      return answer ?? assumed(alert)
    }
  }

  private func coalescingKey(_ alert: CompiledAlert, _ action: Index<CompiledAction>) -> UInt128 {
    key(alert.coalesce) ^ UInt128(UInt64(bitPattern: Int64(action.raw) &+ 1))
      &* 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835
  }
}
