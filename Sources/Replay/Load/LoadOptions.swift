package import RuleEngine

/// Assumptions of the load preview.
package struct LoadOptions: Sendable {
  /// The subjects that may name the upstream system; the first one with a value counts.
  ///
  /// First the names of server and peer service in the OpenTelemetry semantic conventions, then common names
  /// outside them, then the operation and the origin.
  package static let defaultUpstream: [Subject] = [
    .attribute("server.address"), .attribute("peer.service"), .attribute("upstream"), .attribute("host"),
    .field(.operation), .field(.origin),
  ]

  /// The subjects that may name the upstream system; the first one with a value counts.
  package var upstream = LoadOptions.defaultUpstream
  /// The probability that a try succeeds, from 0 to 1; nil to infer it from later records.
  package var successRate: Double?
  package var followed = 100_000

  package init() {}
}
