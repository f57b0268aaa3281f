internal import Bytes

/// A value that may make a document an error, whatever its severity.
struct ErrorIndicator: BitwiseCopyable {
  /// The condition on the value.
  enum Meaning: UInt8, BitwiseCopyable {
    /// It is another log's record, which decides for itself.
    case record
    /// It is present.
    case presence
    /// Its text contains `Error Domain=…`.
    case appleErrors
    /// Its text is a stack trace.
    case trace
  }

  let slot: Int32
  let meaning: Meaning
}

extension ErrorIndicator.Meaning {
  /// Whether a present value may indicate an error.
  ///
  /// - Parameters:
  ///   - text: the value, if it is a text.
  ///   - texts: the buffer for errors in texts.
  func mayIndicateError(_ text: ByteSlice?, _ texts: inout ErrorTexts) -> Bool {
    switch self {
    case .record:
      guard let text = text?.trimmed else { return true }
      return !text.isEmpty && text[0] == UInt8(ascii: "{")
    case .presence:
      return true
    case .appleErrors:
      guard let text else { return false }
      texts.removeAll()
      AppleErrorText.read(text, into: &texts)
      return texts.errors.count > 0
    case .trace:
      guard let text else { return false }
      texts.removeAll()
      StackTraceText.read(text, into: &texts)
      return texts.errors.count > 0
    }
  }
}
