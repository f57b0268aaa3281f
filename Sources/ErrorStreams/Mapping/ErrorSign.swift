internal import Bytes

/// A value that may make a document an error, whatever its severity.
struct ErrorSign: BitwiseCopyable {
  /// What it takes.
  enum Meaning: UInt8, BitwiseCopyable {
    /// Another log's record within, which says for itself what it is.
    case record
    /// Nothing but that it is there.
    case presence
    /// An `Error Domain=…` in its text.
    case appleErrors
    /// That its text is a stack trace.
    case trace
  }

  let slot: Int32
  let meaning: Meaning
}

extension ErrorSign.Meaning {
  /// Whether a value that is there may tell of an error.
  ///
  /// - Parameters:
  ///   - text: the value, where it is a text.
  ///   - texts: where texts that tell of errors are read into.
  func mayTell(_ text: ByteSlice?, _ texts: inout ErrorTexts) -> Bool {
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
