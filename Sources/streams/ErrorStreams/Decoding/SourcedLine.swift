internal import Bytes

/// A line of a stream to which several processes write: the process, and its text.
///
/// The process is known by its tag (``LineTag``), which may stand behind the prefix of a collector of containers' lines, or by
/// the header of a line of syslog: `Nov 22 06:30:23 vm pay[22004]: `.
struct SourcedLine: BitwiseCopyable {
  /// The collector's prefix, which the line keeps.
  let lead: ByteSlice
  /// The beginning that the lines of the process have in common: its tag, or its host, name and id.
  let source: ByteSlice
  /// The container's name or stream.
  let container: ByteSlice
  let text: ByteSlice
  /// A space stands before the text.
  let hasSpace: Bool
  /// The end of the collector's line.
  let rest: ByteSlice
  /// The time of a line of syslog.
  let header: SyslogHeader?

  private static let traceback = ByteSlice("Traceback (most recent call last):")

  init?(_ line: ByteSlice) {
    guard !line.isEmpty else { return nil }
    if let tag = LineTag(line) {
      self.init(tag)
    } else if let wrapped = Self.wrapped(line) {
      let lead = line[0..<(line.count - wrapped.rest.count - wrapped.text.count)]
      if let tag = LineTag(wrapped.text) {
        self.init(tag, behind: lead, of: wrapped.source, before: wrapped.rest)
      } else {
        // One container's lines come one after the other.
        guard wrapped.rest.isEmpty, lead[0].isDigit == false else { return nil }
        self.init(wrapped, behind: lead)
      }
    } else if let header = SyslogHeader(line) {
      self.init(header)
    } else {
      return nil
    }
  }

  private init(_ wrapped: Wrapping.Line, behind lead: ByteSlice) {
    self.lead = lead
    source = ByteSlice("")
    container = wrapped.source
    text = wrapped.text
    hasSpace = false
    rest = ByteSlice("")
    header = nil
  }

  private init(_ header: SyslogHeader) {
    lead = ByteSlice("")
    source = header.source
    container = ByteSlice("")
    text = header.text
    hasSpace = false
    rest = ByteSlice("")
    self.header = header
  }

  private init(
    _ tag: LineTag, behind lead: ByteSlice = ByteSlice(""), of container: ByteSlice = ByteSlice(""),
    before rest: ByteSlice = ByteSlice("")
  ) {
    self.lead = lead
    source = tag.source
    self.container = container
    text = tag.text
    hasSpace = tag.hasSpace
    self.rest = rest
    header = nil
  }

  /// The line is a record by itself, which need not belong to a traceback: it has no tag.
  var isRecord: Bool { header != nil || source.isEmpty }

  /// The process's name among all.
  var key: [UInt8] { Array(container.buffer) + [0] + Array(source.buffer) }

  /// Whether a traceback begins: a process behind a tag writes those of Python, a program in syslog any.
  var isHeading: Bool {
    if text.hasPrefix(Self.traceback) { return true }
    return header != nil
      && (TraceLines.isExceptionName(text) || TraceLines.isUncaught(text) || TraceLines.isCrash(text)
        || UncaughtException.isBeginning(text))
  }

  // MARK: - Streams with such lines

  enum Surroundings {
    case none
    case container
    case syslog
  }

  /// The kind of the first lines that are one of a collector's.
  static func surroundings(of text: ByteSlice) -> Surroundings {
    for line in text.lines.prefix(4) where !line.isBlank {
      if wrapped(line) != nil { return .container }
      if SyslogHeader(line) != nil { return .syslog }
    }
    return .none
  }

  /// Whether a text may have the heading of a traceback behind a process's name. Few texts without one have its signs.
  static func mayHaveHeading(_ text: ByteSlice, _ surroundings: Surroundings) -> Bool {
    switch surroundings {
    case .none: return LineTag.hasHeading(text)
    case .container:
      return tagsBeforeTraceback.contains { $0.place(in: text) != nil }
    case .syslog:
      if traces.contains(where: { $0.place(in: text) != nil }) { return true }
      // The trace itself may follow.
      let tail = text[max(0, text.count - 4_096)..<text.count]
      return tail.lines.contains { SourcedLine($0)?.isHeading == true }
    }
  }

  private static let tagsBeforeTraceback = [
    ByteNeedle("]: Traceback (most recent"), ByteNeedle("]:Traceback (most recent"),
    ByteNeedle(") Traceback (most recent"), ByteNeedle(">:Traceback (most recent"),
    ByteNeedle("[0m Traceback (most recent"), ByteNeedle("| Traceback (most recent"),
    ByteNeedle("] Traceback (most recent"),
  ]
  private static let traces = [
    ByteNeedle("Traceback (most recent call last):"), ByteNeedle("\tat "), ByteNeedle("#011at "),
    ByteNeedle("   at "), ByteNeedle("goroutine "), ByteNeedle(" panicked at "),
    ByteNeedle("terminate called after "),
  ]

  private static func wrapped(_ line: ByteSlice) -> Wrapping.Line? {
    if line[0] == UInt8(ascii: "{") {
      return line.hasPrefix(ByteSlice("{\"log\":\"")) ? Wrapping.docker.line(line) : nil
    }
    if line[0].isDigit, let read = Wrapping.cri.line(line) { return read }
    if line.hasPrefix(ByteSlice("[pod/")) { return Wrapping.pods.line(line) }
    // Any text may look like the names of a pod and a container.
    if let read = Wrapping.pods.line(line), LineTag.isAt(beginningOf: read.text) { return read }
    return line.firstIndex(of: UInt8(ascii: "|")) == nil ? nil : Wrapping.compose.line(line)
  }
}

/// The beginning of a line of syslog, in a file, of RFC 5424, or as journalctl shows it: time, host, program and its id.
struct SyslogHeader: BitwiseCopyable {
  /// The host, the program and its id.
  let source: ByteSlice
  let text: ByteSlice
  /// The second of the day.
  let second: Int
  /// The program's id is known.
  let hasId: Bool

  private static let space = UInt8(ascii: " ")

  init?(_ line: ByteSlice) {
    guard line.count > 18 else { return nil }
    var start = 0
    if line[0] == UInt8(ascii: "<") {
      guard let close = line.firstIndex(of: UInt8(ascii: ">")), close >= 2, close <= 4 else { return nil }
      start = close + 1
      let version = ByteSlice("1 ")
      if line[start..<line.count].hasPrefix(version) {
        self.init(structured: line[(start + version.count)..<line.count])
        return
      }
    }
    let rest = line[start..<line.count]
    guard let time = Self.time(rest) else { return nil }
    self.init(rest[time.end..<rest.count], at: time.second)
  }

  /// `HOST APP[PID]: text`, or without a host.
  private init?(_ line: ByteSlice, at second: Int) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0, colon <= 160,
      colon + 1 == line.count || line[colon + 1] == Self.space
    else { return nil }
    let names = line[0..<colon]
    guard line[0] != Self.space, line[0] != UInt8(ascii: "["), line[colon - 1] != Self.space else {
      return nil
    }
    if let space = names.firstIndex(of: Self.space) {
      guard names.firstIndex(of: Self.space, from: space + 1) == nil else { return nil }
    }
    source = names
    hasId = names[colon - 1] == UInt8(ascii: "]")
    self.second = second
    text = Self.text(line[min(colon + 2, line.count)..<line.count])
  }

  /// `TIME HOST APP PROCID MSGID DATA text`
  private init?(structured line: ByteSlice) {
    guard let time = Self.isoTime(line) else { return nil }
    var ends: [Int] = []
    var index = time.end
    while ends.count < 4 {
      guard let space = line.firstIndex(of: Self.space, from: index), space > index else { return nil }
      ends.append(space)
      index = space + 1
    }
    guard index < line.count else { return nil }
    let data: Int
    if line[index] == UInt8(ascii: "-") {
      data = index + 1
    } else if let close = line[index..<line.count].firstIndex(of: ByteSlice("] ")) {
      data = index + close + 1
    } else {
      return nil
    }
    source = line[time.end..<ends[2]]
    hasId = ends[2] != ends[1] + 2 || line[ends[1] + 1] != UInt8(ascii: "-")
    second = time.second
    text = Self.text(line[min(data + 1, line.count)..<line.count])
  }

  /// rsyslog's templates leave the blank between the header and the message.
  private static func text(_ text: ByteSlice) -> ByteSlice {
    let isShifted =
      text.count > 1 && text[0] == space
      && (text[1] > 0x20 && text[1] != UInt8(ascii: "}") && text[1] != UInt8(ascii: ")"))
    return isShifted ? text[1..<text.count] : text
  }

  private static func time(_ line: ByteSlice) -> (second: Int, end: Int)? {
    guard line.count > 18 else { return nil }
    if line[0].isDigit { return isoTime(line) }
    // `Nov 22 06:30:23`, perhaps with a fraction, or `Sat 2026-11-21 01:41:19 UTC`.
    guard line[0].isLetter, line[3] == space else { return nil }
    let isFull = line[4].isDigit && line[8] == UInt8(ascii: "-")
    let start = isFull ? 15 : 7
    guard line.count > start + 9, let second = second(of: line, at: start),
      var end = line.firstIndex(of: space, from: start + 8)
    else { return nil }
    if isFull {
      guard let zone = line.firstIndex(of: space, from: end + 1) else { return nil }
      end = zone
    }
    guard end + 1 < line.count else { return nil }
    return (second, end + 1)
  }

  /// `2026-11-27T23:26:12.824085+00:00`
  private static func isoTime(_ line: ByteSlice) -> (second: Int, end: Int)? {
    guard line.count > 20, line[10] == UInt8(ascii: "T"), let second = second(of: line, at: 11),
      let end = line.firstIndex(of: space, from: 19), end < 40, end + 1 < line.count
    else { return nil }
    return (second, end + 1)
  }

  private static func second(of line: ByteSlice, at start: Int) -> Int? {
    guard line[start + 2] == UInt8(ascii: ":"), line[start + 5] == UInt8(ascii: ":"),
      let hour = line[start..<(start + 2)].wholeNumber,
      let minute = line[(start + 3)..<(start + 5)].wholeNumber,
      let second = line[(start + 6)..<(start + 8)].wholeNumber
    else { return nil }
    return Int(hour * 3_600 + minute * 60 + second)
  }
}
