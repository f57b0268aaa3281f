internal import Bytes

/// Elixir's and Erlang's `** (TYPE) MESSAGE`; below it, indented, what an exit was raised by.
enum ElixirErrorText {
  private static let mark = ByteSlice("** (")

  /// Whether a line that is not indented tells an error: the runtime writes that of an uncaught one behind any log.
  static func isBeginning(_ line: ByteSlice) -> Bool {
    line.hasPrefix(mark) && error(line.trimmedAtEnd) != nil
  }

  /// False if there is none.
  static func read(_ text: ByteSlice, into texts: inout ErrorTexts) -> Bool {
    for line in text.lines {
      if let error = error(line.trimmed) { texts.append(error) }
    }
    return texts.errors.count > 0
  }

  private static func error(_ line: ByteSlice) -> ErrorTexts.Error? {
    guard line.hasPrefix(mark), let close = line.firstIndex(of: UInt8(ascii: ")"), from: mark.count),
      close > mark.count
    else { return nil }
    // GLib's `** (pay:7): WARNING **: …` has a process there.
    if line[(close + 1)..<line.count].hasPrefix(ByteSlice(": ")) { return nil }
    let message = line[(close + 1)..<line.count].trimmed
    // An exit's own sentence about the exception below.
    if message == "an exception was raised:" { return nil }
    return ErrorTexts.Error(type: line[mark.count..<close], message: message)
  }
}
