internal import Bytes
package import Records

/// An input from code or a person during an evaluation, in the order of the questions.
package enum LiveInput: Sendable {
  case alert(Choice)
  /// The result of an action whose failure has a verdict.
  case performed(PerformedResult)
  /// The evaluation of connected code; nil if it leaves the decision to the rules.
  case connected(Evaluation?)

  package enum Choice: Sendable {
    /// The button, or the error's option, by its index; whether a coalescing alert took the answer; and
    /// whether the option recovered, if it was tried.
    case button(Int, isCoalesced: Bool, recovered: Bool?)
    /// The alert will never be answered.
    case never
  }
}

/// An input that an evaluation needs before it can continue.
package enum LiveQuestion: Sendable {
  case alert(LiveAction, coalescing: UInt128?)
  /// The result of an action whose failure has a verdict.
  case action(LiveAction)
  /// The evaluation of code connected at a responder, by its index.
  case connected(Int)
}

/// The inputs of an evaluation in a running program, and the question at which it stops for lack of one.
package struct LiveInputs: Sendable {
  /// Whether a program is running; false during replay.
  let isOn: Bool
  fileprivate let given: [LiveInput]
  /// Whether code is connected at each responder. Empty if there is none.
  private let connections: [Bool]
  /// The values that the state returned for this error; a rerun reads the same ones.
  package fileprivate(set) var stateReads: [Int32]
  package fileprivate(set) var question: LiveQuestion?
  private var next = 0

  package init(isOn: Bool, given: [LiveInput], connections: [Bool], stateReads: [Int32]) {
    self.isOn = isOn
    self.given = given
    self.connections = connections
    self.stateReads = stateReads
  }

  init() { self.init(isOn: false, given: [], connections: [], stateReads: []) }

  fileprivate var isEmpty: Bool { given.isEmpty && connections.isEmpty }

  func isConnected(at place: ResponderIndex) -> Bool { !connections.isEmpty && connections[Int(place)] }

  fileprivate mutating func take() -> LiveInput? {
    guard next < given.count else { return nil }
    next += 1
    return given[next - 1]
  }
}

extension Evaluator {
  /// Evaluates the last record in a running program, with the outcome in `outcome` unless a question is open.
  ///
  /// - Parameters:
  ///   - live: the inputs so far; receives the open question.
  ///   - start: the first responder; nil for the one of the record's origin.
  /// - Returns: whether neither an input nor a given `start` took part, and no question is open.
  package mutating func evaluate(
    _ state: inout ChainState, live: inout LiveInputs, ordinal: UInt64, clock: Timestamp?, from start: Int?
  ) -> Bool {
    let isAlone = live.isEmpty && start == nil
    swap(&inputs.live, &live)
    state.stateReads = inputs.live.stateReads
    if !isAlone {
      var sink = NoSteps()
      _ = evaluate(&state, reportingTo: &sink, ordinal: ordinal, clock: clock, from: start)
    } else if case .known(let cached) = evaluate(&state, ordinal: ordinal, clock: clock) {
      take(cached.number)
    }
    swap(&inputs.live, &live)
    live.stateReads = state.stateReads
    state.clearStateReads()
    return isAlone && live.question == nil
  }

  enum Connection {
    case nobody
    case handled(Evaluation)
    case pending
  }

  mutating func evaluateConnected(at responder: ResponderIndex) -> Connection {
    guard inputs.isConnected(at: responder) else { return .nobody }
    guard case .connected(let evaluation) = inputs.live.take() else {
      inputs.live.question = .connected(Int(responder))
      return .pending
    }
    return evaluation.map { .handled($0) } ?? .nobody
  }

  /// A person's answer to an alert; nil if it must be requested first.
  mutating func liveAnswer(
    to alert: CompiledAlert, of action: Index<CompiledAction>, at clause: ClauseIndex,
    _ state: inout ChainState
  ) -> AlertAnswer? {
    guard alert.decides else { return firstButton(of: alert, at: clause) }
    guard case .alert(let choice) = inputs.live.take() else {
      let ran = Outcome.RanAction(
        action: action, clause: clause, errorNode: error, resolution: outcome.resolution.number)
      inputs.live.question = .alert(
        liveAction(ran, ordinal: inputs.ordinal ?? 0),
        coalescing: alert.coalesces ? coalescingKey(alert, action) : nil)
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

  /// The result of an action; nil if it must run first.
  mutating func liveResult(of action: Index<CompiledAction>, at clause: ClauseIndex) -> PerformedResult? {
    guard case .performed(let result) = inputs.live.take() else {
      let ran = Outcome.RanAction(
        action: action, clause: clause, errorNode: error, resolution: outcome.resolution.number)
      inputs.live.question = .action(liveAction(ran, ordinal: inputs.ordinal ?? 0))
      return nil
    }
    return result
  }

  private func coalescingKey(_ alert: CompiledAlert, _ action: Index<CompiledAction>) -> UInt128 {
    key(alert.coalesce) ^ UInt128(UInt64(bitPattern: Int64(action.raw) &+ 1))
      &* 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835
  }
}
