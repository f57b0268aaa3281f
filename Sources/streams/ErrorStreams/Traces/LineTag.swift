internal import Bytes

/// The tag by which one of several processes marks its lines: PyTorch's `[rank3]: `, torchrun's `[default3]:`, Open MPI's
/// `[1,3]<stderr>:` and Ray's `(pay pid=12) `; one may stand behind another.
struct LineTag: BitwiseCopyable {
  /// The text that all lines of the process begin with.
  let source: ByteSlice
  /// The number by which the process is known: that of the last tag.
  let number: ByteSlice
  /// The number is a process's id, not a rank.
  let isProcess: Bool
  /// The line without the tag; a space before it, if there is one, is not part of it.
  let text: ByteSlice
  let hasSpace: Bool

  private static let longest = 64
  private static let heading = ByteSlice("Traceback (most recent call last):")

  init?(_ line: ByteSlice) {
    guard var last = Self.tag(line, from: 0) else { return nil }
    while let next = Self.tag(line, from: last.end) { last = next }
    let end = last.end
    source = line[0..<end]
    number = line[last.number]
    isProcess = line[end - 1] != UInt8(ascii: ":")
    hasSpace = end < line.count && line[end] == UInt8(ascii: " ")
    text = line[(hasSpace ? end + 1 : end)..<line.count]
  }

  var isHeading: Bool { text.hasPrefix(Self.heading) }

  /// Whether a line is that of a process, which may also be named without a number: `(raylet) Task pay failed.`
  static func isAt(beginningOf line: ByteSlice) -> Bool {
    let start = TerminalCodes.end(ofColorAt: 0, in: line)
    guard start < line.count else { return false }
    switch line[start] {
    case UInt8(ascii: "["): return LineTag(line) != nil
    case UInt8(ascii: "("):
      if line[start..<line.count].hasPrefix(ByteSlice("(raylet)")) { return true }
      return LineTag(line) != nil
    default: return false
    }
  }

  /// Whether a line is tagged and begins a traceback of Python.
  static func isHeading(_ line: ByteSlice) -> Bool { LineTag(line)?.isHeading ?? false }

  /// Whether a text has such a line. It is found by the rarest byte of the heading: few texts have a traceback.
  static func hasHeading(_ text: ByteSlice) -> Bool {
    let place = mark
    var index = place
    while let hit = text.firstIndex(of: heading[place], from: index) {
      index = hit + 1
      let start = hit - place
      guard start > 0, mayEndTag(text[start - 1]), text[start..<text.count].hasPrefix(heading) else {
        continue
      }
      let before = text[max(0, start - mostBefore)..<start]
      let feed = before.lastIndex(of: UInt8(ascii: "\n"))
      guard feed != nil || before.count == start else { continue }
      if isHeading(text[(start - before.count + (feed.map { $0 + 1 } ?? 0))..<text.count]) { return true }
    }
    return false
  }

  /// Whether a byte may be the last before a tag's text: a blank, or the end of a tag or of its color. A quote is in most JSON.
  private static func mayEndTag(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ")")
      || byte == UInt8(ascii: "m")
  }

  /// The place of the bracket in the heading.
  private static let mark = 10
  /// The bytes of a line before a heading that may be tags.
  private static let mostBefore = 4 * longest

  /// The number of a tag and the place behind it.
  private static func tag(_ line: ByteSlice, from start: Int) -> (number: Range<Int>, end: Int)? {
    let most = min(line.count, start + longest)
    var index = TerminalCodes.end(ofColorAt: start, in: line)
    guard index < most else { return nil }
    let first = line[index]
    index += 1
    let name = index
    if first == UInt8(ascii: "[") {
      while index < most, line[index].isLetter { index += 1 }
      if index == name {
        // The job's number comes before the rank's.
        while index < most, line[index].isDigit { index += 1 }
        guard index > name, index < most, line[index] == UInt8(ascii: ",") else { return nil }
        index += 1
      }
    } else {
      guard first == UInt8(ascii: "("), let place = line[name..<most].firstIndex(of: ByteSlice("pid=")),
        place == 0 || line[name + place - 1] == UInt8(ascii: " ")
      else { return nil }
      index = name + place + 4
    }
    let digits = index
    while index < most, line[index].isDigit { index += 1 }
    guard index > digits, let end = end(line[0..<most], first, after: index) else { return nil }
    return (digits..<index, end)
  }

  private static func end(_ line: ByteSlice, _ first: UInt8, after number: Int) -> Int? {
    let rest = line[number..<line.count]
    if first == UInt8(ascii: "[") {
      for end in [ByteSlice("]:"), ByteSlice("]<stderr>:"), ByteSlice("]<stdout>:")] where rest.hasPrefix(end)
      {
        return number + end.count
      }
      return nil
    }
    // The address may follow.
    guard let close = rest.firstIndex(of: UInt8(ascii: ")")), close == 0 || rest[0] == UInt8(ascii: ",")
    else {
      return nil
    }
    return TerminalCodes.end(ofColorAt: number + close + 1, in: line)
  }
}
