internal import Bytes

/// One alert is shown at a time, in the order in which they were raised, and none replaces another.
final class AlertQueue: Sendable {
  final class Ticket: Sendable {
    let key: UInt128?
    /// True at its turn; false if the queue is full.
    let turn = Promise<Bool>()

    init(key: UInt128?) {
      self.key = key
    }
  }

  private struct State {
    var waiting: [Ticket] = []
    /// The promises that share the answer of each open alert.
    var joined: [ObjectIdentifier: [Promise<AlertReply>]] = [:]
    var joinedCount = 0
  }

  /// The alerts that the present task shows.
  @TaskLocal private static var shown: [Ticket] = []

  private let state = Lock(State())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Alerts that wait, are shown, or share an answer.
  var count: Int { state.withLock { $0.waiting.count + $0.joinedCount } }

  enum Place: Sendable {
    case own(Ticket)
    /// The previous alert is open and has the same key: its answer is shared.
    case joined(Promise<AlertReply>)
    case full
  }

  /// An alert with a key joins the last one in the queue if that has the same key.
  func enter(key: UInt128?) -> Place {
    state.withLock { state in
      guard state.waiting.count + state.joinedCount < limit else { return .full }
      if let key, let last = state.waiting.last, last.key == key {
        let answer = Promise<AlertReply>()
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

  /// Whether the present task shows an alert of this queue: whoever then waits for another one's turn waits for itself.
  var isShownByThisTask: Bool {
    let shown = Self.shown
    guard !shown.isEmpty else { return false }
    return state.withLock { state in state.waiting.contains { ticket in shown.contains { $0 === ticket } } }
  }

  /// Shows the alert at its turn, unless the task is cancelled before.
  func show(_ ticket: Ticket, _ present: @Sendable () async -> AlertReply) async -> AlertReply {
    let hasTurn = await withTaskCancellationHandler {
      await ticket.turn.value
    } onCancel: {
      ticket.turn.bring(false)
    }
    let reply = hasTurn ? await Self.$shown.withValue(Self.shown + [ticket], operation: present) : .never
    leave(ticket, reply)
    return reply
  }

  private func leave(_ ticket: Ticket, _ reply: AlertReply) {
    let (joined, next) = state.withLock { state -> ([Promise<AlertReply>], Ticket?) in
      let joined = state.joined.removeValue(forKey: ObjectIdentifier(ticket)) ?? []
      state.joinedCount -= joined.count
      guard let index = state.waiting.firstIndex(where: { $0 === ticket }) else { return (joined, nil) }
      state.waiting.remove(at: index)
      return (joined, index == 0 ? state.waiting.first : nil)
    }
    for answer in joined { answer.bring(reply) }
    next?.turn.bring(true)
  }
}

struct AlertReply: Sendable {
  let choice: AlertChoice
  /// Nil if no recovery option was chosen.
  var recovered: Bool?

  static let never = AlertReply(choice: .never)
}
