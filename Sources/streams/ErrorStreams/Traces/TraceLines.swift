internal import Bytes

/// Recognizes the lines that continue a record: indented ones, and those of stack traces and crash reports of
/// Java, JavaScript, Python, Swift, Go, Rust, PHP, Ruby and .NET.
///
/// The result depends on the record's earlier lines, and on the next line.
struct TraceLines {
  enum LineKind {
    /// Belongs to the record if more of it follows.
    case blank
    case belongs
    /// Belongs to the record unless it begins another one.
    case mayBegin
    case strange
  }

  private enum State {
    case plain
    /// A trace's message may have several lines, empty ones too: all belong to it that have no sign of a log's line.
    case inTrace
    /// Node.js' place in the source, or Dart's heading: the error's line follows.
    case beforeError
    /// The place after a frame: an unindented line belongs to the trace if more of it follows.
    case behindFrame
    /// Python: the line that ends the frames is the exception's.
    case inFrames
    /// The place after a blank line among the frames, as in loguru, or after frames without a heading.
    case inSpacedFrames
    /// The place after the sentence between two Python tracebacks.
    case inChain
    /// Crash reports have blank lines and headings.
    case inCrash
    /// The place after a line of a GPU's kernel, whose error follows.
    case inAssertions
    /// The place after an error in a box or between stars.
    case inBox
    /// Open MPI: the place between two lines of dashes.
    case betweenEdges
    /// The place after a line that announces a literal of Python.
    case beforeLiteral
    /// The place after the heading of an error, whose words go on to an empty line.
    case inParagraph
    /// R: the place after the heading of warnings, and among them.
    case beforeWarning
    case inWarnings
  }

  private var state = State.plain
  /// The next line is the exception inside the last one's message.
  private var isNestedNext = false
  /// The last line is in an exception's message and says that a traceback follows.
  private var announcesTraceback = false
  /// The last line is an exception's, or in its message, and the frames of another follow.
  private var announcesFrames = false
  /// PHP and Dart; in PHP a previous exception may follow.
  private var hasNumberedFrames = false
  /// The last line is a traceback's heading: another one behind it is that of a process that writes at the same time.
  private var isBehindHeading = false
  /// Whether the last line has a sign of a trace, if that was examined.
  private(set) var lineHasSigns: Bool?
  /// The runtime has not yet said why a crash ended the process.
  private var mayHaveLastWords = false

  /// - Parameter hasSigns: whether the record's first line has a sign of a trace, if known.
  init(after first: ByteSlice, hasSigns: Bool?) {
    if first.hasSuffix(Self.colon) { state = .beforeLiteral }
    if HaskellTrace.isUncaught(first) {
      state = .inTrace
      return
    }
    guard hasSigns ?? TraceSigns.areIn(first) else { return }
    let first = first.trimmed
    if first.hasSuffix(Self.traceback) || first.hasPrefix(Self.innermost) {
      // A group's lines are indented, including the exception's.
      state = first.hasPrefix(Self.margin) ? .plain : .inFrames
      isBehindHeading = Self.isTraceback(first)
    } else if KernelAssertion.isLine(first) {
      state = .inAssertions
    } else if LevelMark.isEdge(first) {
      state = .betweenEdges
    } else if first[0] == 0xE2 || first[0] == UInt8(ascii: "[") && LevelMark.starredPart(first) != nil,
      LevelMark.isIn(first)
    {
      state = .inBox
    } else if LevelMark.isHeading(first) {
      state = .beforeWarning
    } else if LevelMark.isBeforeParagraph(first) {
      state = .inParagraph
    } else if Self.isBeforeError(first) {
      state = .beforeError
    } else if Self.isExceptionName(first) || first.hasPrefix(Self.thread)
      || UncaughtException.isBeforeMessage(first)
    {
      state = .inTrace
    } else if AndroidCrash.isHeading(first) || UncaughtException.isBeginning(first)
      || Self.isCrash(first)
    {
      state = .inCrash
      mayHaveLastWords = first[0] != UInt8(ascii: "l")
    }
  }

  /// The record's first line is that of a trace, which only a later line tells.
  mutating func begin() { state = .inTrace }

  var isPlain: Bool { state == .plain }

  private static let colon = ByteSlice(":")

  /// The next line belongs to a trace unless it is recognized as something else.
  var isInTrace: Bool { state == .inTrace || state == .behindFrame }

  /// The next line that is not indented is the exception's.
  var isInFrames: Bool { state == .inFrames || state == .inSpacedFrames }

  /// Any line that does not begin a record belongs to a crash report.
  var isInCrash: Bool { state == .inCrash }

  /// Frames follow the unrecognized line, as after a multi-line message.
  static func mayGoOn(_ line: ByteSlice, before rest: ByteSlice) -> Bool {
    beginsWithFrame(rest) || isClosing(line) || isExceptionName(line) || isTraceback(line)
  }

  /// - Parameter rest: the text after the line.
  mutating func kind(of line: ByteSlice, before rest: ByteSlice) -> LineKind {
    lineHasSigns = nil
    let isNested = isNestedNext
    isNestedNext = false
    let isBehindHeading = isBehindHeading
    self.isBehindHeading = false
    if state == .beforeLiteral {
      state = .plain
      if Self.isLiteral(line) { return .belongs }
    }
    if line.isBlank || RailsErrorText.isEmpty(line) {
      if state == .behindFrame || state == .inParagraph { state = .plain }
      if state == .inFrames { state = .inSpacedFrames }
      return .blank
    }
    if line[0] == UInt8(ascii: " ") || line[0] == UInt8(ascii: "\t") { return kindOfIndented(line) }
    let hasSigns = TraceSigns.areIn(line)
    lineHasSigns = hasSigns
    if state == .betweenEdges { return kindBetweenEdges(line) }
    // Most lines of most logs.
    if !hasSigns, state == .plain {
      guard Self.beginsWithFrame(rest) || HeadedTrace.isAhead(rest) else {
        // CherryPy's list of what came with a request.
        return line.hasPrefix(Self.headers) && !rest.isEmpty && rest[0] == UInt8(ascii: " ")
          ? .belongs : .strange
      }
      state = .inTrace
      return .mayBegin
    }
    if Self.isUncaught(line) || LineTag.isHeading(line) || RayTrace.isHeading(line) { return .strange }
    defer { if state != .inTrace { announcesTraceback = false } }
    if let kind = kindByHeading(of: line, isNested: isNested, isBehindHeading: isBehindHeading)
      ?? kindByState(of: line, before: rest)
    {
      return kind
    }
    if Self.isCrash(line) || Self.isCrashHeading(line) && !LevelMark.isBanner(line) {
      state = .inCrash
      return .mayBegin
    }
    if Self.beginsWithFrame(rest) || Self.isExceptionName(line) {
      state = .inTrace
      return .mayBegin
    }
    return Self.isClosing(line) ? .belongs : .strange
  }

  @inline(__always)
  private mutating func kindOfIndented(_ line: ByteSlice) -> LineKind {
    if LevelMark.isStarred(line) || IndentedRecord.mayBegin(line) { return .mayBegin }
    guard Self.isGroup(line) else {
      isNestedNext = Self.announcesNested(line.trimmed)
      if announcesFrames, line.trimmed.hasPrefix(ByteSlice("File \"")) { state = .inFrames }
      announcesFrames = false
      if state == .plain, RayTrace.isFrame(line) { state = .inSpacedFrames }
      if state == .inTrace, Self.isFrame(line) { state = .behindFrame }
      return .belongs
    }
    defer { state = .plain }
    return state == .inChain ? .belongs : .mayBegin
  }

  /// A log's line is none of the text, whose other edge may be missing.
  private mutating func kindBetweenEdges(_ line: ByteSlice) -> LineKind {
    if LevelMark.isEdge(line) {
      state = .plain
      return .belongs
    }
    return LogLineSigns.areIn(line) && !line.hasPrefix(ByteSlice("WARNING: ")) ? end() : .mayBegin
  }

  /// Nil for a line that names neither an error nor a cause, and is not a frame of Ruby's.
  @inline(__always)
  private mutating func kindByHeading(of line: ByteSlice, isNested: Bool, isBehindHeading: Bool)
    -> LineKind?
  {
    if state == .beforeError {
      state = .inTrace
      return .belongs
    }
    let first = line[0]
    // The runtime's last words on an exception that Foundation told of.
    if state == .inCrash, mayHaveLastWords, first == UInt8(ascii: "l"), UncaughtException.isBeginning(line) {
      mayHaveLastWords = false
      return .belongs
    }
    if state == .inCrash, !mayHaveLastWords, first == UInt8(ascii: "*"), UncaughtException.isBeginning(line) {
      return .mayBegin
    }
    if first == UInt8(ascii: "T") || first == UInt8(ascii: "D") {
      if Self.isTraceback(line) {
        defer {
          state = .inFrames
          self.isBehindHeading = true
        }
        return state == .inChain || state == .inAssertions || announcesTraceback || isBehindHeading
          ? .belongs : .mayBegin
      }
      if Self.isChain(line) {
        state = .inChain
        return .belongs
      }
    }
    if first == UInt8(ascii: "S") && line.hasPrefix(HeadedTrace.heading) || HaskellTrace.isStack(line) {
      state = .behindFrame
      return .belongs
    }
    if Self.isCause(line) || hasNumberedFrames && line.hasPrefix(ByteSlice("Next ")) {
      let isFrame = first == UInt8(ascii: "#")
      if isFrame { hasNumberedFrames = true }
      state = isFrame ? .behindFrame : .inTrace
      return .belongs
    }
    if isNested, Self.isExceptionName(line) {
      state = .inTrace
      return .belongs
    }
    return Self.isRubyFrame(line) || RailsErrorText.error(line) != nil ? .belongs : nil
  }

  /// Nil if the lines before it do not decide.
  @inline(__always)
  private mutating func kindByState(of line: ByteSlice, before rest: ByteSlice) -> LineKind? {
    switch state {
    case .inFrames:
      if Self.isMarkedFrame(line) { return .belongs }
      state = .inTrace
      announcesFrames = Self.isBeforeFrames(line)
      return Self.isExceptionName(line) || Self.isBareError(line) ? .belongs : .mayBegin
    case .inSpacedFrames:
      if Self.isMarkedFrame(line) { return .belongs }
      let isError = Self.isExceptionName(line) || Self.isBareError(line)
      guard isError || ErrorLine.error(line.trimmed) != nil else {
        state = .plain
        return nil
      }
      state = .inTrace
      return isError ? .belongs : .mayBegin
    case .inTrace:
      if PostgresMark.isRepeated(line) { return .belongs }
      if LogLineSigns.areIn(line) { return end() }
      announcesTraceback = PythonTraceback.announces(line)
      announcesFrames = Self.isBeforeFrames(line)
      return .mayBegin
    case .behindFrame:
      if hasNumberedFrames, Self.isNumberedFrame(line) { return .belongs }
      if Self.isExceptionName(line) {
        state = .inTrace
        return .mayBegin
      }
      return Self.mayGoOn(line, before: rest) ? .mayBegin : .strange
    case .inCrash:
      if Self.isCrashHeading(line) { return .belongs }
      return LogLineSigns.areIn(line) ? end() : .mayBegin
    case .inBox:
      return LevelMark.goesOn(line) ? .belongs : end()
    case .inAssertions:
      if KernelAssertion.isLine(line) { return .belongs }
      guard UncaughtException.isBeginning(line) else { return end() }
      state = .inCrash
      mayHaveLastWords = line[0] == UInt8(ascii: "*")
      return .belongs
    case .inParagraph: return LogLineSigns.areIn(line) ? end() : .mayBegin
    case .beforeWarning, .inWarnings:
      guard state == .beforeWarning || LevelMark.isNumbered(line) else { return end() }
      state = .inWarnings
      return .belongs
    case .inChain where HeadedTrace.isAhead(rest): return .mayBegin
    case .plain, .inChain, .beforeError, .beforeLiteral, .betweenEdges: return nil
    }
  }

  private mutating func end() -> LineKind {
    state = .plain
    return .strange
  }

  /// The line could begin a record, or continue one.
  static func mayBelong(_ line: ByteSlice) -> Bool {
    if RailsErrorText.isEmpty(line) { return true }
    guard TraceSigns.areIn(line) else { return false }
    if LevelMark.isEdge(line) { return true }
    if isTraceback(line) || isExceptionName(line) || isCrashHeading(line) || isClosing(line)
      || isRubyFrame(line) || RailsErrorText.error(line) != nil
    {
      return true
    }
    if UncaughtException.isBeginning(line) || line.trimmedAtEnd == "Error" || KernelAssertion.isLine(line) {
      return true
    }
    return isChain(line) || isCause(line) || isGroup(line) || isMarkedFrame(line) || isBareError(line)
      || isNumberedFrame(line) || line.hasPrefix(ByteSlice("Next "))
  }

  static let traceback = ByteSlice("Traceback (most recent call last):")
  /// Zope's and duplicity's heading.
  static let innermost = ByteSlice("Traceback (innermost last):")

  /// Whether a line begins a traceback of Python.
  static func isTraceback(_ line: ByteSlice) -> Bool {
    line.hasPrefix(traceback) || line.hasPrefix(innermost)
  }

  /// Whether a text has the heading of a traceback.
  static func hasTraceback(_ text: ByteSlice) -> Bool {
    let heading = ByteSlice("Traceback (")
    var index = 0
    while let place = text.firstIndex(of: heading, from: index) {
      if isTraceback(text[place..<text.count]) { return true }
      index = place + heading.count
    }
    return false
  }

  private static let margin = ByteSlice("+ ")
  private static let headers = ByteSlice("Request Headers:")
  private static let thread = ByteSlice("Exception in thread \"")

  /// Java's own message about an uncaught exception is outside the logger's records.
  static func isUncaught(_ line: ByteSlice) -> Bool {
    !line.isEmpty && line[0] == UInt8(ascii: "E") && line.hasPrefix(thread)
  }

  /// `/app/pay.js:5`, or Dart's `Unhandled exception:`.
  static func isBeforeError(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "U"): return line.trimmedAtEnd == "Unhandled exception:"
    case UInt8(ascii: "/"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      guard
        line[0] == UInt8(ascii: "/") || line.hasPrefix(ByteSlice("file:///"))
          || line.hasPrefix(ByteSlice("node:"))
      else { return false }
      let line = line.trimmedAtEnd
      var end = line.count
      while end > 0, line[end - 1].isDigit { end -= 1 }
      guard end < line.count, end > 1, line[end - 1] == UInt8(ascii: ":"),
        line.firstIndex(of: UInt8(ascii: " ")) == nil
      else { return false }
      let file = line[0..<(end - 1)]
      return line[0] == UInt8(ascii: "n") || file.hasSuffix(ByteSlice("js"))
        || file.hasSuffix(ByteSlice("ts"))
    default: return false
    }
  }

  /// Whether the frames of another error follow a line of an exception: behind a heading at its end, and behind Ray's
  /// `RayTaskError(ValueError): …`, which tells the error that follows.
  private static func isBeforeFrames(_ line: ByteSlice) -> Bool {
    let line = line.trimmedAtEnd
    if line.hasSuffix(traceback) { return true }
    guard let open = line.firstIndex(of: ByteSlice("Error(")),
      let close = line.firstIndex(of: ByteSlice("): "))
    else { return false }
    return open < close && line.firstIndex(of: UInt8(ascii: " ")).map { $0 > close } ?? false
  }

  /// A list, a set, a tuple or a dictionary of Python's, as its `pprint` writes it.
  private static func isLiteral(_ line: ByteSlice) -> Bool {
    guard line.count > 1 else { return false }
    switch line[0] {
    case UInt8(ascii: "{"): return line[1] == UInt8(ascii: "'") || line[1] == UInt8(ascii: "}")
    case UInt8(ascii: "["), UInt8(ascii: "("):
      return line[1] == UInt8(ascii: "'") || line[1] == UInt8(ascii: "]") || line[1] == UInt8(ascii: "<")
        || line[1] == UInt8(ascii: "(") || line.hasPrefix(ByteSlice("[{'"))
    default: return false
    }
  }

  /// A Python exception group begins with an indented line.
  static func isGroup(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("  + ")) && line.hasPrefix(ByteSlice("  + Exception Group Traceback "))
  }

  /// loguru marks the frame in which an exception was caught.
  private static func isMarkedFrame(_ line: ByteSlice) -> Bool { line.hasPrefix(ByteSlice("> File \"")) }

  /// The most general error name, with which ordinary lines begin too.
  static func isBareError(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Error: ")) || line.hasPrefix(ByteSlice("Error ["))
  }

  static func announcesNested(_ line: ByteSlice) -> Bool { line == "nested exception is:" }

  static func isChain(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("During handling of the above exception"))
      || line.hasPrefix(ByteSlice("The above exception was the direct cause"))
      || line.hasPrefix(ByteSlice("The above exception was caused by the following exception:"))
      || line.hasPrefix(ByteSlice("The above exception occurred during handling"))
  }

  private static func isCause(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "C"): line.hasPrefix(ByteSlice("Caused by: "))
    case UInt8(ascii: "c"): line.hasPrefix(ByteSlice("caused by: "))
    case UInt8(ascii: "W"): line.hasPrefix(ByteSlice("Wrapped by: "))
    case UInt8(ascii: "N"): line.hasPrefix(ByteSlice("Node.js v"))
    case UInt8(ascii: "S"):
      line.hasPrefix(ByteSlice("Suppressed: ")) || line.hasPrefix(ByteSlice("Stack trace:"))
    case UInt8(ascii: "."): line.hasPrefix(ByteSlice("... "))
    case UInt8(ascii: "#"): line.hasPrefix(ByteSlice("#0 "))
    case UInt8(ascii: "["):
      line.hasPrefix(ByteSlice("[stacktrace]")) || line.hasPrefix(ByteSlice("[previous exception] "))
    case UInt8(ascii: "-"): line.hasPrefix(ByteSlice("---> "))
    default: false
    }
  }

  /// Java, JavaScript, .NET or Go.
  private static func beginsWithFrame(_ text: ByteSlice) -> Bool {
    guard !text.isEmpty, text[0] == UInt8(ascii: " ") || text[0] == UInt8(ascii: "\t") else { return false }
    let line = text[0..<(text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count)]
    return line.trimmed.hasPrefix(ByteSlice("at ")) || line.contains(".go:")
  }

  /// An indented frame, or a line that replaces some: Java, JavaScript, .NET, Go, Ruby.
  static func isFrame(_ line: ByteSlice) -> Bool {
    let text = line.trimmed
    return text.hasPrefix(ByteSlice("at ")) || text.hasPrefix(ByteSlice("... "))
      || text.hasPrefix(ByteSlice("from "))
      || line.contains(".go:")
  }

  /// PHP: `#12 /app/Pay.php(3): …`. Dart: `#12  Pay.charge (file:///app/pay.dart:3:1)`.
  private static func isNumberedFrame(_ line: ByteSlice) -> Bool {
    if line.hasPrefix(ByteSlice("<asynchronous suspension>")) { return true }
    var index = 1
    guard !line.isEmpty, line[0] == UInt8(ascii: "#") else { return false }
    while index < line.count, line[index].isDigit { index += 1 }
    return index > 1 && index < line.count && line[index] == UInt8(ascii: " ")
  }

  /// Ruby, not indented: `pay.rb:5:in 'charge'`.
  private static func isRubyFrame(_ line: ByteSlice) -> Bool {
    guard let place = line.firstIndex(of: ByteSlice(":in ")), place > 0, line[place - 1].isDigit,
      place + 4 < line.count
    else { return false }
    return line[place + 4] == UInt8(ascii: "`") || line[place + 4] == UInt8(ascii: "'")
  }

  /// Perhaps with a colon and a message.
  static func isExceptionName(_ line: ByteSlice) -> Bool {
    guard line.count > 5, line[0].isLetter || line[0] == UInt8(ascii: "_") else { return false }
    var end = 1
    while end < line.count, isPartOfName(line[end]) { end += 1 }
    guard end > 5, end <= 256 else { return false }
    let name = line[0..<end]
    let isError =
      switch name[end - 1] {
      case UInt8(ascii: "e"): name.hasSuffix(ByteSlice("Throwable"))
      case UInt8(ascii: "n"): name.hasSuffix(ByteSlice("Exception"))
      case UInt8(ascii: "r"): name.hasSuffix(ByteSlice("Error"))
      default: false
      }
    return isError && endsName(line, at: end)
  }

  /// The exception with which the text of a line ends; empty if it has none.
  static func exception(atEndOf line: ByteSlice) -> ByteSlice {
    var index = 0
    while let space = line.firstIndex(of: UInt8(ascii: " "), from: index) {
      index = space + 1
      let text = line[index..<line.count]
      if isExceptionName(text) { return text.trimmedAtEnd }
    }
    return ByteSlice("")
  }

  /// Whether a name ends here: before a colon, a code or the end.
  private static func endsName(_ line: ByteSlice, at end: Int) -> Bool {
    if end == line.count || line[end] == UInt8(ascii: ":") { return true }
    guard let close = ErrorLine.endOfCode(in: line, after: end) else { return false }
    return close == line.count || line[close] == UInt8(ascii: ":")
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  static func isCrash(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "F"): if line.hasPrefix(ByteSlice("Fatal error: ")) { return true }
    case UInt8(ascii: "f"): if line.hasPrefix(ByteSlice("fatal error: ")) { return true }
    case UInt8(ascii: "p"): if line.hasPrefix(ByteSlice("panic: ")) { return true }
    case UInt8(ascii: "U"): if line.hasPrefix(ByteSlice("Unhandled exception. ")) { return true }
    case UInt8(ascii: "t"):
      if line.hasPrefix(ByteSlice("thread '")), line.contains(" panicked at ") { return true }
    default: break
    }
    // `Sources/App/main.swift:7: Fatal error: …`
    guard let word = line.firstIndex(of: ByteSlice("Fatal error: ")), word >= 2,
      case let fatal = word - 2, line[fatal..<word] == ": ",
      let name = line.firstIndex(of: ByteSlice(".swift:")), name < fatal
    else { return false }
    return line.firstIndex(of: UInt8(ascii: " ")).map { $0 > fatal } ?? false
  }

  /// The heading may also occur alone.
  private static func isCrashHeading(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "*"): if line.hasPrefix(ByteSlice("*** ")) { return true }
    case UInt8(ascii: "g"): if line.hasPrefix(ByteSlice("goroutine ")) { return true }
    default: break
    }
    return line.contains("Program crashed: ")
  }

  private static func isClosing(_ line: ByteSlice) -> Bool {
    for index in 0..<line.count {
      switch line[index] {
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: ","),
        0x0D:
        continue
      // The end of a text with a trace, in JSON.
      case UInt8(ascii: "\""), UInt8(ascii: " "):
        continue
      default: return false
      }
    }
    return true
  }
}
