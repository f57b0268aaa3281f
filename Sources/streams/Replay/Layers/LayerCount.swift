/// The requests that the layers below make of a stream's errors, each of which is a whole operation of theirs.
package struct LayerCount: Sendable {
  package struct Layer: Sendable {
    package let name: String
    /// The most tries of one of its operations; 0 if no error reaches it.
    package internal(set) var most = 0
  }

  /// The innermost one first.
  package internal(set) var layers: [Layer]
  package internal(set) var errors = 0
  package internal(set) var requests = 0
  /// The tries of each layer for the error of which most requests are made.
  package internal(set) var worst: [Int] = []
  /// The ordinal of that error.
  package internal(set) var record: UInt64 = 0

  package var worstRequests: Int { worst.reduce(1, *) }
}
