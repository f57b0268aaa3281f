/// The versions of the Model Context Protocol, by their dates.
enum ProtocolVersion {
  /// Agreed on by `initialize`; the newest one last. 2025-03-26 is left out: it has several requests in one message.
  static let handshakes = ["2024-11-05", "2025-06-18", "2025-11-25"]
  /// Named in each request.
  static let stateless = ["2026-07-28"]

  /// The version to answer a client with that asks for `wanted`.
  static func agreed(with wanted: String) -> String {
    handshakes.contains(wanted) ? wanted : handshakes[handshakes.count - 1]
  }
}
