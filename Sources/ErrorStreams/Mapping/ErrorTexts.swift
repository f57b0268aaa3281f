internal import RuleEngine

/// Errors that a text tells of, the thrown one first, then its causes, the direct one first: slices of the text.
struct ErrorTexts: ~Copyable {
  struct Error: BitwiseCopyable {
    var type = ByteSlice("")
    var domain = ByteSlice("")
    var code = ByteSlice("")
    var message = ByteSlice("")
  }

  private(set) var errors = Buffer<Error>()
  /// How many errors of one text are kept.
  private static let most = 64

  mutating func removeAll() { errors.removeAll() }

  mutating func append(_ error: Error) {
    if errors.count < Self.most { errors.append(error) }
  }

  /// Turns the order round.
  mutating func reverse() {
    var (low, high) = (0, errors.count - 1)
    while low < high {
      let error = errors[low]
      errors[low] = errors[high]
      errors[high] = error
      low += 1
      high -= 1
    }
  }
}

/// What Foundation makes of an NSError as text: `Error Domain=D Code=7 "message" UserInfo={…}`, on Linux without the space
/// before `UserInfo`; the errors within `UserInfo` are its causes.
enum AppleErrorText {
  /// Finds the errors of a text; nothing where it tells of none.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    let mark = ByteSlice("Error Domain=")
    var start = text.firstIndex(of: mark)
    while let found = start {
      let domain = found + mark.count
      let next = text.firstIndex(of: mark, from: domain)
      if let error = error(text[domain..<(next ?? text.count)]) { texts.append(error) }
      start = next
    }
  }

  /// The error that a text after `Domain=` tells of.
  private static func error(_ text: ByteSlice) -> ErrorTexts.Error? {
    let mark = ByteSlice(" Code=")
    guard let space = text.firstIndex(of: mark), space > 0, space <= 256 else { return nil }
    let first = space + mark.count
    var end = first
    if end < text.count, text[end] == UInt8(ascii: "-") { end += 1 }
    while end < text.count, text[end].isDigit { end += 1 }
    guard text[first..<end].wholeNumber != nil else { return nil }
    var error = ErrorTexts.Error(domain: text[0..<space], code: text[first..<end])
    guard end + 1 < text.count, text[end] == UInt8(ascii: " "), text[end + 1] == UInt8(ascii: "\"") else {
      return error
    }
    let rest = text[(end + 2)..<text.count]
    // The message may have quotes of its own: it ends before UserInfo, else at the last quote.
    let close =
      rest.firstIndex(of: ByteSlice("\" UserInfo=")) ?? rest.firstIndex(of: ByteSlice("\"UserInfo="))
      ?? rest.lastIndex(of: UInt8(ascii: "\""))
    if let close { error.message = rest[0..<close] }
    return error
  }
}

/// Stack traces as Python, Java and JavaScript write them, and crash reports as Swift, Go, Rust and .NET do.
enum StackTraceText {
  /// Finds the errors of a stack trace; nothing where a text is none.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) {
    if text.contains("Traceback (most recent call last):") {
      readPython(text, into: &texts)
    } else if readCrash(text, into: &texts) {
      return
    } else if hasFrames(text) {
      readJava(text, into: &texts)
    } else if TraceLines.isExceptionName(text), let error = error(firstLine(text), mayBeBare: true) {
      texts.append(error)
    }
  }

  private static func firstLine(_ text: ByteSlice) -> ByteSlice {
    text[0..<(text.firstIndex(of: UInt8(ascii: "\n")) ?? text.count)].trimmed
  }

  private static let crashes = [
    ByteSlice("Fatal error: "), ByteSlice("panic: "), ByteSlice("Program crashed: "),
  ]

  /// What a program ended with, as the first line says that tells of it; false where none does.
  private static func readCrash(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    let dotnet = ByteSlice("Unhandled exception. ")
    if text.hasPrefix(dotnet) {
      guard let error = error(firstLine(text[dotnet.count..<text.count]), mayBeBare: true) else {
        return false
      }
      texts.append(error)
      return true
    }
    for mark in crashes {
      guard let place = text.firstIndex(of: mark) else { continue }
      let isAtStart = place == 0 || text[place - 1] <= 0x20
      guard isAtStart else { continue }
      var message = firstLine(text[(place + mark.count)..<text.count])
      let thrown = ByteSlice("Error raised at top level: ")
      if message.hasPrefix(thrown) { message = message[thrown.count..<message.count] }
      texts.append(ErrorTexts.Error(type: mark[0..<(mark.count - 2)], message: message))
      return true
    }
    // Rust says what it is on the next line.
    guard text.hasPrefix(ByteSlice("thread '")), let place = text.firstIndex(of: ByteSlice("' panicked at ")),
      let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: place)
    else { return false }
    texts.append(
      ErrorTexts.Error(type: ByteSlice("panic"), message: firstLine(text[(feed + 1)..<text.count]))
    )
    return true
  }

  /// Whether a line begins with white space and `at `.
  private static func hasFrames(_ text: ByteSlice) -> Bool {
    let mark = ByteSlice("at ")
    var from = 0
    while let feed = text.firstIndex(of: UInt8(ascii: "\n"), from: from) {
      var index = feed + 1
      while index < text.count, text[index] == UInt8(ascii: " ") || text[index] == UInt8(ascii: "\t") {
        index += 1
      }
      if index > feed + 1, text[index..<text.count].hasPrefix(mark) { return true }
      from = feed + 1
    }
    return false
  }

  /// The first cause stands first; each block ends with a line that is not indented, after its frames.
  private static func readPython(_ text: ByteSlice, into texts: inout ErrorTexts) {
    var isInBlock = false
    var start = 0
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      let line = text[start..<end]
      start = end + 1
      if line.trimmed.hasPrefix(ByteSlice("Traceback (most recent call last):")) {
        isInBlock = true
      } else if isInBlock, !line.isEmpty, line[0] > 0x20, let error = error(line.trimmed, mayBeBare: true) {
        texts.append(error)
        isInBlock = false
      }
    }
    texts.reverse()
  }

  /// The thrown error stands first, its causes after `Caused by:` (in JavaScript `[cause]:`).
  private static func readJava(_ text: ByteSlice, into texts: inout ErrorTexts) {
    var start = 0
    var isFirst = true
    while start < text.count {
      let end = text.firstIndex(of: UInt8(ascii: "\n"), from: start) ?? text.count
      var line = text[start..<end].trimmed
      start = end + 1
      var isCause = false
      if line.hasPrefix(ByteSlice("Caused by: ")) {
        line = line[11..<line.count]
        isCause = true
      } else if line.hasPrefix(ByteSlice("[cause]: ")) {
        line = line[9..<line.count]
        isCause = true
      }
      guard isFirst || isCause, !line.isEmpty else { continue }
      let thread = ByteSlice("Exception in thread \"")
      if isFirst, line.hasPrefix(thread),
        let quote = line.firstIndex(of: UInt8(ascii: "\""), from: thread.count)
      {
        line = line[(quote + 1)..<line.count].trimmed
      }
      if let error = error(line, mayBeBare: true) {
        texts.append(error)
        isFirst = false
      } else if isFirst {
        // What does not begin with an error's name is no trace of one.
        return
      }
    }
  }

  /// The error of `Type: message`, or of `Type` alone.
  private static func error(_ line: ByteSlice, mayBeBare: Bool) -> ErrorTexts.Error? {
    var end = 0
    while end < line.count, line[end] != UInt8(ascii: ":"), line[end] != UInt8(ascii: " ") {
      let byte = line[end]
      guard
        byte.isLetter || byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
          || byte == UInt8(ascii: "$") || byte >= 0x80
      else { return nil }
      end += 1
    }
    guard end > 0, end <= 256, !line[0].isDigit else { return nil }
    if end == line.count { return mayBeBare ? ErrorTexts.Error(type: line) : nil }
    guard line[end] == UInt8(ascii: ":") else { return nil }
    return ErrorTexts.Error(type: line[0..<end], message: line[(end + 1)..<line.count].trimmed)
  }
}
