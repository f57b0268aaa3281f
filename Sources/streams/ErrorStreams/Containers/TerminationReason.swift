internal import Bytes

/// The reason for which the system ended a process: `Namespace SIGNAL, Code 11 Segmentation fault: 11`, `SIGNAL 6 Abort
/// trap: 6`, `FRONTBOARD 2343432205`, `Namespace SPRINGBOARD, Code 0x8badf00d`.
struct TerminationReason {
  var namespace = ByteSlice("")
  var code: Int64?
  /// The reason in words; may be empty.
  var indicator = ByteSlice("")

  init() {}

  init(_ text: ByteSlice) {
    var text = text.firstLine
    let name = ByteSlice("Namespace ")
    if text.hasPrefix(name) { text = text[name.count..<text.count] }
    var index = 0
    while index < text.count, text[index].isLetter || text[index].isDigit || text[index] == UInt8(ascii: "_")
    {
      index += 1
    }
    guard index > 0 else {
      indicator = text
      return
    }
    let word = text[0..<index]
    if index < text.count, text[index] == UInt8(ascii: ",") { index += 1 }
    text = text[index..<text.count].trimmed
    let code = ByteSlice("Code ")
    if text.hasPrefix(code) { text = text[code.count..<text.count].trimmed }
    var end = 0
    while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: ",") { end += 1 }
    guard let number = Self.number(text[0..<end]) else { return }
    namespace = word
    self.code = number
    indicator = text[min(end + 1, text.count)..<text.count].trimmed
  }

  /// Decimal, or hexadecimal after `0x`.
  static func number(_ text: ByteSlice) -> Int64? {
    guard text.hasPrefix(ByteSlice("0x")) else { return text.wholeNumber }
    guard text.count > 2, text.count <= 17 else { return nil }
    var number: UInt64 = 0
    for index in 2..<text.count {
      let byte = text[index] | 0x20
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return Int64(exactly: number)
  }
}
