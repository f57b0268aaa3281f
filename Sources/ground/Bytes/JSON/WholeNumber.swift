/// A whole number written with a point and zeros, such as `503.0`, as table exporters write integers.
package struct WholeNumber {
  /// The number of bytes before the point.
  package let length: Int
  /// Its value; nil beyond 64 bits.
  package let integer: Int64?

  /// Nil for any other number, including one with an exponent.
  package init?(_ text: ByteSlice) {
    guard let point = text.firstIndex(of: UInt8(ascii: ".")),
      Self.zeros(of: text, from: point + 1) == text.count
    else { return nil }
    length = point
    let digits = text[0..<point]
    // The text before the point is the integer part of a JSON number: only -0 is not canonical.
    integer = digits == ByteSlice("-0") ? 0 : digits.canonicalInteger
  }

  static func zeros(of text: ByteSlice, from start: Int) -> Int {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: "0") { end += 1 }
    return end
  }
}

extension JSONEntry {
  /// The same number as an integer, with the text before the point.
  package func asWhole(_ whole: WholeNumber) -> JSONEntry {
    JSONEntry(
      kind: whole.integer == nil ? kind : .integer, offset: Int(offset), length: whole.length, end: Int(end),
      isDecoded: isDecoded, bits: whole.integer.map { UInt64(bitPattern: $0) } ?? bits)
  }
}
