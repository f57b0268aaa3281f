internal import Bytes

/// The line of a stack trace with the error: `Type: message`, or `Type` alone; with a code before the colon
/// in Node.js (`Type [CODE]: message`) and .NET (`Type (CODE): message`).
enum ErrorLine {
  static func error(_ line: ByteSlice) -> ErrorTexts.Error? {
    var end = 0
    while end < line.count, isPartOfType(line[end]) { end += 1 }
    guard end > 0, end <= 256, !line[0].isDigit else { return nil }
    var error = ErrorTexts.Error(type: line[0..<end])
    guard end < line.count else { return error }
    if let close = endOfCode(in: line, after: end) {
      // JavaScript names the class so (`JWTException [Error]`), if it is not the error's name.
      let code = line[(end + 2)..<(close - 1)]
      if !code.hasSuffix(ByteSlice("Error")) { error.code = code }
      end = close
      guard end < line.count else { return error }
    }
    guard line[end] == UInt8(ascii: ":") else { return nil }
    error.message = line[(end + 1)..<line.count].trimmed
    return error
  }

  static func endOfCode(in line: ByteSlice, after end: Int) -> Int? {
    guard end + 3 < line.count, line[end] == UInt8(ascii: " ") else { return nil }
    let close: UInt8
    switch line[end + 1] {
    case UInt8(ascii: "["): close = UInt8(ascii: "]")
    case UInt8(ascii: "("): close = UInt8(ascii: ")")
    default: return nil
    }
    var index = end + 2
    while index < line.count, line[index].isLetter || line[index].isDigit || isInCode(line[index]) {
      index += 1
    }
    guard index > end + 2, index < line.count, line[index] == close else { return nil }
    return index + 1
  }

  private static func isInCode(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func isPartOfType(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }
}
