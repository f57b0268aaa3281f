internal import Bytes
internal import Records

/// A part of a line before its message: a time, a level, a number, a text in brackets or a word, and what separates it
/// from the next.
struct LinePiece {
  enum Kind: Equatable {
    case time, level, number, bracketed, word
  }

  let kind: Kind
  let range: Range<Int>
  /// Around it: `[` and `]`.
  let opening: UInt8?
  let separator: Separator
  let time: WrittenTime?

  struct Separator: Hashable {
    /// The mark without the spaces around it: `|`, `:`, `-`; empty for spaces alone.
    var mark: String
    var hasSpaceBefore = false
    var spacesAfter = 0
    /// A word is told from the next by it, not by spaces.
    var divides: Bool { mark == "|" || mark == "\t" || mark == ";" || mark == "," && spacesAfter == 0 }
  }

  /// The first pieces of a line.
  static func pieces(of line: ByteSlice, most: Int = 14) -> [LinePiece] {
    var pieces: [LinePiece] = []
    var index = 0
    var divider: UInt8?
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    while index < line.count, pieces.count < most {
      let piece = LinePiece(line, &index, divider)
      if piece.separator.divides, divider == nil { divider = piece.separator.mark.utf8.first }
      pieces.append(piece)
    }
    return pieces
  }

  private init(_ line: ByteSlice, _ index: inout Int, _ divider: UInt8?) {
    let start = index
    if let time = WrittenTime(in: line, at: start) {
      (kind, range, opening, self.time) = (.time, time.range, nil, time)
      index = time.range.upperBound
    } else if let close = Self.closing[line[start]], let end = line.firstIndex(of: close, from: start + 1) {
      opening = line[start]
      var inner = (start + 1)..<end
      while inner.count > 1, line[inner.lowerBound] == UInt8(ascii: " ") {
        inner = (inner.lowerBound + 1)..<inner.upperBound
      }
      let time = WrittenTime(in: line, at: inner.lowerBound)
      self.time = time?.range.upperBound == end ? time : nil
      range = inner
      kind = self.time != nil ? .time : Self.isLevel(line[inner].trimmed) ? .level : .bracketed
      index = end + 1
    } else {
      var end = start
      while end < line.count, line[end] != UInt8(ascii: " "), line[end] != 0x09,
        line[end] != UInt8(ascii: "|"),
        line[end] != divider
      {
        end += 1
      }
      // Marks at its end separate it from the next.
      var last = end
      if last - start > 1, Self.marks.contains(line[last - 1]) { last -= 1 }
      let word = line[start..<last]
      range = start..<last
      opening = nil
      time = nil
      kind = Self.isLevel(word) ? .level : word.isNumber ? .number : .word
      index = last
    }
    separator = Self.separator(line, &index)
  }

  private static func separator(_ line: ByteSlice, _ index: inout Int) -> Separator {
    let start = index
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    let spaces = index - start
    var mark = ""
    let first = index < line.count ? line[index] : 0
    let next = index + 1 < line.count ? line[index + 1] : UInt8(ascii: " ")
    if first == 0x09 || first == UInt8(ascii: "|") || marks.contains(first)
      || dashes.contains(first) && next == UInt8(ascii: " ")
    {
      mark = String(UnicodeScalar(first))
      index += 1
    } else if first == UInt8(ascii: "-"), next == UInt8(ascii: "-"), index + 2 < line.count,
      line[index + 2] == UInt8(ascii: " ") || line[index + 2] == UInt8(ascii: "-")
    {
      while index < line.count, line[index] == UInt8(ascii: "-") {
        mark.append("-")
        index += 1
      }
    }
    let end = index
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    return mark.isEmpty
      ? Separator(mark: "", spacesAfter: spaces)
      : Separator(mark: mark, hasSpaceBefore: spaces > 0, spacesAfter: index - end)
  }

  private static func isLevel(_ word: ByteSlice) -> Bool {
    guard word.count >= 3, word.count <= 13, SeverityWord.severity(word) != nil else { return false }
    // Words of sentences, too.
    return !["log", "fail", "default", "normal", "success", "config", "fine", "exception", "alert"].contains(
      String(word))
  }

  private static let closing: [UInt8: UInt8] = [
    UInt8(ascii: "["): UInt8(ascii: "]"), UInt8(ascii: "("): UInt8(ascii: ")"),
    UInt8(ascii: "<"): UInt8(ascii: ">"), UInt8(ascii: "{"): UInt8(ascii: "}"),
  ]
  private static let marks: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: ";")]
  private static let dashes: [UInt8] = [UInt8(ascii: "-"), UInt8(ascii: ">"), UInt8(ascii: "/")]
}

extension ByteSlice {
  fileprivate var isNumber: Bool {
    guard count > 0 else { return false }
    for index in 0..<count where !self[index].isDigit { return false }
    return true
  }
}
