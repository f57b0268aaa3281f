package import Bytes

/// Nested lists, or an envelope around a message.
package protocol DocumentContainer: Sendable {
  var summary: String { get }
  var markers: Mapping.Markers { get }
  /// Most of the format's records stand outside such containers, so a document is one only if it is not a record.
  var isRare: Bool { get }
  /// Appends the documents on the tape, a line each; the number includes those left out as certainly not
  /// errors.
  func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut quickReject: inout RecordQuickReject
  ) -> Int
}

extension DocumentContainer {
  package var isRare: Bool { false }

  /// The beginning of a document that says that an operation ended well.
  static var completion: StaticString { "{\"ended\":true," }
}
