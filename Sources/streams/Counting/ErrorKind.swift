package import Engine
package import Records

/// Errors of one kind, as ``KindParts`` says.
package struct ErrorKind: Sendable {
  /// Equal in every replay.
  package let hash: UInt64
  package let name: String
  package let count: Int
  package let firstOrdinal: UInt64
  /// Nil if no error has a time.
  package let first: Timestamp?
  package let last: Timestamp?
  /// Its first record, secrets and all; nil if that is too long, or if errors are not counted by shape.
  package var record: [UInt8]?

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

  init() {}

  /// The hash of a value by which errors are counted in place of their kind.
  init(value: UInt64) { (knownIdentity, knownKind) = (value, value) }

  /// Equal for errors of one kind with the same message.
  @inline(__always)
  mutating func identity(_ evaluator: borrowing Evaluator) -> UInt64 {
    if let knownIdentity { return knownIdentity }
    let identity = evaluator.kindIdentity
    knownIdentity = identity
    return identity
  }

  /// Equal for errors of one kind.
  mutating func kind(_ evaluator: borrowing Evaluator) -> UInt64 {
    if let knownKind { return knownKind }
    let kind = evaluator.kindHash(identity: identity(evaluator))
    knownKind = kind
    return kind
  }
}
