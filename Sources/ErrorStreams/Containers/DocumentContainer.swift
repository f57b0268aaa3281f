package import Bytes

/// The outer structure of documents in some formats: nested lists, or an envelope around a message.
package protocol DocumentContainer: Sendable {
  var summary: String { get }
  var markers: Mapping.Markers { get }
  /// Appends the documents of the container on the tape, each with a line feed; returns their number,
  /// including documents left out because they are certainly not errors.
  func appendDocuments(
    of tape: borrowing JSONTape,
    to text: inout Buffer<UInt8>,
    leavingOut quickReject: inout RecordQuickReject
  ) -> Int
}
