internal import RuleEngine
public import SwiftErrors

/// Events that go down, from one place to those below it who subscribed: the way back of events that rules let climb.
///
/// ```swift
/// let menu = EventPublisher()
/// let window = menu.subscribe(to: "Refresh") { _ in await feed.reload() }
/// let sheet = menu.subscribe(to: "Refresh", below: window) { _ in await comments.reload() }
/// await menu.publish("Refresh")  // the sheet's alone: it is deepest
/// ```
///
/// Nobody down there answers, so no resolution comes of it; rules have no part in it.
public final class EventPublisher: Sendable {
  /// Who hears an event.
  public enum Level: Sendable, Hashable {
    /// Those whom no subscriber stands above; everybody; those who are deepest of all.
    case first, all, last
  }

  /// A subscription; what ``EventPublisher/cancel(_:)`` takes, and what deeper ones are below.
  public struct Subscription: Sendable, Hashable {
    let number: Int
    /// How many subscriptions it is below.
    let depth: Int
  }

  /// An event as it arrives.
  public struct Event: Sendable {
    /// Its name.
    public let name: String
    /// What it carries.
    public let values: [String: JSONValue]
  }

  private struct Entry: Sendable {
    let event: String
    let subscription: Subscription
    let hear: @Sendable (Event) async -> Void
  }

  private struct State {
    var entries: [Entry] = []
    var next = 1
  }

  private let state = Lock(State())

  /// A publisher that nobody has subscribed to.
  public init() {}

  /// Hears events of a name from now on.
  ///
  /// - Parameters:
  ///   - event: the event's name.
  ///   - parent: the subscription that this one is below; nil: none.
  ///   - hear: what is done with one.
  public func subscribe(
    to event: String,
    below parent: Subscription? = nil,
    _ hear: @escaping @Sendable (Event) async -> Void
  ) -> Subscription {
    state.withLock { state in
      let subscription = Subscription(number: state.next, depth: parent.map { $0.depth + 1 } ?? 0)
      state.next += 1
      state.entries.append(Entry(event: event, subscription: subscription, hear: hear))
      return subscription
    }
  }

  /// Ends a subscription; what is none any more is left alone.
  public func cancel(_ subscription: Subscription) {
    state.withLock { state in state.entries.removeAll { $0.subscription == subscription } }
  }

  /// Tells those who subscribed when this began, one after the other in the order they did.
  ///
  /// - Returns: how many heard it.
  @discardableResult
  public func publish(
    _ event: String,
    with values: [String: JSONValue] = [:],
    to level: Level = .last
  ) async -> Int {
    let all = state.withLock { state in state.entries.filter { $0.event == event } }
    let deepest = all.map { $0.subscription.depth }.max() ?? 0
    let hearers = all.filter { entry in
      switch level {
      case .first: entry.subscription.depth == 0
      case .all: true
      case .last: entry.subscription.depth == deepest
      }
    }
    for hearer in hearers { await hearer.hear(Event(name: event, values: values)) }
    return hearers.count
  }
}
