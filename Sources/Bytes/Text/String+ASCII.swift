extension String {
  /// Whether a character of ASCII stands in the text. Where its byte does not, as is mostly so, nothing is taken apart
  /// into characters.
  package func contains(ascii character: Unicode.Scalar) -> Bool {
    utf8.contains(UInt8(ascii: character)) && contains(Character(character))
  }
}
