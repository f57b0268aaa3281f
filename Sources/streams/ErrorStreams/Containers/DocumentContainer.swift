package import Bytes

/// Nested lists, or an envelope around a message.
package protocol DocumentContainer: Sendable {
  var summary: String { get }
  var markers: Mapping.Markers { get }
  /// Appends the documents on the tape, a line each; the number includes those left out as certainly not
  /// errors.
  func appendDocuments(
    of tape: borrowing JSONTape, to text: inout Buffer<UInt8>, leavingOut quickReject: inout RecordQuickReject
  ) -> Int
}

extension DocumentContainer {
  /// The beginning of a document that says that an operation ended well.
  static var completion: StaticString { "{\"ended\":true," }
}
