/// In which order the records of several streams are answered.
package enum StreamOrder: Sendable {
  /// One stream after the other.
  case given
  /// By time, each stream taken to be nearly in order.
  case time

  /// How many streams are merged at once: each has a file open and a chunk in memory.
  package static let mostMerged = 500
}
