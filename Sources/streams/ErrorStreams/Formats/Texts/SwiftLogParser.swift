package import Bytes

/// `StreamLogHandler`: `2026-11-21T01:41:19+0000 error com.app: key=value … [Source] message`.
///
/// Metadata is sorted by key and unquoted, so a value may contain spaces: it extends to the next greater ` key=`, the
/// last one to the first ` [Source] ` that no such key follows.
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
    guard let bracket = sourceStart(rest), let end = sourceEnd(rest, from: bracket) else { return false }
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
    var keys = SwiftLogKeys()
    var index = 0
    while let bracket = rest.firstIndex(of: UInt8(ascii: "["), from: index) {
      index = bracket + 1
      guard bracket == 0 || rest[bracket - 1] == UInt8(ascii: " "), sourceEnd(rest, from: bracket) != nil
      else { continue }
      if bracket == 0 { return bracket }
      let isWithoutKey = keys.isEmpty
      let isLater = keys.advance(in: rest[0..<bracket])
      if source != nil, isWithoutKey || !isLater { break }
      source = bracket
    }
    return source
  }

  /// The closing bracket of a source, which is a name of Swift; nil for other text in brackets.
  private func sourceEnd(_ rest: ByteSlice, from bracket: Int) -> Int? {
    var end = bracket + 1
    guard end < rest.count, rest[end].isLetter || rest[end] == UInt8(ascii: "_") else { return nil }
    while end < rest.count, rest[end].isLetter || rest[end].isDigit || rest[end] == UInt8(ascii: "_") {
      end += 1
    }
    return rest[end..<rest.count].hasPrefix(ByteSlice("] ")) ? end : nil
  }

  private func appendPairs(_ metadata: ByteSlice, to text: inout Buffer<UInt8>) -> Bool {
    let start = text.count - 1
    var keys = SwiftLogKeys()
    guard var last = keys.next(in: metadata) else { return false }
    while true {
      let next = keys.next(in: metadata)
      let end = next.map { $0.lowerBound - 1 } ?? metadata.count
      text.appendMember(metadata[last], metadata[(last.upperBound + 1)..<end], objectAt: start)
      guard let next else { return true }
      last = next
    }
  }
}

/// The keys of metadata, one after the other.
private struct SwiftLogKeys {
  private var last: Range<Int>?
  /// The values so far whose brackets or quotes are not closed. Each is read to the end of the metadata.
  private var unclosed = 0
  /// The number of them behind which brackets and quotes are text, so that no line is read again and again.
  private static let mostUnclosed = 8

  /// Whether none was found yet.
  var isEmpty: Bool { last == nil }

  /// Goes on to the last key of a longer text; false if it has no further one.
  mutating func advance(in metadata: ByteSlice) -> Bool {
    var isLater = false
    while next(in: metadata) != nil { isLater = true }
    return isLater
  }

  /// The next key, behind a space. It is greater than the one before it, and does not stand inside brackets or quotes,
  /// unless these are never closed.
  mutating func next(in metadata: ByteSlice) -> Range<Int>? {
    guard let last else {
      last = metadata.firstIndex(of: UInt8(ascii: "=")).flatMap { $0 > 0 ? 0..<$0 : nil }
      return last
    }
    let start = last.upperBound + 1
    var nesting = Nesting()
    var nested: Range<Int>?
    // The members of Foundation's text of an error are no keys.
    var hasError = false
    var word = start
    for index in start..<max(start, metadata.count) {
      let byte = metadata[index]
      let isClosed = nesting.isClosed || unclosed > Self.mostUnclosed
      if byte == UInt8(ascii: "="), word > start, word < index, isClosed || nested == nil,
        isKey(metadata[word..<index], after: metadata[last], hasError)
      {
        guard !isClosed else {
          self.last = word..<index
          return word..<index
        }
        nested = word..<index
      }
      if byte == UInt8(ascii: "E"), !hasError {
        hasError = metadata[index..<metadata.count].hasPrefix(ByteSlice("Error "))
      }
      if byte <= 0x20 { word = index + 1 }
      nesting.pass(byte)
    }
    guard !nesting.isClosed, let nested else { return nil }
    unclosed += 1
    self.last = nested
    return nested
  }

  private func isKey(_ key: ByteSlice, after last: ByteSlice, _ hasError: Bool) -> Bool {
    guard isSorted(last, key) else { return false }
    for index in 0..<key.count where !isPartOfKey(key[index]) { return false }
    return !(hasError && (key == "Domain" || key == "Code" || key == "UserInfo"))
  }

  private func isPartOfKey(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "@")
  }

  private func isSorted(_ key: ByteSlice, _ next: ByteSlice) -> Bool {
    for index in 0..<min(key.count, next.count) where key[index] != next[index] {
      return key[index] < next[index]
    }
    return key.count < next.count
  }
}
