package import RuleEngine

/// Errors with the same type and case, or else domain and code, or else template of the message.
package struct ErrorKind: Sendable {
  /// Eight hexadecimal digits: the same in every replay.
  package let id: String
  package let name: String
  package let count: Int
  package let firstOrdinal: UInt64
  /// Nil if no error has a time.
  package let first: Timestamp?
  package let last: Timestamp?

  static func id(ofHash hash: UInt64) -> String {
    let digits = String(hash >> 32, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Of the record that was read last.
  static func id(of evaluator: borrowing Evaluator) -> String {
    let template = evaluator.identifyingMessage.map { MessageKinds.hash(ofTemplateOf: $0) }
    return id(ofHash: template ?? evaluator.identityHash)
  }
}
