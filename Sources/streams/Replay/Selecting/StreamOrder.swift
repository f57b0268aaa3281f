package enum StreamOrder: Sendable {
  case given
  /// Each stream is assumed to be nearly in order.
  case time

  /// Each needs an open file and a chunk in memory.
  package static let mostMerged = 500
}
