package import Bytes

extension JSONFault {
  /// A line of text is not JSON with a mistake.
  package func isOfText(_ line: ByteSlice) -> Bool {
    guard kind != .invalidUTF8, kind != .byteOrderMark, case let text = line.trimmed, !text.isEmpty else {
      return false
    }
    switch text[0] {
    case UInt8(ascii: "{"): return false
    // “[INFO] started” is not a list.
    case UInt8(ascii: "["):
      let rest = text[1..<text.count].trimmed
      return !rest.isEmpty && rest[0] != UInt8(ascii: "{") && rest[0] != UInt8(ascii: "[")
    default: return true
    }
  }

  /// - Parameter isUnknown: no format fits the stream, so it need not be JSON.
  package static func textReason(isUnknown: Bool) -> String {
    isUnknown
      ? "This line is in no known format." : "This line is not a record: it does not begin with “{”."
  }
}
