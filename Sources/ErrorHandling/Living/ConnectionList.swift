internal import RuleEngine

/// An error as it arrives at a responder that is code.
public struct RaisedError: Sendable {
  /// The error as it was thrown, whatever rules made of it on the way; nil where it is an event.
  public let error: (any Error)?
  /// The event's name; nil where it is an error.
  public let event: String?
  /// Where it was raised.
  public let origin: String
  /// The responder it arrives at: an id of the rule file, or empty outside of one.
  public let responder: String
}

/// A closure that is connected at a responder; what ``RunningChain/disconnect(_:)`` takes.
public struct Connection: Sendable, Hashable {
  let responder: String
  let number: Int
}

/// Who is connected where. A value: whoever goes through it goes through it as it was.
struct ConnectionList: Sendable {
  struct Entry: Sendable {
    let number: Int
    /// Whether what it belongs to is still there.
    let isAlive: @Sendable () -> Bool
    let respond: @Sendable (RaisedError) async -> Evaluation?
  }

  private(set) var byResponder: [String: [Entry]] = [:]
  private var next = 1

  var isEmpty: Bool { byResponder.isEmpty }

  mutating func connect(
    _ responder: String,
    isAlive: @escaping @Sendable () -> Bool,
    _ respond: @escaping @Sendable (RaisedError) async -> Evaluation?
  ) -> Connection {
    let entry = Entry(number: next, isAlive: isAlive, respond: respond)
    next += 1
    // Those whose owners went away leave when others come.
    let alive = (byResponder[responder] ?? []).filter { $0.isAlive() }
    byResponder[responder] = [entry] + alive
    return Connection(responder: responder, number: entry.number)
  }

  mutating func disconnect(_ connection: Connection) {
    byResponder[connection.responder]?.removeAll { $0.number == connection.number }
    if byResponder[connection.responder]?.isEmpty == true { byResponder[connection.responder] = nil }
  }
}
