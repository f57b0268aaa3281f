package import Bytes

/// What some formats have around their documents: a list in a list, a message in an envelope.
package protocol DocumentContainer: Sendable {
  /// What is in it, in a few words, for the reference.
  var summary: String { get }
  /// What a container has to have.
  var markers: Mapping.Markers { get }
  /// Appends the documents of the container on the tape, each with a line feed; returns how many there are, with those
  /// that are left out since they are surely no errors.
  func appendDocuments(
    of tape: borrowing JSONTape,
    to text: inout Buffer<UInt8>,
    leavingOut glance: inout RecordGlance
  ) -> Int
}
