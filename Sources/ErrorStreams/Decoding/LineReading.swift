package import Bytes

extension JSONFault {
  /// Whether more text could have made the line a record.
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

extension ByteSlice {
  /// Whether there is nothing but white space as JSON has it.
  package var isBlank: Bool {
    for index in 0..<count {
      switch self[index] {
      case 0x20, 0x09, 0x0D, 0x0A: continue
      default: return false
      }
    }
    return true
  }
}
