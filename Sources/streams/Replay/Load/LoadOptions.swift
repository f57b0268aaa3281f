package import Records

package struct LoadOptions: Sendable {
  /// Names of server and peer service in the OpenTelemetry semantic conventions, then common names outside
  /// them, then the origin and the route of a request.
  package static let defaultUpstream: [Subject] = [
    .attribute("server.address"), .attribute("peer.service"), .attribute("upstream"), .attribute("host"),
    .field(.origin), .attribute("route"),
  ]

  /// The first one with a value names the upstream system.
  package var upstream = LoadOptions.defaultUpstream
  /// The share of tries that succeed, from 0 to 1; nil to infer it from later records.
  package var successRate: Double?
  package var followed = 100_000
  /// Whether reports have the load; otherwise it is counted for gates alone.
  package var isReported = true

  package init() {}
}
