internal import Synchronization

/// Alerts wait for one another: one is shown at a time, in the order in which they were raised, and none overwrites another.
final class AlertQueue: Sendable {
  /// An alert that waits, or is shown.
  final class Ticket: Sendable {
    let key: UInt128?
    /// Its turn has come; or it will not, since the queue is full.
    let turn = Once<Bool>()

    init(key: UInt128?) {
      self.key = key
    }
  }

  private struct State {
    var waiting: [Ticket] = []
    /// Those that take the answer of the alert before them, by the alert.
    var joined: [ObjectIdentifier: [Once<AlertChoice>]] = [:]
    var joinedCount = 0
  }

  private let state = Mutex(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// How many alerts wait, are shown, or take the answer of one that does.
  var count: Int { state.withLock { $0.waiting.count + $0.joinedCount } }

  /// A place in the queue.
  enum Place: Sendable {
    case own(Ticket)
    /// The alert before it is of the same key and open: its answer is taken.
    case joined(Once<AlertChoice>)
    case full
  }

  /// Takes a place; an alert with a key joins the last one in the queue where that has the same key.
  func enter(key: UInt128?) -> Place {
    state.withLock { state in
      guard state.waiting.count + state.joinedCount < limit else { return .full }
      if let key, let last = state.waiting.last, last.key == key {
        let answer = Once<AlertChoice>()
        state.joined[ObjectIdentifier(last), default: []].append(answer)
        state.joinedCount += 1
        return .joined(answer)
      }
      let ticket = Ticket(key: key)
      state.waiting.append(ticket)
      if state.waiting.count == 1 { ticket.turn.bring(true) }
      return .own(ticket)
    }
  }

  /// Waits for an alert's turn and shows it; it is never shown where the task is cancelled before.
  func show(_ ticket: Ticket, _ present: @Sendable () async -> AlertChoice) async -> AlertChoice {
    let hasTurn = await withTaskCancellationHandler {
      await ticket.turn.value
    } onCancel: {
      ticket.turn.bring(false)
    }
    let choice = hasTurn ? await present() : .never
    leave(ticket, choice)
    return choice
  }

  private func leave(_ ticket: Ticket, _ choice: AlertChoice) {
    let (joined, next) = state.withLock { state -> ([Once<AlertChoice>], Ticket?) in
      let joined = state.joined.removeValue(forKey: ObjectIdentifier(ticket)) ?? []
      state.joinedCount -= joined.count
      guard let place = state.waiting.firstIndex(where: { $0 === ticket }) else { return (joined, nil) }
      state.waiting.remove(at: place)
      return (joined, place == 0 ? state.waiting.first : nil)
    }
    for answer in joined { answer.bring(choice) }
    next?.turn.bring(true)
  }
}
