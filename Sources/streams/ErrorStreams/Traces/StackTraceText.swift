internal import Bytes

/// Stack traces of Python, Java, JavaScript, .NET, PHP, Ruby and Elixir, and crash reports of Swift, Go, Rust and .NET.
enum StackTraceText {
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    guard TraceSigns.areIn(text) else { return }
    if LineTag.isAt(beginningOf: text), let tag = LineTag(text), tag.isHeading {
      return PythonTraceback.read(tag.text, into: &texts)
    }
    if let error = HaskellTrace.error(text) {
      texts.append(error)
    } else if TraceLines.hasTraceback(text) || RayTrace.isBeginning(text) {
      PythonTraceback.read(text, into: &texts)
    } else if text.contains("\nStack Trace:\n  File "), HeadedTrace.read(text, into: &texts) {
      return
    } else if NodeErrorText.read(text, into: &texts) || readCrash(text, into: &texts)
      || RubyTrace.read(text, into: &texts)
    {
      return
    } else if hasFrames(text) {
      readFrames(text, into: &texts)
    } else if PHPExceptionText.read(text, into: &texts) || PHPTrace.read(text, into: &texts)
      || RailsErrorText.read(text, into: &texts) || ElixirErrorText.read(text, into: &texts)
    {
      return
    } else if let error = PythonErrorText.told(in: text) ?? errorWithoutFrames(text) {
      texts.append(error)
    } else if let message = PerlTrace.message(text.firstLine) {
      texts.append(ErrorTexts.Error(message: message))
    }
  }

  /// The error in the first line, or in the second after a message.
  private static func errorWithoutFrames(_ text: ByteSlice) -> ErrorTexts.Error? {
    if TraceLines.isExceptionName(text) {
      guard var error = ErrorLine.error(text.firstLine) else { return nil }
      if error.message.isEmpty { error.message = linesBeforeIndented(text) }
      return error
    }
    guard let feed = text.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let second = text[(feed + 1)..<text.count].firstLine
    return TraceLines.isExceptionName(second) ? ErrorLine.error(second) : nil
  }

  /// The lines behind the first one up to one that is indented: the message of an exception whose line has none.
  private static func linesBeforeIndented(_ text: ByteSlice) -> ByteSlice {
    guard let first = text.firstIndex(of: UInt8(ascii: "\n")) else { return ByteSlice("") }
    var end = first
    while end < text.count, end + 1 < text.count, text[end + 1] > 0x20 {
      end = text.firstIndex(of: UInt8(ascii: "\n"), from: end + 1) ?? text.count
    }
    return text[first..<end].trimmed
  }

  private static let crashes = [
    ByteSlice("Fatal error: "), ByteSlice("panic: "), ByteSlice("Program crashed: "),
  ]

  /// Reads from the first line with a fatal error; false if there is none.
  private static func readCrash(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    let dotnet = ByteSlice("Unhandled exception. ")
    if text.hasPrefix(dotnet) {
      readFrames(text[dotnet.count..<text.count], into: &texts)
      return texts.errors.count > 0
    }
    if let error = UncaughtException.read(text) ?? AndroidCrash.read(text) {
      texts.append(error)
      return true
    }
    if readDart(text, into: &texts) { return true }
    // Go's first: compilers write it too, and a search for it would stop at most frames.
    let fatal = ByteSlice("fatal error: ")
    if text.hasPrefix(fatal) {
      appendCrash(text, at: 0, fatal, to: &texts)
      return true
    }
    for mark in crashes {
      guard let place = text.firstIndex(of: mark), place == 0 || text[place - 1] <= 0x20,
        // PHP's heading of an exception.
        !text[(place + mark.count)..<text.count].trimmed.hasPrefix(ByteSlice("Uncaught "))
      else { continue }
      appendCrash(text, at: place, mark, to: &texts)
      return true
    }
    guard text.hasPrefix(ByteSlice("thread '")), case let mark = ByteSlice(" panicked at "),
      let place = text.firstIndex(of: mark)
    else { return false }
    guard let message = rustMessage(text[(place + mark.count)..<text.count]) else { return false }
    texts.append(ErrorTexts.Error(type: ByteSlice("panic"), message: message))
    return true
  }

  /// `Unhandled exception:`, then the error in a line, whose type need not be told.
  private static func readDart(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    let heading = ByteSlice("Unhandled exception:")
    guard text.hasPrefix(heading), text.firstLine.count == heading.count else { return false }
    let line = text[heading.count..<text.count].trimmed.firstLine
    texts.append(
      ErrorLine.error(line) ?? ErrorTexts.Error(type: heading[0..<(heading.count - 1)], message: line))
    return true
  }

  private static func appendCrash(
    _ text: ByteSlice, at place: Int, _ mark: ByteSlice, to texts: inout ErrorTexts
  ) {
    var message = text[(place + mark.count)..<text.count].firstLine
    let thrown = ByteSlice("Error raised at top level: ")
    if message.hasPrefix(thrown) {
      message = message[thrown.count..<message.count]
      ErrorMemberText.read(message, into: &texts)
    }
    guard texts.errors.isEmpty else { return }
    if let exception = OCamlError.read(message) { return texts.append(exception) }
    let type = mark[0..<(mark.count - 2)]
    GoPanics.read(text[place..<text.count], type, message, into: &texts)
  }

  /// Since 1.73 the place, then the message on the next line; before that `'message', place`, with one or
  /// more lines.
  private static func rustMessage(_ text: ByteSlice) -> ByteSlice? {
    let quote = UInt8(ascii: "'")
    guard !text.isEmpty, text[0] == quote else {
      return text.firstIndex(of: UInt8(ascii: "\n")).map { text[($0 + 1)..<text.count].firstLine }
    }
    var start = 1
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      let line = text[start..<end].trimmed
      // The place ends in numbers: `', src/main.rs:4:37`.
      if !line.isEmpty, line[line.count - 1].isDigit,
        let close = text[0..<end].lastIndex(of: quote, from: start),
        text[close..<end].hasPrefix(ByteSlice("', ")),
        text[close..<end].firstIndex(of: UInt8(ascii: ":")) != nil
      {
        return text[1..<close]
      }
      start = end + 1
    }
    return nil
  }

  /// White space and `at `, or .NET's arrow before a cause.
  private static func hasFrames(_ text: ByteSlice) -> Bool {
    var from = 0
    while let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: from) {
      var index = feed + 1
      while index < text.count, text[index] == UInt8(ascii: " ") || text[index] == UInt8(ascii: "\t") {
        index += 1
      }
      if index > feed + 1, isFrame(text[index..<text.count]) { return true }
      from = feed + 1
    }
    return false
  }

  /// Also an unindented line in place of the first frame.
  private static func isFrame(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "a"): line.hasPrefix(ByteSlice("at "))
    case UInt8(ascii: "-"): line.hasPrefix(arrow)
    default: false
    }
  }

  private static let arrow = ByteSlice("---> ")
  private static let thread = ByteSlice("Exception in thread \"")

  /// Causes follow `Caused by:`, JavaScript's `[cause]:` and .NET's `--->`; with `Wrapped by:`, the root
  /// cause comes first.
  private static func readFrames(_ text: ByteSlice, into texts: inout ErrorTexts) {
    /// The indentation of the first line, and that of the suppressed errors.
    var indentation = -1
    var suppressed = Int.max
    var isRootFirst = false
    // JavaMail writes an exception's cause into its message, too.
    var isNestedNext = false
    var nested: ErrorTexts.Error?
    var node = NodeErrorText()
    for whole in text[beginning(of: text)..<text.count].lines {
      let line = whole.trimmed
      if line.isEmpty { continue }
      if indentation < 0 {
        indentation = whole.leadingBlanks
        // Frames of an error that is elsewhere: only its causes are here.
        if isFrame(line) {
          texts.append(ErrorTexts.Error())
          if !line.hasPrefix(arrow) { continue }
        } else {
          // A trace begins with an error's name.
          guard var error = ErrorLine.error(behindThread(line)) else { return }
          error.indentation = indentation
          append(error, to: &texts)
          continue
        }
      }
      // Most lines are frames.
      if line[0] == UInt8(ascii: "a") { continue }
      if node.read(line, indentation: whole.leadingBlanks, into: &texts) { continue }
      if isNestedNext { nested = nested ?? ErrorLine.error(line) }
      isNestedNext = TraceLines.announcesNested(line)
      if line.hasPrefix(thread) { break }
      if line.hasPrefix(ByteSlice("Suppressed: ")) {
        // Without indentation it can't be distinguished from a cause of the same error.
        let far = whole.leadingBlanks
        if far > indentation { suppressed = min(suppressed, far) }
        continue
      }
      guard let cause = cause(line), whole.leadingBlanks < suppressed else { continue }
      if line[0] == UInt8(ascii: "W") { isRootFirst = true }
      if var error = ErrorLine.error(cause) {
        error.indentation = whole.leadingBlanks
        append(error, to: &texts)
      }
    }
    if isRootFirst { texts.reverse() }
    if texts.errors.count == 1, let nested { texts.append(nested) }
    if texts.errors.count == 1, texts.errors[0].type.isEmpty { texts.removeAll() }
  }

  /// The first line, unless it is not an error's and a line before the frames is, as after a message.
  private static func beginning(of text: ByteSlice) -> Int {
    var start = 0
    var first = -1
    var isErrorFirst = false
    var last = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      let line = text[start..<end].trimmed
      if !line.isEmpty {
        if first < 0 {
          if TraceLines.isExceptionName(line) || line.hasPrefix(thread) { return start }
          first = start
          if let error = ErrorLine.error(line) {
            // A word alone is an error's name only directly before its frames.
            isErrorFirst = error.type.count < line.count
            // Such a name is an error's, and the following lines continue its message.
            if error.type == "Error" || error.type.firstIndex(of: UInt8(ascii: ".")) != nil { return start }
          }
        } else if TraceLines.isExceptionName(line) {
          return start
        }
        if isFrame(line) {
          return isErrorFirst || ErrorLine.error(text[last..<text.count].firstLine) == nil ? first : last
        }
        last = start
      }
      start = end + 1
    }
    return max(0, first)
  }

  private static func cause(_ line: ByteSlice) -> ByteSlice? {
    let mark: ByteSlice
    switch line[0] {
    case UInt8(ascii: "C"): mark = ByteSlice("Caused by: ")
    case UInt8(ascii: "c"): mark = ByteSlice("caused by: ")
    case UInt8(ascii: "W"): mark = ByteSlice("Wrapped by: ")
    case UInt8(ascii: "["): mark = ByteSlice("[cause]: ")
    case UInt8(ascii: "-"): mark = arrow
    default: return nil
    }
    guard line.hasPrefix(mark) else { return nil }
    return withoutNumber(line[mark.count..<line.count])
  }

  /// .NET's AggregateException numbers its errors; nil for the first, which is the cause already read.
  private static func withoutNumber(_ line: ByteSlice) -> ByteSlice? {
    let mark = ByteSlice("(Inner Exception #")
    guard line.hasPrefix(mark), let close = line.firstIndex(of: ByteSlice(") ")) else { return line }
    guard line[mark.count..<close] != ByteSlice("0") else { return nil }
    return line[(close + 2)..<line.count]
  }

  private static func behindThread(_ line: ByteSlice) -> ByteSlice {
    guard line.hasPrefix(thread), let quote = line.firstIndex(of: UInt8(ascii: "\""), from: thread.count)
    else {
      return line
    }
    return line[(quote + 1)..<line.count].trimmed
  }

  /// Appends the error with the causes after arrows in its line, as in .NET Framework.
  private static func append(_ error: ErrorTexts.Error, to texts: inout ErrorTexts) {
    var error = error
    let mark = ByteSlice(" ---> ")
    while let place = error.message.firstIndex(of: mark),
      case let rest = error.message[(place + mark.count)..<error.message.count],
      TraceLines.isExceptionName(rest),
      let cause = ErrorLine.error(rest)
    {
      error.message = error.message[0..<place]
      texts.append(error)
      error = cause
    }
    texts.append(error)
  }
}
