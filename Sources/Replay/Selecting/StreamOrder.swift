package enum StreamOrder: Sendable {
  /// One stream after the other.
  case given
  /// By time. Each stream is assumed to be nearly in order.
  case time

  /// The most streams merged at once: each needs an open file and a chunk in memory.
  package static let mostMerged = 500
}
