internal import Bytes
public import SwiftErrors

/// Publishes events downward, to subscribers below a place: the opposite way of events that escalate.
///
/// ```swift
/// let menu = EventPublisher()
/// let window = menu.subscribe(to: "Refresh") { _ in await feed.reload() }
/// let sheet = menu.subscribe(to: "Refresh", below: window) { _ in await comments.reload() }
/// await menu.publish("Refresh")  // the sheet's alone: it is deepest
/// ```
///
/// Subscribers return nothing, so there is no resolution; rules are not involved.
public final class EventPublisher: Sendable {
  /// The subscribers that receive an event.
  public enum Level: Sendable, Hashable {
    /// The responders without a subscriber above them; all; the deepest ones.
    case first, all, last
  }

  /// A subscription, for ``EventPublisher/cancel(_:)`` and as the parent of deeper ones.
  public struct Subscription: Sendable, Hashable {
    let number: Int
    let depth: Int
  }

  /// A published event.
  public struct Event: Sendable {
    /// The event's name.
    public let name: String
    /// The event's values.
    public let values: [String: JSONValue]
  }

  private struct Entry: Sendable {
    let event: String
    let subscription: Subscription
    let receive: @Sendable (Event) async -> Void
  }

  private struct State {
    var entries: [Entry] = []
    var next = 1
  }

  private let state = Lock(State())

  /// A publisher without subscribers.
  public init() {}

  /// Subscribes to events of a name.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - parent: the subscription above this one; nil for none.
  ///   - receive: called with each event.
  public func subscribe(
    to event: String, below parent: Subscription? = nil, _ receive: @escaping @Sendable (Event) async -> Void
  ) -> Subscription {
    state.withLock { state in
      let subscription = Subscription(number: state.next, depth: parent.map { $0.depth + 1 } ?? 0)
      state.next += 1
      state.entries.append(Entry(event: event, subscription: subscription, receive: receive))
      return subscription
    }
  }

  /// Ends a subscription; has no effect if it has ended.
  public func cancel(_ subscription: Subscription) {
    state.withLock { state in state.entries.removeAll { $0.subscription == subscription } }
  }

  /// Publishes an event to the current subscribers, one after the other in the order of subscription.
  ///
  /// - Returns: the number of subscribers that received it.
  @discardableResult
  public func publish(_ event: String, with values: [String: JSONValue] = [:], to level: Level = .last) async
    -> Int
  {
    let all = state.withLock { state in state.entries.filter { $0.event == event } }
    let deepest = all.map { $0.subscription.depth }.max() ?? 0
    let receivers = all.filter { entry in
      switch level {
      case .first: entry.subscription.depth == 0
      case .all: true
      case .last: entry.subscription.depth == deepest
      }
    }
    for hearer in receivers { await hearer.receive(Event(name: event, values: values)) }
    return receivers.count
  }
}
