package import Bytes

/// `StreamLogHandler`: `2026-11-21T01:41:19+0000 error com.app: key=value … [Source] message`.
///
/// Metadata is sorted and unquoted, so a value may contain spaces: it extends to the next `word=`, the last
/// one to the last ` [Source] `, from the right.
package struct SwiftLogParser: LineParser, LineReader {
  package init() {}

  package var summary: String { "`TIME LEVEL LABEL: key=value [Source] message`" }

  package func mayBegin(with byte: UInt8) -> Bool { byte.isDigit }

  package func appendDocument(of line: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    guard line.count > 26, line[10] == UInt8(ascii: "T"),
      let space = line.firstIndex(of: UInt8(ascii: " ")), space >= 20, space <= 32,
      let second = line.firstIndex(of: UInt8(ascii: " "), from: space + 1),
      SeverityWord.severity(line[(space + 1)..<second]) != nil,
      let colon = line.firstIndex(of: ByteSlice(": "), from: second + 1) ?? lastColon(line, from: second + 1)
    else { return false }
    let start = text.count
    text.append(UInt8(ascii: "{"))
    text.appendMember(ByteSlice("time"), line[0..<space], objectAt: start)
    text.appendMember(ByteSlice("level"), line[(space + 1)..<second], objectAt: start)
    text.appendMember(ByteSlice("label"), line[(second + 1)..<colon].trimmed, objectAt: start)
    let rest = line[min(colon + 2, line.count)..<line.count]
    guard let bracket = sourceStart(rest), let end = rest.firstIndex(of: ByteSlice("] "), from: bracket)
    else {
      return false
    }
    text.appendMember(ByteSlice("source"), rest[(bracket + 1)..<end], objectAt: start)
    text.appendMember(ByteSlice("message"), rest[(end + 2)..<rest.count], objectAt: start)
    let metadata = rest[0..<bracket].trimmed
    if !metadata.isEmpty {
      text.append(",\"metadata\":{")
      guard appendPairs(metadata, to: &text) else { return false }
      text.append(UInt8(ascii: "}"))
    }
    text.append("}\n")
    return true
  }

  private func lastColon(_ line: ByteSlice, from: Int) -> Int? {
    !line.isEmpty && line[line.count - 1] == UInt8(ascii: ":") && line.count - 1 > from ? line.count - 1 : nil
  }

  /// The start of the source: at the start of the rest, or after the metadata; a bracketed word that sorted keys follow
  /// is part of a value.
  private func sourceStart(_ rest: ByteSlice) -> Int? {
    var source: Int?
    var index = 0
    while let bracket = rest.firstIndex(of: UInt8(ascii: "["), from: index) {
      index = bracket + 1
      let isAfterSpace = bracket == 0 || rest[bracket - 1] == UInt8(ascii: " ")
      guard isAfterSpace, let end = rest.firstIndex(of: ByteSlice("] "), from: bracket),
        isSource(rest[(bracket + 1)..<end])
      else { continue }
      if bracket == 0 { return bracket }
      guard let before = source else {
        source = bracket
        continue
      }
      guard let key = key(in: rest[before..<bracket], isLast: false),
        let last = self.key(in: rest[0..<before], isLast: true), isSorted(last, key)
      else { break }
      source = bracket
    }
    return source
  }

  private func key(in text: ByteSlice, isLast: Bool) -> ByteSlice? {
    var found: ByteSlice?
    var index = 0
    while let equals = text.firstIndex(of: UInt8(ascii: "="), from: index) {
      var word = equals
      while word > index, text[word - 1] > 0x20 { word -= 1 }
      if word < equals, word == 0 || text[word - 1] <= 0x20 {
        found = text[word..<equals]
        if !isLast { break }
      }
      index = equals + 1
    }
    return found
  }

  private func isSorted(_ key: ByteSlice, _ next: ByteSlice) -> Bool {
    for index in 0..<min(key.count, next.count) where key[index] != next[index] {
      return key[index] < next[index]
    }
    return key.count < next.count
  }

  private func isSource(_ text: ByteSlice) -> Bool {
    guard !text.isEmpty, text[0].isLetter || text[0] == UInt8(ascii: "_") else { return false }
    for index in 0..<text.count
    where !text[index].isLetter && !text[index].isDigit && text[index] != UInt8(ascii: "_") { return false }
    return true
  }

  private func appendPairs(_ metadata: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let start = text.count - 1
    var index = 0
    while index < metadata.count {
      guard let equals = metadata.firstIndex(of: UInt8(ascii: "="), from: index), equals > index else {
        return false
      }
      // The value extends to the next key.
      var end = metadata.count
      var next = equals + 1
      while let following = metadata.firstIndex(of: UInt8(ascii: "="), from: next) {
        var word = following
        while word > equals + 1, metadata[word - 1] > 0x20 { word -= 1 }
        if word > equals + 1, word < following {
          end = word - 1
          break
        }
        next = following + 1
      }
      text.appendMember(metadata[index..<equals], metadata[(equals + 1)..<end], objectAt: start)
      index = min(end + 1, metadata.count)
    }
    return true
  }
}
