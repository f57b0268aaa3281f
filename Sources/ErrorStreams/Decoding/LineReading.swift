package import Bytes

extension JSONFault {
  /// More text could have completed the line to a record.
  package func isUnfinished(_ line: ByteSlice) -> Bool {
    guard !line.isEmpty, line[0] == UInt8(ascii: "{") else { return false }
    let rest = line[offset..<line.count]
    switch kind {
    case .unexpectedEnd, .unclosedString: return true
    case .missingDigits: return rest.isEmpty
    case .unknownWord:
      return ByteSlice("true").hasPrefix(rest) || ByteSlice("false").hasPrefix(rest)
        || ByteSlice("null").hasPrefix(rest)
    default: return false
    }
  }

  /// A line of text is no JSON with a mistake.
  package func isOfText(_ line: ByteSlice) -> Bool {
    guard kind != .invalidUTF8, kind != .byteOrderMark, case let text = line.trimmed, !text.isEmpty else {
      return false
    }
    let first = text[0]
    return first != UInt8(ascii: "{") && first != UInt8(ascii: "[") && first != UInt8(ascii: "\"")
  }

  package static let textReason = "This line is not a record: it does not begin with “{”."
}
