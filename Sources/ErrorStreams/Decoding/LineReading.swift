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
}
