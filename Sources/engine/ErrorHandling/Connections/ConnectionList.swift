internal import Records

/// An error as it arrives at a responder in code.
public struct RaisedError: Sendable {
  /// The error as thrown, whatever rules replaced it with; nil for an event.
  public let error: (any Error)?
  /// The event's name; nil for an error.
  public let event: String?
  /// The place where it was raised.
  public let origin: String
  /// The id of the rule file's responder where it arrives; empty outside of one.
  public let responder: String
}

/// A connected closure, for ``RunningChain/disconnect(_:)``.
public struct Connection: Sendable, Hashable {
  let responder: String
  let number: Int
}

/// A value: an evaluation uses the list as it was at its start.
struct ConnectionList: Sendable {
  struct Entry: Sendable {
    let number: Int
    let isAlive: @Sendable () -> Bool
    let respond: @Sendable (RaisedError) async -> Evaluation?
  }

  private(set) var byResponder: [String: [Entry]] = [:]
  private var next = 1

  var isEmpty: Bool { byResponder.isEmpty }

  mutating func connect(
    _ responder: String, isAlive: @escaping @Sendable () -> Bool,
    _ respond: @escaping @Sendable (RaisedError) async -> Evaluation?
  ) -> Connection {
    let entry = Entry(number: next, isAlive: isAlive, respond: respond)
    next += 1
    // Connections of deallocated owners are removed when others are added.
    let alive = (byResponder[responder] ?? []).filter { $0.isAlive() }
    byResponder[responder] = [entry] + alive
    return Connection(responder: responder, number: entry.number)
  }

  mutating func disconnect(_ connection: Connection) {
    byResponder[connection.responder]?.removeAll { $0.number == connection.number }
    if byResponder[connection.responder]?.isEmpty == true { byResponder[connection.responder] = nil }
  }
}
