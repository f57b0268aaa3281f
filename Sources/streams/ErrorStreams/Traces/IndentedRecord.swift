internal import Bytes

/// A line of a log that begins with blanks, and is none of the record before it: the number of a process is padded (Zabbix), so
/// is a level (gearmand), or a name in front of it is empty (PostgreSQL).
enum IndentedRecord {
  /// A quick check; a pattern decides.
  @inline(__always)
  static func mayBegin(_ line: ByteSlice) -> Bool {
    var index = 0
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    guard index > 0, index < line.count else { return false }
    // A frame begins with a small letter, most code with a letter.
    switch line[index] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return isProcess(line, index) || PostgresMark(in: line) != nil
    case UInt8(ascii: "C")...UInt8(ascii: "I"), UInt8(ascii: "N"), UInt8(ascii: "T"), UInt8(ascii: "W"):
      return isDated(line, index)
    case UInt8(ascii: "L"), UInt8(ascii: "S"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "{"):
      return PostgresMark(in: line) != nil
    default: return false
    }
  }

  /// `  ERROR 2026-11-30 13:56:59`
  private static func isDated(_ line: ByteSlice, _ start: Int) -> Bool {
    var index = start
    while index < line.count, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(line[index]) { index += 1 }
    guard index > start + 2, index + 5 < line.count, line[index] == UInt8(ascii: " "),
      line[index + 5] == UInt8(ascii: "-")
    else { return false }
    return ((index + 1)..<(index + 5)).allSatisfy { line[$0].isDigit }
  }

  /// ` 22998:20261130:130358.841 `
  private static func isProcess(_ line: ByteSlice, _ start: Int) -> Bool {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: start), colon - start <= 10,
      colon + 9 < line.count, line[colon + 9] == UInt8(ascii: ":")
    else { return false }
    return ((colon + 1)..<(colon + 9)).allSatisfy { line[$0].isDigit }
  }
}
