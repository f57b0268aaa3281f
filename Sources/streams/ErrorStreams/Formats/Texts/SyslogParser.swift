package import Bytes

/// RFC 5424 section 6; `-` means that a part is absent.
package struct SyslogParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "`<PRI>1 TIME HOST APP PROCID MSGID`, structured data, message" }

  package func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard !line.isEmpty, line[0] == UInt8(ascii: "<"), let close = line.firstIndex(of: UInt8(ascii: ">")),
      close >= 2, close <= 4, let priority = line[1..<close].wholeNumber, priority >= 0, priority <= 191,
      line[(close + 1)..<line.count].hasPrefix(ByteSlice("1 "))
    else { return false }
    let start = text.count
    text.append("{\"severity\":")
    JSONText.append(integer: priority % 8, to: &text)
    text.append(",\"facility\":")
    JSONText.append(integer: priority / 8, to: &text)
    var index = close + 3
    for key: StaticString in ["time", "host", "app", "procid", "msgid"] {
      guard let space = line.firstIndex(of: UInt8(ascii: " "), from: index), space > index else {
        return false
      }
      let part = line[index..<space]
      if !(part == "-") { text.appendMember(ByteSlice(key), part, objectAt: start) }
      index = space + 1
    }
    guard index < line.count else { return false }
    if line[index] == UInt8(ascii: "-") {
      index += 1
    } else {
      text.append(",\"data\":{")
      guard appendData(line, &index, to: &text) else { return false }
      text.append(UInt8(ascii: "}"))
    }
    if index < line.count {
      guard line[index] == UInt8(ascii: " ") else { return false }
      var message = line[(index + 1)..<line.count]
      let mark = ByteSlice("\u{FEFF}")
      if message.hasPrefix(mark) { message = message[mark.count..<message.count] }
      if !message.isEmpty { return append(message, objectAt: start, to: &text) }
    }
    text.append("}\n")
    return true
  }

  /// The message, or its first line and the others, and the end of the document.
  private func append(_ message: ByteSlice, objectAt start: Int, to text: inout Buffer<UInt8>) -> Bool {
    var decoded = Buffer<UInt8>()
    let hasEscapes = ControlEscapes.appendDecoded(message, to: &decoded)
    let whole = hasEscapes ? decoded.slice : message
    let end = hasEscapes ? whole.firstIndex(of: UInt8(ascii: "\n")) : nil
    text.appendMember(ByteSlice("message"), whole[0..<(end ?? whole.count)], objectAt: start)
    text.append("}\n")
    if let end { text.appendMore(whole[(end + 1)..<whole.count], after: whole[0..<end]) }
    return true
  }

  /// `[id name="value" …]…`, as members of objects by their ids.
  private func appendData(_ line: ByteSlice, _ index: inout Int, to text: inout Buffer<UInt8>) -> Bool {
    var isFirst = true
    while index < line.count, line[index] == UInt8(ascii: "[") {
      let first = index + 1
      index = first
      while index < line.count, line[index] > 0x20, line[index] != UInt8(ascii: "]") { index += 1 }
      guard index > first, index < line.count else { return false }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.append(string: line[first..<index], to: &text)
      text.append(":{")
      let object = text.count - 1
      while index < line.count, line[index] == UInt8(ascii: " ") {
        let name = index + 1
        guard let equals = line.firstIndex(of: UInt8(ascii: "="), from: name), equals > name,
          equals + 1 < line.count, line[equals + 1] == UInt8(ascii: "\"")
        else { return false }
        var value = Buffer<UInt8>(capacity: 64)
        index = equals + 2
        while index < line.count, line[index] != UInt8(ascii: "\"") {
          let isEscape =
            line[index] == UInt8(ascii: "\\") && index + 1 < line.count
            && [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "]")].contains(line[index + 1])
          if isEscape { index += 1 }
          value.append(line[index])
          index += 1
        }
        guard index < line.count else { return false }
        index += 1
        text.appendMember(line[name..<equals], value.slice, objectAt: object)
      }
      guard index < line.count, line[index] == UInt8(ascii: "]") else { return false }
      index += 1
      text.append(UInt8(ascii: "}"))
    }
    return !isFirst
  }
}
