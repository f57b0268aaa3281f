internal import Bytes

/// Python tracebacks: chains, with the root cause first, and exception groups, whose members are indented by
/// a margin (PEP 654).
///
/// Each traceback ends with a line that is indented at most by its margin. An error whose message has the traceback of
/// another, as of a worker, was caused by that one.
enum PythonTraceback {
  struct Part: BitwiseCopyable {
    var error: ErrorTexts.Error
    /// The margin's width; without one, that of the text's outermost group.
    let level: Int
    let beginsMember: Bool
  }

  private static let heading = ByteSlice("Traceback (most recent call last):")
  private static let group = ByteSlice("Exception Group Traceback (most recent call last):")
  /// The level of a group that is not a member of another.
  private static let outermost = 2

  /// The thrown exception, then its group's members, then its causes with their members.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    texts.tracebacks.removeAll()
    collect(text, into: &texts.tracebacks)
    append(0, texts.tracebacks.count, to: &texts)
  }

  private static func collect(_ text: ByteSlice, into parts: inout Buffer<Part>) {
    var isInBlock = RayTrace.isFrame(text)
    var hasGroups = false
    /// The next member of a group begins at this level, or -1.
    var member = -1
    /// The indentation of the whole text, by its first heading.
    var indentation = -1
    var isMessage = false
    /// Whether the exception's line may be indented by a blank, as duplicity writes it.
    var isInnermost = false
    var isTold = false
    var bare = BareException()
    var end = -1
    /// Whether the last message is over.
    var isOver = false
    for var line in text.lines {
      end += line.count + 1
      if isInBlock, indentation == 0, !hasGroups, isInsideFrames(line) {
        isOver = isOver || !parts.isEmpty
        isMessage = false
        continue
      }
      var level = outermost
      if indentation > 0 { line = line[min(indentation, line.leadingBlanks)..<line.count] }
      if hasGroups, let margin = margin(of: line) {
        if margin + 1 < line.count, line[margin] == UInt8(ascii: "+"), line[margin + 1] == UInt8(ascii: "-") {
          // The line below a group's last member has no number.
          guard line.trimmed.firstIndex(of: UInt8(ascii: " ")) != nil else { continue }
          let isFirst = margin + 2 < line.count && line[margin + 2] == UInt8(ascii: "+")
          member = isFirst ? margin + 2 : margin
          isInBlock = true
          continue
        }
        level = margin
        line = line[min(margin + 2, line.count)..<line.count]
      }
      let trimmed = line.trimmed
      let initial = trimmed.isEmpty ? 0 : trimmed[0]
      let isReport = initial == UInt8(ascii: "t") && indentation <= 0 && isReport(line)
      let isRay =
        (initial == UInt8(ascii: "r") || initial == TerminalCodes.escape) && RayTrace.isHeading(line)
      if !hasGroups, !isInBlock, !isReport, !isRay, let error = bare.read(line, atStart: parts.isEmpty) {
        append(error, false, to: &parts)
        continue
      }
      if isRay || isReport {
        if isReport { indentation = line.leadingBlanks }
        isTold = isTold || isReport
        isInBlock = true
      } else if initial == UInt8(ascii: "T"), TraceLines.isTraceback(trimmed) {
        isInnermost = trimmed.hasPrefix(TraceLines.innermost)
        if indentation < 0 { indentation = line.leadingBlanks }
        isTold = isMessage && !hasGroups
        isInBlock = true
      } else if line.hasSuffix(heading), let error = errorAroundHeading(line, isInBlock) {
        append(error, isTold, to: &parts)
        isTold = true
        isInBlock = true
      } else if !hasGroups, !parts.isEmpty, !isInBlock, line.hasSuffix(original) {
        isTold = true
        isInBlock = true
      } else if trimmed.hasSuffix(group) {
        isInBlock = true
        hasGroups = true
      } else if isInBlock, !line.isEmpty, line[0] > 0x20 || isInnermost && line.leadingBlanks == 1,
        let error = thrown(line.trimmed)
      {
        // The thrown exception of a chain comes last; a group's members follow it.
        if hasGroups {
          if parts.count == ErrorTexts.most { return }
          parts.append(Part(error: error, level: level, beginsMember: level == member))
        } else {
          append(error, isTold, to: &parts)
        }
        if level == member { member = -1 }
        if !isTold { isOver = false }
        bare = BareException(isOver: true)
        isTold = false
        isInBlock = false
      }
      if !parts.isEmpty {
        isOver = isOver || isInBlock || isBehindMessage(line)
        let extends = !hasGroups && indentation <= 0 && !isOver
        if !isInBlock {
          readMore(line, to: extends ? end : 0, of: text, into: &parts[parts.count - 1].error)
        }
      }
      if !line.isBlank { isMessage = !isInBlock && announces(line) }
    }
  }

  /// Whether a line between a heading and its exception is one of a frame, which says nothing of an error. A heading ends with a
  /// colon; other lines that do are looked at.
  private static func isInsideFrames(_ line: ByteSlice) -> Bool {
    let blanks = line.leadingBlanks
    guard blanks > 1, blanks < line.count else { return false }
    let last = line[line.count - 1]
    return last > 0x20 && last != UInt8(ascii: ":") && line[blanks] | 0x20 != UInt8(ascii: "t")
  }

  /// Whether a line begins torchrun's report of the process that failed first.
  private static func isReport(_ line: ByteSlice) -> Bool {
    line.trimmed.hasPrefix(report) && line.hasSuffix(heading)
  }

  /// Whether a line behind an exception's message is not part of it: of a chain, a note of langgraph's, where BorgBackup tells of
  /// the machine, or Rust's frames.
  private static func isBehindMessage(_ line: ByteSlice) -> Bool {
    TraceLines.isChain(line) || line.hasPrefix(ByteSlice("During task with name '"))
      || line.hasPrefix(ByteSlice("Platform: ")) || line.hasPrefix(ByteSlice("Stack backtrace:"))
  }

  /// The exception in the line that ends a traceback. Twisted writes one that was never raised behind `Failure: `.
  private static func thrown(_ line: ByteSlice) -> ErrorTexts.Error? {
    guard let error = ErrorLine.error(line) else { return nil }
    guard error.type == "Failure", let held = ErrorLine.error(error.message), held.type.contains(".") else {
      return error
    }
    return held
  }

  /// Reads a line behind an exception's: the message goes on to `end`, unless it is 0.
  private static func readMore(
    _ line: ByteSlice, to end: Int, of text: ByteSlice, into error: inout ErrorTexts.Error
  ) {
    readStatus(line, into: &error)
    if end > 0, !line.isBlank { extend(&error, to: end, of: text) }
  }

  /// Extends a message to the end of a further line of it.
  private static func extend(_ error: inout ErrorTexts.Error, to end: Int, of text: ByteSlice) {
    guard !error.message.isEmpty, !error.type.hasPrefix(ByteSlice("grpc.")) else { return }
    let start = error.message.start - text.start
    guard start >= 0, start < end, end <= text.count else { return }
    error.message = text[start..<end].trimmedAtEnd
  }

  /// Appends an exception, or puts it before the last one, whose message tells it.
  private static func append(_ error: ErrorTexts.Error, _ isTold: Bool, to parts: inout Buffer<Part>) {
    if parts.count == ErrorTexts.most { parts.removeFirst(1) }
    parts.append(Part(error: error, level: outermost, beginsMember: false))
    guard isTold, parts.count > 1 else { return }
    let last = parts[parts.count - 1]
    parts[parts.count - 1] = parts[parts.count - 2]
    parts[parts.count - 2] = last
  }

  /// The lines in which an exception tells its code: that of gRPC its status and the server's message
  /// (`status = StatusCode.UNAVAILABLE`, `details = "connection refused"`), torchrun's the exit code of the process that failed
  /// first (`exitcode  : -9 (pid: 12)`).
  private static func readStatus(_ line: ByteSlice, into error: inout ErrorTexts.Error) {
    guard !line.isEmpty, line[0] <= 0x20 else { return }
    let exit = ByteSlice("exitcode ")
    if error.type.hasSuffix(ByteSlice("ChildFailedError")), case let line = line.trimmed,
      line.hasPrefix(exit),
      let colon = line.firstIndex(of: ByteSlice(": "))
    {
      let code = line[(colon + 2)..<line.count]
      error.code = code[0..<(code.firstIndex(of: UInt8(ascii: " ")) ?? code.count)]
    }
    guard error.type.hasPrefix(ByteSlice("grpc.")) else { return }
    let line = line.trimmed
    let status = ByteSlice("status = StatusCode.")
    let details = ByteSlice("details = \"")
    if line.hasPrefix(status) {
      error.code = line[status.count..<line.count]
      error.isCodeText = true
    } else if line.hasPrefix(details), line.count > details.count + 1 {
      let isClosed = line[line.count - 1] == UInt8(ascii: "\"")
      error.message = line[details.count..<(line.count - (isClosed ? 1 : 0))]
    }
  }

  /// The words before a traceback in torchrun's report.
  private static let report = ByteSlice("traceback : ")

  /// `Original Traceback (most recent call last):`
  private static let original = ByteSlice(" Traceback (most recent call last):")

  /// The exception in a line that ends with a heading, which begins its message.
  private static func errorAroundHeading(_ line: ByteSlice, _ isInBlock: Bool) -> ErrorTexts.Error? {
    guard !line.isEmpty, line[0] > 0x20, !line.hasSuffix(group),
      var error = ErrorLine.error(line.trimmed), isInBlock || TraceLines.isExceptionName(line)
    else { return nil }
    error.message = error.message[0..<max(0, error.message.count - heading.count)].trimmed
    return error
  }

  /// Whether a line of an exception's message says that a traceback follows:
  /// `-- Process 0 terminated with the following error:`
  static func announces(_ line: ByteSlice) -> Bool {
    line.trimmedAtEnd.hasSuffix(ByteSlice(":")) && !TraceLines.isExceptionName(line)
      && !TraceLines.isChain(line)
      && !LogLineSigns.areIn(line)
  }

  /// An error of SQLAlchemy has the code of its driver's, which is among its causes.
  private static func takeCode(
    of first: Int, _ end: Int, to error: inout ErrorTexts.Error, from texts: borrowing ErrorTexts
  ) {
    var index = end - 1
    while index >= first {
      var cause = texts.tracebacks[index].error
      PythonErrorText.complete(&cause)
      // The system's error is one of its own, behind the driver's.
      if !cause.domain.isEmpty { return }
      if !cause.code.isEmpty {
        error.code = cause.code
        error.isCodeText = cause.isCodeText
        return
      }
      index -= 1
    }
  }

  /// An error of a package that wraps clients has the status of its nearest cause that has one.
  private static func takeStatus(
    of first: Int, _ end: Int, to error: inout ErrorTexts.Error, from texts: borrowing ErrorTexts
  ) {
    var index = end - 1
    while index >= first {
      var cause = texts.tracebacks[index].error
      PythonErrorText.complete(&cause)
      if !cause.status.isEmpty {
        error.status = cause.status
        if error.code.isEmpty { (error.code, error.isCodeText) = (cause.code, cause.isCodeText) }
        if error.retryAfter.isEmpty { error.retryAfter = cause.retryAfter }
        return
      }
      index -= 1
    }
  }

  private static func margin(of line: ByteSlice) -> Int? {
    var index = 0
    while index < line.count, line[index] == UInt8(ascii: " ") { index += 1 }
    guard index > 0, index < line.count, line[index] == UInt8(ascii: "|") || line[index] == UInt8(ascii: "+")
    else { return nil }
    return index
  }

  /// Recursion is bounded by the nesting of groups, at most the number of parts.
  private static func append(_ first: Int, _ end: Int, to texts: inout ErrorTexts) {
    guard first < end else { return }
    let level = texts.tracebacks[first].level
    var start = first
    for index in first..<end
    where index > start && texts.tracebacks[index].level == level && texts.tracebacks[index].beginsMember {
      appendChain(start, index, to: &texts)
      start = index
    }
    appendChain(start, end, to: &texts)
  }

  /// Appends the chain from the last error, which was thrown, to the first.
  private static func appendChain(_ first: Int, _ end: Int, to texts: inout ErrorTexts) {
    let level = texts.tracebacks[first].level
    var end = end
    var index = end - 1
    while index >= first {
      let part = texts.tracebacks[index]
      if part.level <= level {
        var error = part.error
        PythonErrorText.complete(&error)
        if error.code.isEmpty, error.type.hasPrefix(ByteSlice("sqlalchemy.")) {
          takeCode(of: first, index, to: &error, from: texts)
        }
        if error.status.isEmpty, PythonErrorText.isWrapper(error.type) {
          takeStatus(of: first, index, to: &error, from: texts)
        }
        texts.append(error)
        append(index + 1, end, to: &texts)
        end = index
      }
      index -= 1
    }
  }
}

/// An exception of a chain that was made and never raised: it has no heading, and its line stands alone between the lines that
/// tell how the exceptions follow each other.
private struct BareException {
  /// The line that told an exception at the start; empty if there is none.
  private var told = ByteSlice("")
  /// Whether the next exception's line follows such a line.
  private var isNext = false
  private var isOver = false

  init(isOver: Bool = false) { self.isOver = isOver }

  /// The exception that the line shows to be one of the chain.
  mutating func read(_ line: ByteSlice, atStart: Bool) -> ErrorTexts.Error? {
    if TraceLines.isChain(line) {
      defer { self = BareException(isNext: true) }
      return isOver || told.isEmpty ? nil : ErrorLine.error(told)
    }
    guard isNext || atStart && told.isEmpty, TraceLines.isExceptionName(line) else { return nil }
    guard isNext else {
      told = line.trimmedAtEnd
      return nil
    }
    self = BareException(isOver: true)
    return ErrorLine.error(line.trimmedAtEnd)
  }

  private init(isNext: Bool) { self.isNext = isNext }
}
