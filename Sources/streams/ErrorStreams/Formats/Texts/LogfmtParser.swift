package import Bytes

/// `key=value` pairs only, values with spaces in double quotes, with the escapes `\\"`, `\\n` and so on, or
/// in single quotes without escapes, as lograge writes them. A key without a value is an empty text (Go's
/// github.com/go-logfmt/logfmt reads true; no field depends on it).
package struct LogfmtParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "`key=value` pairs only" }

  package var hasNames: Bool { true }

  package func mayBegin(with byte: UInt8) -> Bool {
    isKey(byte) || byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  package func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let line = line.trimmed
    let start = text.count
    var pairs = 0
    var value = Buffer<UInt8>(capacity: 256)
    text.append(UInt8(ascii: "{"))
    var index = 0
    while index < line.count {
      if line[index] == UInt8(ascii: " ") || line[index] == UInt8(ascii: "\t") {
        index += 1
        continue
      }
      let first = index
      while index < line.count, isKey(line[index]) { index += 1 }
      guard index > first, index < line.count, line[index] == UInt8(ascii: "=") else { return false }
      let key = line[first..<index]
      index += 1
      value.removeAll()
      if index < line.count, line[index] == UInt8(ascii: "\"") {
        guard let end = unquote(line, from: index + 1, into: &value) else { return false }
        index = end
        guard index == line.count || line[index] == UInt8(ascii: " ") else { return false }
      } else if let end = endOfQuote(line, from: index) {
        value.append(line[(index + 1)..<end])
        index = end + 1
      } else {
        let begin = index
        while index < line.count, line[index] > 0x20, line[index] != UInt8(ascii: "\"") { index += 1 }
        value.append(line[begin..<index])
        guard index == line.count || line[index] <= 0x20 else { return false }
      }
      text.appendMember(key, value.slice, objectAt: start)
      pairs += 1
    }
    text.append("}\n")
    return pairs >= 2
  }

  private func isKey(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80
      || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "@"), UInt8(ascii: "/")]
        .contains(byte)
  }

  /// The single quote before a blank or the line's end that closes the one at `first`; nil for anything else.
  private func endOfQuote(_ line: ByteSlice, from first: Int) -> Int? {
    let quote = UInt8(ascii: "'")
    guard first < line.count, line[first] == quote else { return nil }
    var index = first + 1
    while let end = line.firstIndex(of: quote, from: index) {
      if end + 1 == line.count || line[end + 1] <= 0x20 { return end }
      index = end + 1
    }
    return nil
  }

  /// Returns the index after the closing quote, or nil if there is none.
  private func unquote(_ line: ByteSlice, from first: Int, into value: inout Buffer<UInt8>) -> Int? {
    var index = first
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: "\"") { return index + 1 }
      if byte == UInt8(ascii: "\\"), index + 1 < line.count {
        index += 1
        switch line[index] {
        case UInt8(ascii: "n"): value.append(0x0A)
        case UInt8(ascii: "r"): value.append(0x0D)
        case UInt8(ascii: "t"): value.append(0x09)
        case let other:
          // An invalid escape is kept as written.
          if other != UInt8(ascii: "\""), other != UInt8(ascii: "\\") { value.append(UInt8(ascii: "\\")) }
          value.append(other)
        }
      } else {
        value.append(byte)
      }
      index += 1
    }
    return nil
  }
}
