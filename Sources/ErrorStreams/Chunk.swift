package import RuleEngine

/// A run of whole lines of a stream, read into memory that is used again.
package struct Chunk: ~Copyable {
  /// The lines, each with its line feed but perhaps the stream's last.
  package var bytes = Buffer<UInt8>(capacity: 1 << 18)
  /// Whether a line that is too long to be read follows these lines, and was passed over.
  package var precedesLongLine = false
  /// Whether the stream ends here, inside a line.
  package var endsInsideLine = false

  package init() {}
}
