internal import Bytes
package import Engine
package import Records

/// Errors with the same type and case, or else domain and code, or else template of the message.
package struct ErrorKind: Sendable {
  /// Equal in every replay.
  package let hash: UInt64
  package let name: String
  package let count: Int
  package let firstOrdinal: UInt64
  /// Nil if no error has a time.
  package let first: Timestamp?
  package let last: Timestamp?

  /// Eight hexadecimal digits.
  package var id: String { Self.id(ofHash: hash) }

  private static func id(ofHash hash: UInt64) -> String {
    let digits = String(hash >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The id of the record that was read last.
  package static func id(of evaluator: borrowing Evaluator) -> String {
    var hashes = KindHashes()
    return id(ofHash: hashes.kind(evaluator))
  }
}

/// The hashes of one error, made when they are first needed, however many count it.
struct KindHashes: BitwiseCopyable {
  private var knownIdentity: UInt64?
  private var knownKind: UInt64?

  /// Equal for errors with the same display name.
  @inline(__always)
  mutating func identity(_ evaluator: borrowing Evaluator) -> UInt64 {
    if let knownIdentity { return knownIdentity }
    let identity = evaluator.identityHash
    knownIdentity = identity
    return identity
  }

  /// That of the message's template if the message identifies the error, or else the identity.
  mutating func kind(_ evaluator: borrowing Evaluator) -> UInt64 {
    if let knownKind { return knownKind }
    var kind = identity(evaluator)
    if let message = evaluator.identifyingMessage {
      var template = Buffer<UInt8>(capacity: 256)
      MessageTemplate.append(of: message, to: &template)
      var hash = FastHash(seed: 7)
      hash.add(template.slice)
      kind = hash.value
    }
    knownKind = kind
    return kind
  }
}
