package import Bytes

/// journalctl's `-o verbose`, a time and then indented fields, and `-o export`, whose fields may be binary.
///
/// The members are those of `-o json`, and `time` of the verbose style (journalctl(1); systemd, “Journal Export
/// Format”).
package struct JournalParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "`TIME [s=…;i=…]` or `__CURSOR=…`, then fields, `KEY=VALUE`" }

  package var wholeRecords: TextMapping.Continuation? { .all }

  package func mayBegin(with byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") }

  package func isBeginning(_ line: ByteSlice) -> Bool { Self.isCursor(line) || Self.cursor(of: line) != nil }

  package func appendDocument(of record: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let first = record.firstLine
    let start = text.count
    if let cursor = Self.cursor(of: first) {
      text.append(UInt8(ascii: "{"))
      text.appendMember(ByteSlice("time"), first[0..<cursor], objectAt: start)
      appendIndented(record[min(first.count + 1, record.count)..<record.count], objectAt: start, to: &text)
    } else if Self.isCursor(first) {
      text.append(UInt8(ascii: "{"))
      appendExported(record, objectAt: start, to: &text)
    } else {
      return false
    }
    text.append("}\n")
    return true
  }

  private static func isCursor(_ line: ByteSlice) -> Bool { line.hasPrefix(ByteSlice("__CURSOR=s=")) }

  /// The place of the blank before the cursor of a verbose record.
  private static func cursor(of line: ByteSlice) -> Int? {
    guard !line.isEmpty, line[0].isLetter, line.hasSuffix(ByteSlice("]")) else { return nil }
    return line.firstIndex(of: ByteSlice(" [s="))
  }

  /// Further lines of a value are indented more than the fields.
  private func appendIndented(_ lines: ByteSlice, objectAt start: Int, to text: inout Buffer<UInt8>) {
    var key: Range<Int>?
    var value = Buffer<UInt8>(capacity: 256)
    var index = 0
    while index < lines.count {
      let end = lines.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? lines.count
      let line = lines[index..<end]
      if line.hasPrefix(Self.margin), line.count > 4, line[4] > 0x20,
        let equals = line.firstIndex(of: UInt8(ascii: "="))
      {
        if let key { text.appendMember(lines[key], value.slice, objectAt: start) }
        key = (index + 4)..<(index + equals)
        value.removeAll()
        value.append(line[(equals + 1)..<line.count])
      } else if line.hasPrefix(Self.margin) {
        value.append(UInt8(ascii: "\n"))
        value.append(line.trimmed)
      }
      index = end + 1
    }
    if let key { text.appendMember(lines[key], value.slice, objectAt: start) }
  }

  private static let margin = ByteSlice("    ")

  /// A field without `=` is binary: its length in eight bytes, the least first, and as many bytes.
  private func appendExported(_ record: ByteSlice, objectAt start: Int, to text: inout Buffer<UInt8>) {
    var index = 0
    while index < record.count {
      let end = record.firstIndex(of: UInt8(ascii: "\n"), from: index) ?? record.count
      let line = record[index..<end]
      if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
        text.appendMember(line[0..<equals], line[(equals + 1)..<line.count], objectAt: start)
      } else if !line.isEmpty, end + 9 < record.count {
        let length = (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(record[end + 1 + $1]) }
        let first = end + 9
        guard length <= UInt64(record.count - first) else { return }
        text.appendMember(line, record[first..<(first + Int(length))], objectAt: start)
        index = first + Int(length) + 1
        continue
      }
      index = end + 1
    }
  }
}
