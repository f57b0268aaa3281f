package import RuleEngine

/// What a preview of the load of retries is asked to assume.
package struct LoadOptions: Sendable {
  /// What names the system behind an operation: the first of these that a record has.
  ///
  /// Of the OpenTelemetry semantic conventions the name of the server and of the service behind it; then what people
  /// call it without them; else what was tried, and where it was raised.
  package static let defaultUpstream: [Subject] = [
    .attribute("server.address"), .attribute("peer.service"), .attribute("upstream"), .attribute("host"),
    .field(.operation), .field(.origin),
  ]

  /// What names the system behind an operation: the first of these that a record has.
  package var upstream = LoadOptions.defaultUpstream
  /// How likely a try succeeds, from 0 to 1; nil: the stream's later records say it.
  package var successRate: Double?
  /// How many operations and how many upstreams are followed at once.
  package var followed = 100_000

  package init() {}
}
