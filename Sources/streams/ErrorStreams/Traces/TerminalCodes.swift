internal import Bytes

/// ECMA-48 section 5.4: `ESC [`, parameters, a final byte.
enum TerminalCodes {
  static let escape: UInt8 = 0x1B

  /// The place behind a color, or the place itself if there is none.
  static func end(ofColorAt start: Int, in line: ByteSlice) -> Int {
    guard start + 1 < line.count, line[start] == escape, line[start + 1] == UInt8(ascii: "[") else {
      return start
    }
    var index = start + 2
    while index < line.count, line[index].isDigit || line[index] == UInt8(ascii: ";") { index += 1 }
    return index < line.count && line[index] == UInt8(ascii: "m") ? index + 1 : start
  }

  static func removeAll(from text: inout Buffer<UInt8>) {
    var plain = Buffer<UInt8>(capacity: text.count + 1)
    appendPlain(text.slice, to: &plain)
    text.removeAll()
    text.append(plain.slice)
  }

  static func appendPlain(_ text: ByteSlice, to output: inout Buffer<UInt8>) {
    var index = 0
    while let found = text.firstIndex(of: escape, from: index) {
      output.append(text[index..<found])
      index = found + 1
      guard index < text.count, text[index] == UInt8(ascii: "[") else { continue }
      index += 1
      while index < text.count, text[index] >= 0x20, text[index] < 0x40 { index += 1 }
      if index < text.count { index += 1 }
    }
    output.append(text[index..<text.count])
  }
}
