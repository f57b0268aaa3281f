internal import Bytes
internal import Records

/// Collectors that wrap each line of a program, and may split long ones.
package enum Wrapping: Sendable {
  /// `{"log":"…\n","stream":"stderr",…}`; without the line feed if it was split.
  case docker
  /// `TIME STREAM TAG …`, with the tag `P` if it was split.
  case cri
  /// `docker compose logs`: `SERVICE  | …`, perhaps with a time.
  case compose
  /// `kubectl logs --prefix`, stern and kubetail: the pod and the container, perhaps with a time.
  case pods

  struct Line: BitwiseCopyable {
    /// The program's text; for Docker, JSON-escaped.
    var text: ByteSlice
    /// Common to the lines of a record.
    var source: ByteSlice
    /// The next line of the source continues it.
    var isSplit: Bool
    var rest = ByteSlice("")
  }

  func line(_ line: ByteSlice) -> Line? {
    switch self {
    case .docker: docker(line)
    case .cri: cri(line)
    case .compose: compose(line)
    case .pods: pods(line)
    }
  }

  /// Unescaped.
  func plain(_ line: Line, in scratch: inout Buffer<UInt8>) -> ByteSlice {
    guard self == .docker else { return withoutCodes(line.text, in: &scratch) }
    let text = line.isSplit ? line.text : line.text[0..<(line.text.count - 2)]
    guard text.firstIndex(of: UInt8(ascii: "\\")) != nil else { return text }
    scratch.removeAll()
    var index = 0
    var hasCodes = false
    while index < text.count {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "\\"), index < text.count else {
        scratch.append(byte)
        continue
      }
      switch text[index] {
      case UInt8(ascii: "n"): scratch.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): scratch.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): scratch.append(UInt8(ascii: "\t"))
      // Docker's other escapes do not affect where a record begins.
      case UInt8(ascii: "u") where text[(index + 1)..<text.count].hasPrefix(ByteSlice("001b")):
        scratch.append(TerminalCodes.escape)
        hasCodes = true
        index += 4
      case UInt8(ascii: "u"): scratch.append(UInt8(ascii: "?"))
      case let other: scratch.append(other)
      }
      index += 1
    }
    if hasCodes { TerminalCodes.removeAll(from: &scratch) }
    return scratch.slice.trimmedAtEnd
  }

  private func withoutCodes(_ text: ByteSlice, in scratch: inout Buffer<UInt8>) -> ByteSlice {
    guard text.firstIndex(of: TerminalCodes.escape) != nil else { return text }
    scratch.removeAll()
    TerminalCodes.appendPlain(text, to: &scratch)
    return scratch.slice
  }

  private func docker(_ line: ByteSlice) -> Line? {
    let key = ByteSlice("{\"log\":\"")
    guard line.hasPrefix(key), let quote = endOfLog(line, from: key.count),
      let time = line[quote..<line.count].firstIndex(of: ByteSlice(",\"time\":"))
    else { return dockerInAnyOrder(line) }
    let isWhole = line[quote - 1] == UInt8(ascii: "n") && backslashes(before: quote - 1, line) % 2 != 0
    return Line(
      text: line[key.count..<quote], source: line[quote..<(quote + time)], isSplit: !isWhole,
      rest: line[quote..<line.count])
  }

  /// The parts of a line with white space or another order of members, as log copiers write them.
  private func dockerInAnyOrder(_ line: ByteSlice) -> Line? {
    guard let log = value(of: "log", line), let stream = value(of: "stream", line),
      value(of: "time", line) != nil
    else { return nil }
    let text = line[log]
    let isWhole =
      text.hasSuffix(ByteSlice("\\n")) && backslashes(before: log.upperBound - 1, line) % 2 != 0
    return Line(text: text, source: line[stream], isSplit: !isWhole, rest: line[log.upperBound..<line.count])
  }

  /// The place of the value between the quotes, JSON-escaped.
  private func value(of key: StaticString, _ line: ByteSlice) -> Range<Int>? {
    guard !line.isEmpty, line[0] == UInt8(ascii: "{") else { return nil }
    var depth = 0
    var name = 0..<0
    var index = 0
    while index < line.count {
      switch line[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","): name = 0..<0
      case UInt8(ascii: "\""):
        guard let end = endOfText(line, from: index + 1) else { return nil }
        if depth == 1, name.isEmpty {
          name = (index + 1)..<end
        } else if depth == 1, line[name] == key {
          return (index + 1)..<end
        }
        index = end
      default: break
      }
      index += 1
    }
    return nil
  }

  private func endOfLog(_ line: ByteSlice, from start: Int) -> Int? {
    // The usual form, from its end: `…","stream":"stderr","time":"…"}`.
    let comma = UInt8(ascii: ",")
    if let time = line.lastIndex(of: comma), let stream = line[0..<time].lastIndex(of: comma), stream > start,
      line[stream..<time].hasPrefix(ByteSlice(",\"stream\":\"")), line[stream - 1] == UInt8(ascii: "\""),
      backslashes(before: stream - 1, line) % 2 == 0
    {
      return stream - 1
    }
    return endOfText(line, from: start)
  }

  private func endOfText(_ line: ByteSlice, from start: Int) -> Int? {
    var index = start
    while let quote = line.firstIndex(of: UInt8(ascii: "\""), from: index) {
      if backslashes(before: quote, line) % 2 == 0 { return quote }
      index = quote + 1
    }
    return nil
  }

  private func backslashes(before place: Int, _ line: ByteSlice) -> Int {
    var index = place
    while index > 0, line[index - 1] == UInt8(ascii: "\\") { index -= 1 }
    return place - index
  }

  private func cri(_ line: ByteSlice) -> Line? {
    let space = UInt8(ascii: " ")
    guard let first = line.firstIndex(of: space), first >= 20,
      let second = line.firstIndex(of: space, from: first + 1), second + 2 < line.count,
      line[second + 2] == space
    else { return nil }
    let source = line[(first + 1)..<second]
    let tag = line[second + 1]
    guard source == "stdout" || source == "stderr", tag == UInt8(ascii: "F") || tag == UInt8(ascii: "P")
    else {
      return nil
    }
    return Line(text: line[(second + 3)..<line.count], source: source, isSplit: tag == UInt8(ascii: "P"))
  }

  private func compose(_ line: ByteSlice) -> Line? {
    guard let bar = line.firstIndex(of: UInt8(ascii: "|")), bar > 1, line[bar - 1] == UInt8(ascii: " "),
      let space = line.firstIndex(of: UInt8(ascii: " ")), space > 0, line[space..<bar].isBlank
    else { return nil }
    var start = bar + 1
    if start < line.count, line[start] == UInt8(ascii: " ") { start += 1 }
    // The name before the bar is colored, up to here.
    if line[start..<line.count].hasPrefix(ByteSlice("\u{1B}[0m")) { start += 4 }
    start += timeLength(line[start..<line.count])
    return Line(text: line[start..<line.count], source: line[0..<space], isSplit: false)
  }

  private func pods(_ line: ByteSlice) -> Line? {
    guard !line.isEmpty else { return nil }
    let space = UInt8(ascii: " ")
    var end: Int
    if line[0] == UInt8(ascii: "[") {
      guard let close = line.firstIndex(of: UInt8(ascii: "]")), close > 5, close <= 400 else { return nil }
      end = close + 1
    } else {
      guard let first = line.firstIndex(of: space), first > 6,
        line[0..<first].firstIndex(of: UInt8(ascii: "-")) != nil,
        let second = line.firstIndex(of: space, from: first + 1)
      else { return nil }
      end = second
    }
    let source = line[0..<end]
    if end < line.count, line[end] == space { end += 1 }
    end += timeLength(line[end..<line.count])
    return Line(text: line[end..<line.count], source: source, isSplit: false)
  }

  /// The length of the time of `--timestamps`, with the space after it; 0 if there is none.
  private func timeLength(_ text: ByteSlice) -> Int {
    guard let space = text.firstIndex(of: UInt8(ascii: " ")), space >= 20, space <= 30,
      text[10] == UInt8(ascii: "T"), text[space - 1] == UInt8(ascii: "Z"), Timestamp(text[0..<space]) != nil
    else { return 0 }
    return space + 1
  }
}
