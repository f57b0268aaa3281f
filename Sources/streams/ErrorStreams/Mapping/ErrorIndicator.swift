internal import Bytes

/// A value that may make a document an error, whatever its severity.
struct ErrorIndicator: BitwiseCopyable {
  enum Meaning: UInt8, BitwiseCopyable {
    /// Another log's record, which decides for itself.
    case record
    case presence
    /// A member of the plain name `type`, which many logs use for the kind of a line. A level below that of errors
    /// decides against it.
    case plainType
    /// Contains `Error Domain=…`.
    case appleErrors
    case trace
  }

  let slot: Int32
  let meaning: Meaning
}

extension ErrorIndicator.Meaning {
  /// - Parameters:
  ///   - text: a present value, if it is a text.
  ///   - texts: the buffer for errors in texts.
  func mayIndicateError(_ text: ByteSlice?, _ texts: inout ErrorTexts) -> Bool {
    switch self {
    case .record:
      guard let text = text?.trimmed else { return true }
      return !text.isEmpty && text[0] == UInt8(ascii: "{")
    case .presence:
      return true
    case .plainType:
      return false
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
