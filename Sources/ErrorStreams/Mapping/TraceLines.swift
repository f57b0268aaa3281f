internal import Bytes

/// Which lines after a record's first one belong to it: indented ones, and those of stack traces and crash reports as
/// Java, JavaScript, Python, Swift, Go, Rust, PHP and .NET write them.
///
/// What is said of a line depends on the record's lines before it, and on the one line after it.
struct TraceLines {
  enum Verdict {
    /// It says nothing; it belongs to the record where more of it follows.
    case blank
    /// It belongs to the record.
    case belongs
    /// It belongs to the record unless one begins with it.
    case mayBegin
    /// It is none of the record's.
    case strange
  }

  private enum State {
    case plain
    /// In a trace's message, which may be of several lines: what follows belongs to it until a line is blank.
    case inTrace
    /// In a trace's frames: what is not indented belongs to it where more of a trace follows.
    case behindFrame
    /// In Python's frames: the line that ends them is the exception's.
    case inFrames
    /// Behind a blank line among them, as loguru has them.
    case inSpacedFrames
    /// After the sentence between two of Python's tracebacks.
    case inChain
    /// In a crash report, which has blank lines and headings.
    case inCrash
  }

  private var state = State.plain
  /// Whether PHP's frames were among the lines so far: what comes next may be the exception that another one caused.
  private var hasNumberedFrames = false
  /// Whether the line that was asked for last may have a mark of a trace within, where that was looked for.
  private(set) var lineMayTell: Bool?

  /// - Parameters:
  ///   - first: the record's first line.
  ///   - mayTell: whether it may have a mark of a trace within, where that is known.
  init(after first: ByteSlice, mayTell: Bool?) {
    let first = first.trimmed
    if first.hasSuffix(Self.traceback) {
      // A group's lines are indented, the exception's too.
      state = first.hasPrefix(Self.margin) ? .plain : .inFrames
    } else if Self.isExceptionName(first) || first.hasPrefix(Self.thread) {
      state = .inTrace
    } else if Self.isCrash(first, mayTell ?? Self.mayTell(first)) {
      state = .inCrash
    }
  }

  /// Whether nothing before the next line is part of a trace.
  var isPlain: Bool { state == .plain }

  /// Whether the next line belongs to a trace where nothing says what else it is.
  var isInTrace: Bool { state == .inTrace || state == .behindFrame }

  /// Whether a line that nothing is known of goes on with a trace: frames follow it, as they do a message of several lines.
  ///
  /// - Parameter rest: what stands behind it.
  static func mayGoOn(_ line: ByteSlice, before rest: ByteSlice) -> Bool {
    beginsWithFrame(rest) || isClosing(line) || isExceptionName(line) || line.hasPrefix(traceback)
  }

  /// - Parameter rest: what stands behind it.
  mutating func verdict(on line: ByteSlice, before rest: ByteSlice) -> Verdict {
    lineMayTell = nil
    if line.isBlank {
      if isInTrace { state = .plain }
      if state == .inFrames { state = .inSpacedFrames }
      return .blank
    }
    let first = line[0]
    if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
      guard Self.isGroup(line) else {
        if state == .inTrace, Self.isFrame(line) { state = .behindFrame }
        return .belongs
      }
      defer { state = .plain }
      return state == .inChain ? .belongs : .mayBegin
    }
    if Self.isUncaught(line) { return .strange }
    if first == UInt8(ascii: "T") || first == UInt8(ascii: "D") {
      if line.hasPrefix(Self.traceback) {
        defer { state = .inFrames }
        return state == .inChain ? .belongs : .mayBegin
      }
      if Self.isChain(line) {
        state = .inChain
        return .belongs
      }
    }
    if Self.isCause(line) || hasNumberedFrames && line.hasPrefix(ByteSlice("Next ")) {
      let isFrame = line[0] == UInt8(ascii: "#")
      if isFrame { hasNumberedFrames = true }
      state = isFrame ? .behindFrame : .inTrace
      return .belongs
    }
    let mayTell = Self.mayTell(line)
    lineMayTell = mayTell
    if mayTell, Self.isRubyFrame(line) { return .belongs }
    switch state {
    case .inFrames:
      if Self.isMarkedFrame(line) { return .belongs }
      state = .inTrace
      return Self.isExceptionName(line) || Self.isBareError(line) ? .belongs : .mayBegin
    case .inSpacedFrames:
      if Self.isMarkedFrame(line) { return .belongs }
      state = .plain
      if Self.isExceptionName(line) || Self.isBareError(line) {
        state = .inTrace
        return .belongs
      }
      if ErrorLine.error(line.trimmed) != nil {
        state = .inTrace
        return .mayBegin
      }
    case .inTrace: return .mayBegin
    case .behindFrame:
      if Self.isNumberedFrame(line) { return .belongs }
      if Self.isExceptionName(line) {
        state = .inTrace
        return .mayBegin
      }
      return Self.mayGoOn(line, before: rest) ? .mayBegin : .strange
    case .inCrash: return Self.isCrashHeading(line, mayTell) ? .belongs : .mayBegin
    case .plain, .inChain: break
    }
    if Self.isCrash(line, mayTell) || Self.isCrashHeading(line, mayTell) {
      state = .inCrash
      return .mayBegin
    }
    if Self.beginsWithFrame(rest) || Self.isExceptionName(line) {
      state = .inTrace
      return .mayBegin
    }
    return Self.isClosing(line) ? .belongs : .strange
  }

  /// Whether some record before it may have a line that could begin one of its own.
  static func mayBelong(_ line: ByteSlice) -> Bool {
    if line.hasPrefix(traceback) || isExceptionName(line) || isCrashHeading(line, mayTell(line))
      || isClosing(line)
      || isRubyFrame(line)
    {
      return true
    }
    return isChain(line) || isCause(line) || isGroup(line) || isMarkedFrame(line) || isBareError(line)
      || isNumberedFrame(line) || line.hasPrefix(ByteSlice("Next "))
  }

  /// Whether one of the marks may be in the line that are searched for within it, by what those begin with: a look at all of
  /// it instead of three searches, which most lines need none of.
  private static func mayTell(_ line: ByteSlice) -> Bool {
    line.containsPair(
      BytePair(UInt8(ascii: ":"), UInt8(ascii: "i")),
      or: BytePair(UInt8(ascii: "F"), UInt8(ascii: "a")),
      or: BytePair(UInt8(ascii: "P"), UInt8(ascii: "r"))
    )
  }

  private static let traceback = ByteSlice("Traceback (most recent call last):")
  private static let margin = ByteSlice("+ ")
  private static let thread = ByteSlice("Exception in thread \"")

  /// Whether the line is Java's own word on an exception that nothing caught: it belongs to no record of a logger's.
  static func isUncaught(_ line: ByteSlice) -> Bool {
    !line.isEmpty && line[0] == UInt8(ascii: "E") && line.hasPrefix(thread)
  }

  /// Whether a group of exceptions of Python's begins with the line, which is indented.
  static func isGroup(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("  + ")) && line.hasPrefix(ByteSlice("  + Exception Group Traceback "))
  }

  /// Whether the line is the frame in which an exception was caught, as loguru marks it.
  private static func isMarkedFrame(_ line: ByteSlice) -> Bool { line.hasPrefix(ByteSlice("> File \"")) }

  /// Whether the line tells an error of the least name there is, which ordinary lines begin with too.
  static func isBareError(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("Error: ")) || line.hasPrefix(ByteSlice("Error ["))
  }

  /// Whether the line is one that Python writes between two tracebacks.
  private static func isChain(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("During handling of the above exception"))
      || line.hasPrefix(ByteSlice("The above exception was the direct cause"))
  }

  /// Whether the line begins as those do that go on with a trace and are not indented.
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
    case UInt8(ascii: "["): line.hasPrefix(ByteSlice("[stacktrace]"))
    case UInt8(ascii: "-"): line.hasPrefix(ByteSlice("---> "))
    default: false
    }
  }

  /// Whether a frame of Java's, JavaScript's, .NET's or Go's traces is in the first line of a text.
  private static func beginsWithFrame(_ text: ByteSlice) -> Bool {
    guard !text.isEmpty, text[0] == UInt8(ascii: " ") || text[0] == UInt8(ascii: "\t") else { return false }
    let line = text[0..<(text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count)]
    return line.trimmed.hasPrefix(ByteSlice("at ")) || line.contains(".go:")
  }

  /// Whether an indented line is a frame, or stands for some of them: Java's, JavaScript's, .NET's, Go's, Ruby's.
  private static func isFrame(_ line: ByteSlice) -> Bool {
    let text = line.trimmed
    return text.hasPrefix(ByteSlice("at ")) || text.hasPrefix(ByteSlice("... "))
      || text.hasPrefix(ByteSlice("from "))
      || line.contains(".go:")
  }

  /// Whether the line is a frame of PHP's: `#12 /app/Pay.php(3): …`.
  private static func isNumberedFrame(_ line: ByteSlice) -> Bool {
    var index = 1
    guard !line.isEmpty, line[0] == UInt8(ascii: "#") else { return false }
    while index < line.count, line[index].isDigit { index += 1 }
    return index > 1 && index < line.count && line[index] == UInt8(ascii: " ")
  }

  /// Whether the line is a frame of Ruby's, which is not indented: `pay.rb:5:in 'charge'`.
  private static func isRubyFrame(_ line: ByteSlice) -> Bool {
    guard let place = line.firstIndex(of: ByteSlice(":in ")), place > 0, line[place - 1].isDigit,
      place + 4 < line.count
    else { return false }
    return line[place + 4] == UInt8(ascii: "`") || line[place + 4] == UInt8(ascii: "'")
  }

  /// Whether the line is the name of an exception, perhaps with a colon and a message behind it.
  static func isExceptionName(_ line: ByteSlice) -> Bool {
    guard line.count > 5, line[0].isLetter || line[0] == UInt8(ascii: "_") else { return false }
    var end = 1
    while end < line.count, isPartOfName(line[end]) { end += 1 }
    guard end > 5, end <= 256, endsName(line, at: end) else { return false }
    let name = line[0..<end]
    return name.hasSuffix(ByteSlice("Exception")) || name.hasSuffix(ByteSlice("Error"))
      || name.hasSuffix(ByteSlice("Throwable"))
  }

  /// Whether an error's name may end there: before a colon, a code or nothing.
  private static func endsName(_ line: ByteSlice, at end: Int) -> Bool {
    if end == line.count || line[end] == UInt8(ascii: ":") { return true }
    guard let close = ErrorLine.endOfCode(in: line, after: end) else { return false }
    return close == line.count || line[close] == UInt8(ascii: ":")
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Whether a crash report begins with the line.
  static func isCrash(_ line: ByteSlice) -> Bool { isCrash(line, mayTell(line)) }

  private static func isCrash(_ line: ByteSlice, _ mayTell: Bool) -> Bool {
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
    guard mayTell, let word = line.firstIndex(of: ByteSlice("Fatal error: ")), word >= 2,
      case let fatal = word - 2, line[fatal..<word] == ": ",
      let name = line.firstIndex(of: ByteSlice(".swift:")), name < fatal
    else { return false }
    return line.firstIndex(of: UInt8(ascii: " ")).map { $0 > fatal } ?? false
  }

  /// Whether the line is a heading within a crash report, which may stand alone too.
  private static func isCrashHeading(_ line: ByteSlice, _ mayTell: Bool) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "*"): if line.hasPrefix(ByteSlice("*** ")) { return true }
    case UInt8(ascii: "g"): if line.hasPrefix(ByteSlice("goroutine ")) { return true }
    default: break
    }
    return mayTell && line.contains("Program crashed: ")
  }

  /// Whether nothing but closing brackets is in the line.
  private static func isClosing(_ line: ByteSlice) -> Bool {
    for index in 0..<line.count {
      switch line[index] {
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ";"), UInt8(ascii: ","),
        0x0D:
        continue
      default: return false
      }
    }
    return true
  }
}
