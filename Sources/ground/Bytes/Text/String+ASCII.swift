extension String {
  /// The usual case, that it does not, is decided without splitting the text into characters.
  package func contains(ascii character: Unicode.Scalar) -> Bool {
    utf8.contains(UInt8(ascii: character)) && contains(Character(character))
  }
}
