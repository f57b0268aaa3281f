import ErrorHandling

/// A menu whose “Refresh” goes to whatever lies on top: the feed, or a sheet of comments while it is shown.
struct Menu: Sendable {
  private let events = EventPublisher()
  private let feed: EventPublisher.Subscription

  init(reloadFeed: @escaping @Sendable () async -> Void) {
    feed = events.subscribe(to: "refresh") { _ in await reloadFeed() }
  }

  /// Shows a sheet above the feed, which hears of no refresh meanwhile.
  func showComments(
    reload: @escaping @Sendable () async -> Void,
    until closed: () async -> Void
  ) async {
    let sheet = events.subscribe(to: "refresh", below: feed) { _ in await reload() }
    await closed()
    events.cancel(sheet)
  }

  /// Tells those who are deepest; how many heard it.
  func refresh() async -> Int { await events.publish("refresh") }

  /// Tells everybody, when the network is back.
  func refreshAll() async -> Int { await events.publish("refresh", to: .all) }
}
