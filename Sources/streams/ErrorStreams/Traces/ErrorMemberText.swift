internal import Bytes

/// The text of a member that holds an error, as Foundation or Swift prints it.
enum ErrorMemberText {
  /// Nothing for any other text. A Swift error that wraps one of Foundation's is read as that one, which has a code,
  /// unless it names it as its underlying error.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    texts.removeAll()
    if let error = SwiftErrorText.error(text) ?? ServerErrorText.error(text) {
      texts.append(error)
      let domain = text.firstIndex(of: ByteSlice("Error Domain="))
      if let domain, !isUnderlying(after: text[0..<domain]) { texts.removeAll() }
    }
    AppleErrorText.read(text, into: &texts)
  }

  private static func isUnderlying(after text: ByteSlice) -> Bool {
    text.hasSuffix(ByteSlice("nderlying error: ")) || text.hasSuffix(ByteSlice("underlyingError: "))
      || text.hasSuffix(ByteSlice("underlyingError: Optional("))
  }
}
