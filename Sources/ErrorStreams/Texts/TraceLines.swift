internal import RuleEngine

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
    /// In a trace: what follows belongs to it until a line is blank.
    case inTrace
    /// In Python's frames: the line that ends them is the exception's.
    case inFrames
    /// After the sentence between two of Python's tracebacks.
    case inChain
    /// In a crash report, which has blank lines and headings.
    case inCrash
  }

  private var state = State.plain

  /// - Parameter first: the record's first line.
  init(after first: ByteSlice) {
    let first = first.trimmed
    if first.hasSuffix(Self.traceback) {
      state = .inFrames
    } else if Self.isExceptionName(first) || first.hasPrefix(Self.thread) {
      state = .inTrace
    } else if Self.isCrash(first) {
      state = .inCrash
    }
  }

  /// - Parameter rest: what stands behind it.
  mutating func verdict(on line: ByteSlice, before rest: ByteSlice) -> Verdict {
    if line.isBlank {
      if state == .inTrace || state == .inFrames { state = .plain }
      return .blank
    }
    if line[0] == UInt8(ascii: " ") || line[0] == UInt8(ascii: "\t") { return .belongs }
    if line.hasPrefix(Self.traceback) {
      defer { state = .inFrames }
      return state == .inChain ? .belongs : .mayBegin
    }
    if Self.isChain(line) {
      state = .inChain
      return .belongs
    }
    if Self.isCause(line) {
      state = .inTrace
      return .belongs
    }
    if Self.isRubyFrame(line) { return .belongs }
    switch state {
    case .inFrames:
      state = .inTrace
      return Self.isExceptionName(line) ? .belongs : .mayBegin
    case .inTrace: return .mayBegin
    case .inCrash: return Self.isCrashHeading(line) ? .belongs : .mayBegin
    case .plain, .inChain: break
    }
    if Self.isCrash(line) || Self.isCrashHeading(line) {
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
    if line.hasPrefix(traceback) || isExceptionName(line) || isCrashHeading(line) || isClosing(line)
      || isRubyFrame(line)
    {
      return true
    }
    return isChain(line) || isCause(line)
  }

  private static let traceback = ByteSlice("Traceback (most recent call last):")
  private static let thread = ByteSlice("Exception in thread \"")
  /// Whether the line is one that Python writes between two tracebacks.
  private static func isChain(_ line: ByteSlice) -> Bool {
    line.hasPrefix(ByteSlice("During handling of the above exception"))
      || line.hasPrefix(ByteSlice("The above exception was the direct cause"))
  }

  /// Whether the line begins as those do that go on with a trace and are not indented.
  private static func isCause(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "C"): line.hasPrefix(ByteSlice("Caused by: "))
    case UInt8(ascii: "S"):
      line.hasPrefix(ByteSlice("Suppressed: ")) || line.hasPrefix(ByteSlice("Stack trace:"))
    case UInt8(ascii: "."): line.hasPrefix(ByteSlice("... "))
    case UInt8(ascii: "#"): line.hasPrefix(ByteSlice("#0 "))
    case UInt8(ascii: "["): line.hasPrefix(ByteSlice("[stacktrace]"))
    case UInt8(ascii: "-"): line.hasPrefix(ByteSlice("---> "))
    default: false
    }
  }

  /// Whether a frame of Java's, JavaScript's or .NET's traces is in the first line of a text.
  private static func beginsWithFrame(_ text: ByteSlice) -> Bool {
    guard !text.isEmpty, text[0] == UInt8(ascii: " ") || text[0] == UInt8(ascii: "\t") else { return false }
    let line = text[0..<(text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count)]
    return line.trimmed.hasPrefix(ByteSlice("at "))
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
    var end = 0
    while end < line.count, isPartOfName(line[end]) { end += 1 }
    guard end > 5, end <= 256, line[0].isLetter || line[0] == UInt8(ascii: "_"),
      end == line.count || line[end] == UInt8(ascii: ":")
    else { return false }
    let name = line[0..<end]
    return name.hasSuffix(ByteSlice("Exception")) || name.hasSuffix(ByteSlice("Error"))
      || name.hasSuffix(ByteSlice("Throwable"))
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$")
  }

  /// Whether a crash report begins with the line.
  static func isCrash(_ line: ByteSlice) -> Bool {
    if line.hasPrefix(ByteSlice("Fatal error: ")) || line.hasPrefix(ByteSlice("panic: "))
      || line.hasPrefix(ByteSlice("Unhandled exception. "))
    {
      return true
    }
    if line.hasPrefix(ByteSlice("thread '")), line.contains("' panicked at ") { return true }
    // `Sources/App/main.swift:7: Fatal error: …`
    guard let word = line.firstIndex(of: ByteSlice("Fatal error: ")), word >= 2,
      case let fatal = word - 2, line[fatal..<word] == ": ",
      let name = line.firstIndex(of: ByteSlice(".swift:")), name < fatal
    else { return false }
    return line.firstIndex(of: UInt8(ascii: " ")).map { $0 > fatal } ?? false
  }

  /// Whether the line is a heading within a crash report, which may stand alone too.
  static func isCrashHeading(_ line: ByteSlice) -> Bool {
    return line.hasPrefix(ByteSlice("*** ")) || line.hasPrefix(ByteSlice("goroutine "))
      || line.contains("Program crashed: ")
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
