import ErrorHandling

/// A menu whose “Refresh” goes to the topmost view: the feed, or a sheet of comments while it is visible.
struct Menu: Sendable {
  private let events = EventPublisher()
  private let feed: EventPublisher.Subscription

  init(reloadFeed: @escaping @Sendable () async -> Void) {
    feed = events.subscribe(to: "refresh") { _ in await reloadFeed() }
  }

  /// Shows a sheet above the feed, which gets no refresh until the sheet is closed.
  func showComments(
    reload: @escaping @Sendable () async -> Void,
    until closed: () async -> Void
  ) async {
    let sheet = events.subscribe(to: "refresh", below: feed) { _ in await reload() }
    await closed()
    events.cancel(sheet)
  }

  /// Refreshes the deepest subscribers, and returns their number.
  func refresh() async -> Int { await events.publish("refresh") }

  /// Refreshes all subscribers, for example when the network is back.
  func refreshAll() async -> Int { await events.publish("refresh", to: .all) }
}
