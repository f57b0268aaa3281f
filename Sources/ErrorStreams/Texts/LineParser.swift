package import RuleEngine

/// What makes a document of a line of text, so that a mapping can read it.
package protocol LineParser: Sendable {
  /// What a line looks like, in a few words, for the reference.
  var summary: String { get }
  /// Appends the line as one JSON object with a line feed; false, and perhaps something, where it is no such line.
  func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool
}

extension Buffer where Element == UInt8 {
  /// Appends a member of an object that began at `start`.
  mutating func appendMember(_ key: ByteSlice, _ value: ByteSlice, objectAt start: Int) {
    if count > start + 1 { append(UInt8(ascii: ",")) }
    JSONText.append(string: key, to: &self)
    append(UInt8(ascii: ":"))
    JSONText.append(string: value, to: &self)
  }
}
