internal import Bytes

/// The last words of a process that an exception ended, as Foundation, libc++abi and libstdc++ write them:
/// `*** Terminating app due to uncaught exception 'NAME', reason: 'REASON'`,
/// `libc++abi: terminating due to uncaught exception of type NAME: REASON`, and
/// `terminate called after throwing an instance of 'NAME'` above `  what():  REASON`.
enum UncaughtException {
  /// Nil if the text does not begin so.
  static func read(_ text: ByteSlice) -> ErrorTexts.Error? {
    switch text.isEmpty ? 0 : text[0] {
    case UInt8(ascii: "*"): foundation(text)
    case UInt8(ascii: "l"), UInt8(ascii: "t"): runtime(text)
    default: nil
    }
  }

  static func isBeginning(_ line: ByteSlice) -> Bool {
    switch line.isEmpty ? 0 : line[0] {
    case UInt8(ascii: "*"): line.hasPrefix(app)
    case UInt8(ascii: "l"), UInt8(ascii: "t"): runtime(line) != nil
    default: false
    }
  }

  private static let app = ByteSlice("*** Terminating app due to uncaught exception ")

  private static func foundation(_ text: ByteSlice) -> ErrorTexts.Error? {
    guard text.hasPrefix(app) else { return nil }
    var start = app.count
    let ofClass = ByteSlice("of class ")
    if text[start..<text.count].hasPrefix(ofClass) { start += ofClass.count }
    guard start < text.count, text[start] == UInt8(ascii: "'"),
      let close = text.firstIndex(of: UInt8(ascii: "'"), from: start + 1), close > start + 1
    else { return nil }
    var error = ErrorTexts.Error(type: text[(start + 1)..<close])
    let reason = ByteSlice("', reason: '")
    let rest = text[close..<text.count]
    guard rest.hasPrefix(reason) else { return error }
    error.message = quoted(rest[reason.count..<rest.count])
    return error
  }

  /// Up to the quote at the end of the exception's own lines; the text may contain quotes and line breaks.
  private static func quoted(_ text: ByteSlice) -> ByteSlice {
    var end = text.count
    for heading in [ByteSlice("\n*** First throw"), ByteSlice("\nlibc++abi"), ByteSlice("\nterminating ")] {
      if let place = text.firstIndex(of: heading), place < end { end = place }
    }
    return text[0..<(text[0..<end].lastIndex(of: UInt8(ascii: "'")) ?? end)]
  }

  /// Whether a message of the program follows, and no report.
  static func isBeforeMessage(_ line: ByteSlice) -> Bool { line.hasPrefix(instance) }

  /// libstdc++'s heading at the end of a line, behind which the program's message stands; nil for any other line.
  static func heading(atEndOf line: ByteSlice, before more: ByteSlice) -> ByteSlice? {
    guard more.firstLine.hasPrefix(ByteSlice("what():")), let place = line.firstIndex(of: instance) else {
      return nil
    }
    return line[place..<line.count].trimmedAtEnd
  }

  private static let instance = ByteSlice("terminate called after throwing an instance of '")

  private static func gnu(_ text: ByteSlice, _ line: ByteSlice) -> ErrorTexts.Error? {
    guard let close = line.firstIndex(of: UInt8(ascii: "'"), from: instance.count) else { return nil }
    var error = ErrorTexts.Error(type: line[instance.count..<close])
    let what = text[line.count..<text.count].trimmed
    let mark = ByteSlice("what():")
    if what.hasPrefix(mark) { error.message = what[mark.count..<what.count].trimmed.firstLine }
    return error
  }

  private static func runtime(_ text: ByteSlice) -> ErrorTexts.Error? {
    let line = text.firstLine
    let library = ByteSlice("libc++abi")
    if line.hasPrefix(instance) { return gnu(text, line) }
    guard line.hasPrefix(library) || line.hasPrefix(ByteSlice("terminating ")) else { return nil }
    for mark in [
      ByteSlice("terminating due to uncaught exception of type "),
      ByteSlice("terminating with uncaught exception of type "),
    ] {
      guard let place = line.firstIndex(of: mark) else { continue }
      let error = line[(place + mark.count)..<line.count]
      guard let colon = error.firstIndex(of: ByteSlice(": ")) else { return ErrorTexts.Error(type: error) }
      return ErrorTexts.Error(type: error[0..<colon], message: error[(colon + 2)..<error.count])
    }
    return nil
  }
}

/// `App/Pay.swift:12: Fatal error: Index out of range`, as Swift's runtime writes it.
enum SwiftFatalError {
  /// The words behind the mark, as in a crash on standard error; any other text as it is.
  static func message(of text: ByteSlice) -> ByteSlice {
    let mark = ByteSlice("Fatal error: ")
    guard let place = text.firstIndex(of: mark) else { return text }
    return text[(place + mark.count)..<text.count]
  }
}
